#!/usr/bin/env python3
"""Completion as a person meets it: the shell itself, its stub, and the Tab key.

  completion_shells_test.py MAGE_LINEAGE bash|zsh|fish

bash and zsh run on a pseudo terminal: the line is typed, Tab is pressed, and the line as it then stands is
echoed. fish is asked for what it would offer. Skipped (exit status 77) where the shell is not there.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve()
STUBS = HERE.parents[2] / "completions"
SHOP = HERE.parents[1] / "projects" / "shop"

# What is typed, and what Tab makes of it. Commands, options, values, names of the project's own, files.
CASES = [
    ("mage-lineage stat", "mage-lineage status"),
    ("mage-lineage snapshot bui", "mage-lineage snapshot build"),
    ("mage-lineage check --allow-ins", "mage-lineage check --allow-insecure-http"),
    ("mage-lineage emit pipeline ord", "mage-lineage emit pipeline orders_daily"),
    ("mage-lineage emit block load_orders --mutation cre",
     "mage-lineage emit block load_orders --mutation created"),
    ("mage-lineage emit trigger eve", "mage-lineage emit trigger every morning"),
    ("mage-lineage snapshot build --project data_lo", "mage-lineage snapshot build --project data_loaders"),
    ("mage-lineage redact require", "mage-lineage redact requirements.txt"),
    ("mage-lineage nothing-of-the-kind xy", "mage-lineage nothing-of-the-kind xy"),
]


class Terminal:
    """A shell on a pseudo terminal."""

    def __init__(self, argv, environment):
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.chdir(environment["HOME"])
            os.execve(argv[0], argv, environment)
        self.output = ""

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def wait_for(self, pattern):
        """Reads until the pattern has come, and gives its group; None when the shell says no more."""
        while True:
            found = re.search(pattern, self.output)
            if found:
                self.output = self.output[found.end():]
                return found[1]
            if not select.select([self.fd], [], [], 30)[0]:
                return None
            piece = os.read(self.fd, 65536).decode(errors="replace")
            self.output += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]", "", piece)

    def end(self):
        os.close(self.fd)
        os.waitpid(self.child, 0)


def on_terminal(argv, environment, setup, lines):
    """What stands on the line after Tab, for every line: echoed by `echo GOT:` put before it."""
    shell, got = Terminal(argv, environment), []
    shell.type(setup + "; echo READY-$((40 + 2))\r")
    shell.wait_for(r"(READY-42)")
    for line in lines:
        shell.type(line + "\t\x01echo GOT: \x05\r")
        became = shell.wait_for(r"[\r\n]GOT: ([^\r\n]*)[\r\n]")
        got.append((became or "nothing: " + shell.output).rstrip(" /"))
    shell.end()
    return got


def in_fish(shell, environment, lines):
    """The line as it would stand, if fish has one thing to offer."""
    out = []
    for line in lines:
        offered = subprocess.run(
            [shell, "--no-config", "-c", f"source {STUBS}/mage-lineage.fish; complete -C '{line}'"],
            env=environment, cwd=environment["HOME"], capture_output=True, text=True, check=True).stdout
        words = [row.split("\t")[0].rstrip("/") for row in offered.splitlines()]
        out.append(line[: line.rindex(" ") + 1] + words[0] if len(words) == 1 else line)
    return out


def main():
    binary, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    shell = shutil.which(name)
    if shell is None:
        print(f"skipped: {name} is not there")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="mage-lineage-completion-") as folder:
        home = pathlib.Path(folder) / "home"
        shutil.copytree(SHOP, home)
        environment = {"PATH": f"{os.path.dirname(binary)}:{os.environ['PATH']}", "HOME": str(home),
                       "TERM": "xterm", "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": str(home / ".config"),
                       "XDG_DATA_HOME": str(home / ".data"), "PS1": "> ", "COLUMNS": "200"}
        lines = [line for line, _ in CASES]
        if name == "bash":
            got = on_terminal([shell, "--norc", "--noprofile", "-i"], environment,
                              f"bind 'set enable-bracketed-paste off'; . {STUBS}/mage-lineage.bash", lines)
        elif name == "zsh":
            got = on_terminal([shell, "-f", "-i"], environment,
                              f"unset zle_bracketed_paste; bindkey -e; fpath=({STUBS} $fpath); "
                              "autoload -Uz compinit; compinit -u -D", lines)
        else:
            got = in_fish(shell, environment, lines)
    failed = [f"{line!r} became {became!r}, not {wanted!r}"
              for (line, wanted), became in zip(CASES, got) if became != wanted]
    print("\n".join(failed) or f"{name}: {len(CASES)} lines completed")
    sys.exit(1 if failed else 0)


main()
