"""What runs on a PC only: stand-ins, simulators, replay, pictures and deployment."""
