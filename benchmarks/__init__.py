"""Measurements that are run by hand; their last results stand in RESULTS.md."""
