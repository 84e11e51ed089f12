"""Rules, records and undo of the tabletop companion: no hardware, clock, randomness or files."""
