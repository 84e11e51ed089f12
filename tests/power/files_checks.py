"""What every kind of Files must do; runs on both Pythons, on fresh and empty files each."""


def refused(act, *arguments):
    """Whether `act` raises OSError."""
    try:
        act(*arguments)
    except OSError:
        return True
    return False


def nothing_is_there(files):
    assert files.read("a") is None
    assert files.read("folder/a") is None
    assert files.names("folder") == []


def written_is_read(files):
    for data in (b"", b"\x00", b"text", bytes(range(256)), b"\xff" * 5000):
        files.write("a", data)
        assert files.read("a") == data
        assert type(files.read("a")) is bytes


def writing_replaces(files):
    files.write("folder/a", b"a long content")
    files.write("folder/a", b"short")
    assert files.read("folder/a") == b"short"
    files.write("folder/a", b"")
    assert files.read("folder/a") == b""
    assert files.names("folder") == ["a"]


def any_bytes_are_written(files):
    data = bytearray(b"one")
    files.write("a", data)
    files.append("a", data)
    data[0] = 0
    assert files.read("a") == b"oneone"


def folders_come_with_the_file(files):
    files.write("one/two/three/a", b"1")
    files.write("one/two/b", b"2")
    files.append("one/other/c", b"3")
    assert files.read("one/two/three/a") == b"1"
    assert files.read("one/other/c") == b"3"
    assert files.names("one") == ["other", "two"]
    assert files.names("one/two") == ["b", "three"]


def appending_adds(files):
    files.append("folder/a", b"one")
    files.append("folder/a", b"")
    files.append("folder/a", b"two")
    assert files.read("folder/a") == b"onetwo"
    files.write("folder/a", b"new")
    files.append("folder/a", b"+")
    assert files.read("folder/a") == b"new+"


def names_are_sorted(files):
    for name in ("b", "a", "10", "9", "A", "a.b", "damaged-x", "a+"):
        files.write("folder/" + name, b"")
    assert files.names("folder") == ["10", "9", "A", "a", "a+", "a.b", "b", "damaged-x"]


def renaming_replaces(files):
    files.write("folder/a", b"one")
    files.write("folder/b", b"two")
    files.rename("folder/a", "folder/b")
    assert files.read("folder/b") == b"one"
    assert files.read("folder/a") is None
    assert files.names("folder") == ["b"]


def removing(files):
    files.write("folder/a", b"one")
    files.write("folder/b", b"two")
    files.remove("folder/a")
    files.remove("folder/a")
    files.remove("nowhere/a")
    assert files.names("folder") == ["b"]
    assert files.read("folder/a") is None


def removing_a_folder(files):
    files.write("folder/a", b"one")
    files.write("folder/below/b", b"two")
    files.write("folder/below/deeper/c", b"three")
    files.write("folder2/a", b"four")
    files.remove_folder("folder")
    files.remove_folder("folder")
    assert files.names("folder") == []
    assert files.read("folder/a") is None
    assert files.read("folder/below/b") is None
    assert files.read("folder2/a") == b"four"
    files.write("folder/a", b"again")
    assert files.names("folder") == ["a"]


CHECKS = (
    nothing_is_there,
    written_is_read,
    writing_replaces,
    any_bytes_are_written,
    folders_come_with_the_file,
    appending_adds,
    names_are_sorted,
    renaming_replaces,
    removing,
    removing_a_folder,
)


def renaming_nothing_is_refused(files):
    files.write("folder/b", b"two")
    assert refused(files.rename, "folder/a", "folder/b")
    assert files.read("folder/b") == b"two"


REFUSALS = (renaming_nothing_is_refused,)
