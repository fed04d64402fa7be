"""The rules compiled for a GPU by NVRTC, at first use, and kept on disk.

NVRTC needs no GPU and no driver to compile, and it comes with every CUDA build of torch,
CuPy and JAX (or alone: pip install nvidia-cuda-nvrtc).
"""

import ctypes
import glob
import hashlib
import importlib.util
import json
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path

from parlor import _core

BLOCK = 32  # threads: one warp, as cuda/device.h has it
HALVES = ("MOVES", "LOOKS")  # of the kernels: compiled beside each other


class CompileError(RuntimeError):
    """NVRTC is not there, or refused the source; its own words follow."""


@cache
def sources() -> dict[str, dict]:
    """'units': for each game its sources in order; 'reads': the files that they are made of;
    'files': the text of every file."""
    return json.loads((Path(__file__).parent / "rules.json").read_text())


def unit(game: str, half: str) -> str:
    """The one file that half the kernels of a game are to the compiler."""
    lines = [f'#include "{name}"' for name in sources()["units"][game]]
    ours = [f"#define BATCH_{half}", '#include "cuda/device.h"', '#include "cuda/batch.h"', ""]
    return "\n".join([*lines, *ours])


def flags(game: str, arch: str, half: str) -> list[str]:
    """What the compiler is told. Left to itself it takes every function into every other: what
    looks at a small game gains by that, what makes moves takes many times as long to compile
    and gains nothing (docs/GPU.md). Before 13.4 it gets battles wrong unless it does least."""
    effort = "mid"
    if game == "combat" and version() < (13, 4):
        effort = "max"
    elif half == "LOOKS" and _core.state_bytes(game) <= 512:
        effort = "0"
    return [
        f"--Ofast-compile={effort}",
        f"--gpu-architecture={arch}",
        "-default-device",
        "-std=c++20",
        "-DPARLOR_NO_ASSERT",
        "-diag-suppress=177,550",
    ]


def _folders() -> list[str]:
    """Where libraries of CUDA are found beside the system's own places."""
    found = []
    spec = importlib.util.find_spec("nvidia")
    for root in spec.submodule_search_locations or [] if spec else []:
        found += [f"{root}/cu13/lib", f"{root}/cuda_nvrtc/lib"]
    for root in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if root:
            found += [f"{root}/lib64", f"{root}/lib"]
    return found


@cache
def library() -> ctypes.CDLL:
    """libnvrtc, wherever it is."""
    places = [p for f in _folders() for p in sorted(glob.glob(f"{f}/libnvrtc.so.*"), reverse=True)]
    for place in [*places, "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"]:
        try:
            made = ctypes.CDLL(place)
        except OSError:
            continue
        made.nvrtcGetErrorString.restype = ctypes.c_char_p
        return made
    raise CompileError("NVRTC was not found: pip install nvidia-cuda-nvrtc, or set CUDA_HOME")


def _check(status: int, what: str) -> None:
    if status:
        said = library().nvrtcGetErrorString(status).decode()
        raise CompileError(f"{what}: {said}")


@cache
def version() -> tuple[int, int]:
    major, minor = ctypes.c_int(), ctypes.c_int()
    _check(library().nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)), "nvrtcVersion")
    return major.value, minor.value


def _words(texts: list[str]) -> ctypes.Array:
    return (ctypes.c_char_p * len(texts))(*[text.encode() for text in texts])


def compile(game: str, arch: str, half: str) -> bytes:
    """Half the kernels of a game as machine code; 'arch' like "sm_90"."""
    lib, files, program = library(), sources()["files"], ctypes.c_void_p()
    _check(
        lib.nvrtcCreateProgram(
            ctypes.byref(program),
            unit(game, half).encode(),
            f"{game}-{half.lower()}.cu".encode(),
            len(files),
            _words(list(files.values())),
            _words(list(files)),
        ),
        "nvrtcCreateProgram",
    )
    size = ctypes.c_size_t()
    told = flags(game, arch, half)
    status = lib.nvrtcCompileProgram(program, len(told), _words(told))
    if status:
        lib.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        lib.nvrtcGetProgramLog(program, log)
        raise CompileError(f"{game} for {arch}:\n{log.value.decode(errors='replace')}")
    _check(lib.nvrtcGetCUBINSize(program, ctypes.byref(size)), "nvrtcGetCUBINSize")
    code = ctypes.create_string_buffer(size.value)
    _check(lib.nvrtcGetCUBIN(program, code), "nvrtcGetCUBIN")
    lib.nvrtcDestroyProgram(ctypes.byref(program))
    return code.raw


def key(game: str, arch: str, half: str) -> str:
    """A name for exactly this code: its sources, flags and compiler."""
    files = sources()["files"]
    text = [unit(game, half), str(version()), *flags(game, arch, half)]
    reads = sources()["reads"][game]
    own = [name for name in files if not name.startswith("games/") or name in reads]
    for name in sorted(own):
        text += [name, files[name]]
    digest = hashlib.sha256("\0".join(text).encode()).hexdigest()
    return f"{game}-{half.lower()}-{arch}-{digest[:24]}"


def folder() -> Path:
    """Where compiled code is kept: PARLOR_CACHE, or the user's cache."""
    given = os.environ.get("PARLOR_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlor"


def code(game: str, arch: str) -> list[bytes]:
    """The kernels, compiled now, both halves beside each other, or before."""
    with ThreadPoolExecutor(len(HALVES)) as both:  # the compiler lets go of Python's lock
        return list(both.map(partial(_code, game, arch), HALVES))


def _code(game: str, arch: str, half: str) -> bytes:
    kept = folder() / f"{key(game, arch, half)}.cubin"
    if kept.is_file():
        return kept.read_bytes()
    print(f"parlor: compiling {game} ({half.lower()}) for {arch}, once", file=sys.stderr)
    made = compile(game, arch, half)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as out:
            out.write(made)
        os.replace(out.name, kept)
    except OSError as said:
        print(f"parlor: not kept in {kept.parent}: {said}", file=sys.stderr)
    return made
