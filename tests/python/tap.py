"""One TAP line a check, and what went wrong below those that fail."""

import sys
import traceback


def run(checks):
    """Each check is (name, call); ends the program with what became of them."""
    print(f"1..{len(checks)}", flush=True)
    failed = 0
    for number, (name, call) in enumerate(checks, 1):
        try:
            call()
            print(f"ok {number} - {name}", flush=True)
        except BaseException:
            failed += 1
            print(f"not ok {number} - {name}", flush=True)
            print("# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
    sys.exit(failed > 0)


def named(test):
    return test.__name__.replace("_", " ")
