"""Drivers of the real parts. Each is given its bus; none touches hardware at import."""
