"""A person at a PC who gives the commands for boards."""

import re
from collections import namedtuple

import pytest

from host_tools.board import __main__ as commands
from host_tools.board import link
from tests.board.hurry import hurry

Said = namedtuple("Said", "status out err")
Said.__doc__ = "What came of a command: its exit status and what it printed."
_WAY = re.compile(r"[A-Za-z`].*[.…`\w]$")


class Person:
    """Gives commands in a folder of its own.

    program: what is compiled here, a Program. top: where the backups are.
    """

    def __init__(self, capsys, top):
        self.program = None
        self.top = top
        self._capsys = capsys

    def say(self, command, board=None, *options):
        """Give a command, for this FakeBoard: a Said."""
        port = []
        if board:
            board.state()  # it may be away for a moment
            port = ["--port", board.port]
        self._capsys.readouterr()
        status = commands.main([command, *port, *options])
        return Said(status, *self._capsys.readouterr())

    def fails(self, command, board=None, *options):
        """Give a command that must fail: the line with what happened, and the next step.

        Both have to be there, and nothing else.
        """
        said = self.say(command, board, *options)
        assert said.status == 1, said
        assert "Traceback" not in said.out + said.err
        what, step = said.err.removesuffix("\n").split("\n")
        assert what.strip() and step.startswith("  ") and _WAY.match(step.strip()), said.err
        return what, step.strip()

    def deploy(self, program, board):
        """Deploy a Program, which must go well: a Said."""
        self.program = program
        said = self.say("deploy", board)
        assert said.status == 0 and not said.err, said
        return said


@pytest.fixture
def person(capsys, tmp_path, monkeypatch):
    """A Person who need not wait for anything."""
    found = Person(capsys, tmp_path / "backups")
    monkeypatch.setattr(commands, "compile_program", lambda: found.program)
    monkeypatch.setattr(commands, "_TOP", found.top)
    with hurry(link):
        yield found
