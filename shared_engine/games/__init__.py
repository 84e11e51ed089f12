"""One module per game; each ends with `GAME`, an instance of its `shared_engine.contract.Game`."""
