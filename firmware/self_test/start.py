"""First what needs nobody: keys that are down, the display's bus, the storage, the memory."""

from firmware.buttons import KEYS
from firmware.picture import widgets
from firmware.screens.screen import LIGHTS
from firmware.self_test.step import Step
from firmware.storage.keeper import said

HANDS_OFF_MS = 3000  # what is down longer than that is no finger
READ_MS = 500  # the words are shown for at least so long
FILE = "self-test"  # written, read and removed again
SCANT_KB = 32  # storage: less is soon too little for another game
_ADDRESSES = (0x3C, 0x3D)  # where displays of this kind answer
_SWEEP = bytes(range(256))  # every byte once


class StartStep(Step):
    """Waits until all keys are up, and looks at everything that can be looked at alone."""

    def tick(self, now):
        passed = self.passed(now)
        if passed < READ_MS:
            return 0
        down = self._down()
        if down and passed < HANDS_OFF_MS:
            return 0
        self.trial.leave_alone(down)
        check_bus(self.trial)
        check_storage(self.trial)
        check_memory(self.trial)
        for problem in self.trial.app.settings.problems:
            self.trial.fault(problem + ". The default is used.")
        self.over = True
        return LIGHTS

    def _down(self):
        low = self.trial.probe.low()
        keys = 0
        for key in range(len(KEYS)):
            if low >> self.trial.pins[key] & 1:
                keys |= 1 << key
        return keys

    def draw(self, frame):
        widgets.title(frame, "Self-test")
        lines = widgets.wrapped(frame, "Hands off the buttons. The device looks at itself.")
        for at in range(len(lines)):
            frame.text(lines[at], 2, widgets.TOP + 1 + widgets.ROW * (at + 1))
        widgets.bottom(frame, "BACK leave")


def check_bus(trial):
    """Whether the display answers, and if not, which of its wires is to blame."""
    get = trial.app.settings.get
    sda, scl, wanted = get("sda"), get("scl"), get("display_address")
    low = trial.probe.low()
    if low >> sda & low >> scl & 1:
        trial.fault(
            f"Display: SDA (GP{sda}) and SCL (GP{scl}) are low. Does it get 3V3? "
            + "Does a wire touch GND?"
        )
        return
    for name, pin in (("SDA", sda), ("SCL", scl)):
        if low >> pin & 1:
            trial.fault(
                f"Display: {name} (GP{pin}) is held low. Look for a bridge to GND, then take the "
                + "power off and on."
            )
            return
    found = trial.probe.scan()
    if wanted in found:
        trial.well(f"display answers at 0x{wanted:02x}")
        return
    for other in _ADDRESSES:
        if other in found:
            trial.fault(
                f"Display: it answers at 0x{other:02x}, not 0x{wanted:02x}. "
                + f"Put into settings.txt: display_address 0x{other:02x}"
            )
            return
    if not found and trial.probe.scan_exchanged():
        trial.fault(
            f"Display: SDA and SCL are exchanged. SDA goes to GP{sda}, SCL to GP{scl}."
        )
    elif found:
        trial.fault(
            f"Display: not at 0x{wanted:02x}, but something answers at 0x{found[0]:02x}. "
            + f"Check its wires: 3V3, GND, SDA to GP{sda}, SCL to GP{scl}."
        )
    else:
        trial.fault(
            f"Display: no answer. Check its wires: 3V3, GND, SDA to GP{sda}, SCL to GP{scl}."
        )


def check_storage(trial):
    """Write a file, read it back, remove it; and how much room there is."""
    files = trial.app.board.files
    try:
        files.write(FILE, _SWEEP)
        same = files.read(FILE) == _SWEEP
        files.remove(FILE)
    except OSError as error:
        trial.fault(
            f"Storage: {said(error)}. Delete kept games; if that does not help, install the "
            + "firmware anew."
        )
    else:
        if same:
            trial.well("storage keeps what is written")
        else:
            trial.fault(
                "Storage: it gives back other bytes than were written. Install the firmware anew; "
                + "if this stays, change the Pico."
            )
    free = trial.probe.free_storage()
    if free is None:
        return
    trial.figure(f"storage {free >> 10} KB free")
    if free >> 10 < SCANT_KB:
        trial.fault(f"Storage: only {free >> 10} KB are free. Delete kept games or other files.")


def check_memory(trial):
    """How much memory is free while this runs, and what runs it."""
    trial.figure(f"free heap {trial.probe.free_heap() >> 10} KB")
    trial.figure(trial.probe.version())
