"""The games behind a line protocol: commands on standard input, an answer to each."""
