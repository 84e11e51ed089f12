"""The papers of the kit: wiring table, bill of materials and wiring picture.

All are generated from `firmware.kit`, or from a settings file that says how a device is wired:
`python -m host_tools.kit`.
"""
