#!/usr/bin/env python3
"""The hardening that the compiler and linker were asked for has arrived in the program and its modules.

  hardening_test.py MAGE_LINEAGE CURL_MODULE SIMDJSON_MODULE [--optimized]

--optimized: the build is one whose calls of the C library are checked (_FORTIFY_SOURCE).
"""
import re
import subprocess
import sys


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def look(path, is_program, optimized):
    dynamic = run("readelf", "-dW", path)
    segments = run("readelf", "-lW", path)
    symbols = run("readelf", "--dyn-syms", "-W", path)
    header = run("readelf", "-hW", path)
    needs = {
        "is position independent (ET_DYN)": re.search(r"Type:\s+DYN", header),
        "has a GNU_RELRO segment": "GNU_RELRO" in segments,
        "binds all symbols at start (BIND_NOW)": re.search(r"FLAGS.*\bBIND_NOW\b|\(BIND_NOW\)", dynamic),
        "binds all symbols at start (NOW)": re.search(r"FLAGS_1.*\bNOW\b", dynamic),
        "has a stack that is not executable": re.search(r"GNU_STACK\s.*\sRW\s", segments),
        "has no segment that is writable and executable": not re.search(r"LOAD\s.*\sRWE\s", segments),
        "has no relocation of its text": "TEXTREL" not in dynamic,
        "looks for libraries where the system has them": not re.search(r"\((RPATH|RUNPATH)\)", dynamic),
    }
    if is_program:
        needs["is an executable of that kind (PIE)"] = re.search(r"FLAGS_1.*\bPIE\b", dynamic)
        needs["guards its stack (__stack_chk_fail)"] = "__stack_chk_fail" in symbols
        if optimized:
            checked = set(re.findall(r"\b(__\w+_chk)\b", symbols)) - {"__cxa_chk"}
            needs["checks calls of the C library (_FORTIFY_SOURCE)"] = checked
        if "X86-64" in header:
            code = run("objdump", "-d", "--no-show-raw-insn", "--disassemble=main", path)
            needs["marks the targets of indirect jumps (-fcf-protection)"] = re.search(
                r"<main>:\n\s+[0-9a-f]+:\s+endbr64", code)
    failed = [what for what, holds in needs.items() if not holds]
    for what in failed:
        print(f"{path}: not true: it {what}")
    print(f"{path}: {len(needs) - len(failed)} of {len(needs)} hold")
    return not failed


def main():
    program, *modules = [word for word in sys.argv[1:] if word and not word.startswith("--")]
    optimized = "--optimized" in sys.argv
    results = [look(program, True, optimized)] + [look(module, False, optimized) for module in modules]
    sys.exit(0 if all(results) else 1)


main()
