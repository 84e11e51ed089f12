"""The reference kit: every pin, address and part value, and every timing of the hands.

Nothing else in the firmware names a pin. These are the defaults: a maker who wires the device
differently says so in settings.txt (docs/settings.md) and leaves this file alone. Numbers after
"GP" are RP2040 GPIO numbers, not pins of the package.
"""

# Display: 128 x 64 OLED on I2C.
DISPLAY_KIND = "ssd1306"  # or "sh1106"
DISPLAY_ADDRESS = 0x3C  # 7-bit I2C address; some modules answer at 0x3D
DISPLAY_CONTRAST = 128  # 0..255
I2C_ID = 0  # RP2040 I2C block
I2C_SDA_PIN = 4  # GP4
I2C_SCL_PIN = 5  # GP5
I2C_FREQUENCY = 400_000  # Hz

# Matrix: 64 WS2812B pixels behind a level shifter.
MATRIX_PIN = 22  # GP22
MATRIX_SIDE = 8  # pixels along each side of the square
MATRIX_ORDER = "GRB"  # the order in which a pixel takes its three bytes
MATRIX_SERPENTINE = False  # True: odd rows of the panel are wired backwards
MATRIX_ROTATION = 0  # degrees clockwise by which the picture is turned: 0, 90, 180 or 270
MATRIX_BRIGHTNESS = 32  # 0..255, dim enough to look at across a table
MATRIX_LIMIT_MA = 400  # mA, what the 64 pixels may draw together
PALETTE = "safe"  # a name of firmware.picture.palette

# Buttons: momentary, to ground, internal pull-ups; in the order of firmware.buttons.KEYS.
BUTTON_PINS = (10, 11, 12, 13, 14, 15)  # UP GP10, DOWN, LEFT, RIGHT, OK, BACK GP15
POLL_MS = 5  # ms between two looks at the buttons
CONFIRM_MS = 1  # ms until a changed button is read a second time
IGNORE_MS = 20  # ms a button is left alone after an accepted change: contacts bounce
HOLD_MS = 600  # ms until a pressed button counts as held
REPEAT_MS = 120  # ms between repeats of a held arrow

# Optional piezo buzzer.
BUZZER_PIN = 16  # GP16
BUZZER_ON = False

TURN_CLOCK = False  # minutes for each player, or False for none

NOTEBOOK = "held"  # secrets are on the screen while OK is held; "quiet" without lights, or "free"

# Monster: the aliens as this table calls and lights them, in the order of the record notation.
ALIEN_NAMES = "green,yellow,blue,red,purple"
ALIEN_LETTERS = "GYBRP"
ALIEN_COLOURS = "palette"  # or five of RRGGBB with commas between
