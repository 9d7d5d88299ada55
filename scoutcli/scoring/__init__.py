"""The command `score`: matches read and counted, by several or over a cluster, and what is shown.

`reading` cuts files into batches, `counting` is what becomes of one, `crew` is
who does it, `gathering` puts all together; `cache` keeps the sums of long files.
`showing` makes `tables` of the sums (their columns stand in `layout`), which
`text`, `data` and `page` write. `run` is the whole way.
"""
