"""An optional piezo: a short tone with every message on the display."""

TONE_HZ = 2000
BEEP_MS = 60
_HALF = 32768  # of 65536: the loudest a piezo gets


class Buzzer:
    """Sounds for a while without anybody waiting for it.

    pwm: a machine.PWM, with `freq` and `duty_u16`. clock: with ticks_ms and ticks_diff.
    `sounding` is True until `look` has ended the tone.
    """

    def __init__(self, pwm, clock):
        self.sounding = False
        self._pwm = pwm
        self._clock = clock
        self._since = 0
        pwm.freq(TONE_HZ)
        pwm.duty_u16(0)

    def beep(self):
        """Begin to sound, or sound on."""
        self.sounding = True
        self._since = self._clock.ticks_ms()
        self._pwm.duty_u16(_HALF)

    def look(self, now):
        """End the tone if it has lasted BEEP_MS at `now`."""
        if self._clock.ticks_diff(now, self._since) >= BEEP_MS:
            self.sounding = False
            self._pwm.duty_u16(0)
