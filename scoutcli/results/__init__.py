"""What matches say once their moves are forgotten, and the standings that come of many."""
