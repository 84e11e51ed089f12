"""Replay, simulators, bench: what a PC does with the firmware and the engine."""
