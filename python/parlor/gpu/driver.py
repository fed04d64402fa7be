"""The few calls of the CUDA driver that a Batch needs, through ctypes.

The driver's own library is the only one that every machine with a GPU has; nothing is
linked or compiled against it, so the package is the same with and without one. What
runs often, a launch, is one call with its arguments laid out beforehand.
"""

import ctypes
import sys
from functools import cache
from typing import Any


class CudaError(RuntimeError):
    """There is no GPU, or it said no; its own words follow."""


@cache
def library() -> ctypes.CDLL:
    """The driver, awake."""
    try:
        made = ctypes.CDLL("libcuda.so.1")
    except OSError as said:
        raise CudaError(f"there is no CUDA driver on this machine: {said}") from None
    _check(made, made.cuInit(0), "cuInit")
    return made


def _check(lib: ctypes.CDLL, status: int, what: str) -> None:
    if status:
        text = ctypes.c_char_p()
        lib.cuGetErrorString(status, ctypes.byref(text))
        raise CudaError(f"{what}: {(text.value or b'error').decode()} ({status})")


def call(name: str, *args: Any) -> None:
    """One call; anything but success is an exception."""
    lib = library()
    _check(lib, getattr(lib, name)(*args), name)


class Device:
    """A GPU and the context on it that everybody in the process shares."""

    def __init__(self, number: int = 0) -> None:
        self.number = number
        handle, context = ctypes.c_int(), ctypes.c_void_p()
        call("cuDeviceGet", ctypes.byref(handle), number)
        call("cuDevicePrimaryCtxRetain", ctypes.byref(context), handle)
        self.handle, self.context = handle, context
        self.arch = f"sm_{self.attribute(75)}{self.attribute(76)}"

    def attribute(self, number: int) -> int:
        value = ctypes.c_int()
        call("cuDeviceGetAttribute", ctypes.byref(value), number, self.handle)
        return value.value

    @property
    def name(self) -> str:
        text = ctypes.create_string_buffer(200)
        call("cuDeviceGetName", text, len(text), self.handle)
        return text.value.decode()

    def enter(self) -> None:
        """What follows in this thread is for this GPU."""
        call("cuCtxSetCurrent", self.context)

    def load(self, code: bytes, names: list[str]) -> dict[str, ctypes.c_void_p]:
        """Functions of compiled code, those of these names that are in it."""
        self.enter()
        module = ctypes.c_void_p()
        call("cuModuleLoadData", ctypes.byref(module), code)
        found = {}
        for name in names:
            function = ctypes.c_void_p()
            if name.encode() + b"\0" in code:
                call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
                found[name] = function
        return found


@cache
def device(number: int = 0) -> Device:
    return Device(number)


class Memory:
    """So many bytes on a GPU, zeroed; they go when nobody has them any more."""

    def __init__(self, on: Device, size: int) -> None:
        self.device, self.size = on, size
        pointer = ctypes.c_uint64()
        on.enter()
        call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(max(size, 16)))
        self.pointer = pointer.value
        call("cuMemsetD8_v2", pointer, ctypes.c_ubyte(0), ctypes.c_size_t(max(size, 16)))

    def write(self, data: Any, stream: int = 0) -> None:
        view = memoryview(data).cast("B")
        if view.nbytes > self.size:
            raise ValueError(f"{view.nbytes} bytes do not fit into {self.size}")
        raw = (ctypes.c_char * view.nbytes).from_buffer_copy(view)
        self.device.enter()
        call("cuStreamSynchronize", ctypes.c_void_p(stream))
        call("cuMemcpyHtoD_v2", ctypes.c_uint64(self.pointer), raw, ctypes.c_size_t(view.nbytes))

    def zero(self, stream: int = 0) -> None:
        self.device.enter()
        size = ctypes.c_size_t(self.size)
        pointer = ctypes.c_uint64(self.pointer)
        call("cuMemsetD8Async", pointer, ctypes.c_ubyte(0), size, ctypes.c_void_p(stream))

    def read(self, size: int | None = None, stream: int = 0) -> bytes:
        size = self.size if size is None else size
        raw = ctypes.create_string_buffer(size)
        self.device.enter()
        call("cuStreamSynchronize", ctypes.c_void_p(stream))
        call("cuMemcpyDtoH_v2", raw, ctypes.c_uint64(self.pointer), ctypes.c_size_t(size))
        return raw.raw

    def __del__(self) -> None:
        if getattr(self, "pointer", 0) and not sys.is_finalizing():
            library().cuCtxSetCurrent(self.device.context)
            library().cuMemFree_v2(ctypes.c_uint64(self.pointer))


def wait(first: int, then: int) -> None:
    """What comes next on one stream waits for what was asked of another."""
    if first == then:
        return
    event = ctypes.c_void_p()
    call("cuEventCreate", ctypes.byref(event), 2)
    call("cuEventRecord", event, ctypes.c_void_p(first))
    call("cuStreamWaitEvent", ctypes.c_void_p(then), event, 0)
    call("cuEventDestroy_v2", event)


def stream_of(given: Any) -> int:
    """A stream as a number: torch's, CuPy's, a plain one; None is the current one of torch
    or CuPy where one of them is in use, else the default."""
    if given is None:
        torch, cupy = sys.modules.get("torch"), sys.modules.get("cupy")
        if torch is not None and torch.cuda.is_initialized():
            return torch.cuda.current_stream().cuda_stream
        return cupy.cuda.get_current_stream().ptr if cupy is not None else 0
    for name in ("cuda_stream", "ptr"):
        if hasattr(given, name):
            return int(getattr(given, name))
    if hasattr(given, "__cuda_stream__"):
        return int(given.__cuda_stream__()[1])
    return int(given)
