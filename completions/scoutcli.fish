# fish loads this the first time that scoutcli is completed.
scoutcli completion fish | source
