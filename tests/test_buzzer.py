"""The optional buzzer: a short tone with every message, and never a wait."""

from firmware.drivers.buzzer import BEEP_MS, TONE_HZ, Buzzer
from host_tools.device import Clock, Device


class Pwm:
    """Notes what it is told."""

    def __init__(self):
        self.told = []

    def freq(self, hz):
        self.told.append(("freq", hz))

    def duty_u16(self, duty):
        self.told.append(("duty", duty))


def test_it_is_silent_at_first_and_sounds_for_its_time():
    clock, pwm = Clock(), Pwm()
    buzzer = Buzzer(pwm, clock)
    assert pwm.told == [("freq", TONE_HZ), ("duty", 0)]
    buzzer.beep()
    assert buzzer.sounding and pwm.told[-1] == ("duty", 32768)
    clock.sleep_ms(BEEP_MS - 1)
    buzzer.look(clock.ticks_ms())
    assert buzzer.sounding
    clock.sleep_ms(1)
    buzzer.look(clock.ticks_ms())
    assert not buzzer.sounding and pwm.told[-1] == ("duty", 0)


def test_it_is_wrap_safe():
    clock, pwm = Clock(), Pwm()
    clock.ms = 2**30 - 10
    buzzer = Buzzer(pwm, clock)
    buzzer.beep()
    clock.sleep_ms(BEEP_MS)
    buzzer.look(clock.ticks_ms())
    assert not buzzer.sounding


def test_a_message_sounds_once_and_play_does_not():
    device = Device()
    pwm = Pwm()
    device.board.buzzer = Buzzer(pwm, device.board.clock)
    device.follow("ok ok left left")
    assert pwm.told[2:] == []
    device.follow("back wait:200")
    assert pwm.told[2:] == [("duty", 32768), ("duty", 0)]


def test_without_one_nothing_is_missed():
    device = Device()
    device.follow("ok ok up")
    assert any("No truck" in line for line in device.text())
