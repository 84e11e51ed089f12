"""What counted instructions come to on a Pico, roughly."""

# Measured side by side, once: on an emulated RP2040 at 125 MHz our Python came to 140 of the
# counted instructions a microsecond; silicon is expected to be about 10 % slower. `make bench-pico`
# measures the times themselves.
INSTRUCTIONS_PER_US = 125


def milliseconds(instructions):
    """A count of instructions as whole milliseconds, rounded up."""
    return -(-instructions // (1000 * INSTRUCTIONS_PER_US))
