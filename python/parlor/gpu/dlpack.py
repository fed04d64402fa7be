"""Memory of a GPU as an array that torch, CuPy and JAX take over without a copy."""

import ctypes
import sys
from typing import Any

import numpy as np

from parlor.gpu import driver

_CUDA = 2
_KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    pass


_DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _DELETER)]

_NAME = b"dltensor"
_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

_held: dict[int, Any] = {}  # what a consumer has not given back yet


@_DELETER
def _give_back(managed: Any, _is_ending: Any = sys.is_finalizing) -> None:
    if _held is not None:  # Python may be ending
        _held.pop(ctypes.addressof(managed.contents), None)


_DESTROY = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_raw = ctypes.PyDLL(None)  # the same calls on a bare pointer: the object is going
_raw.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_raw.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_raw.PyCapsule_GetPointer.restype = ctypes.c_void_p


@_DESTROY
def _destroy(capsule: Any) -> None:
    if _raw.PyCapsule_IsValid(capsule, _NAME):  # nobody took it
        _held.pop(_raw.PyCapsule_GetPointer(capsule, _NAME), None)


class Array:
    """A part of a GPU's memory with a shape; rows may lie apart."""

    def __init__(
        self,
        memory: driver.Memory,
        shape: tuple[int, ...],
        dtype: Any,
        stream: Any,
        row: int | None = None,
    ) -> None:
        self.memory, self.shape, self.dtype = memory, shape, np.dtype(dtype)
        self.pointer = memory.pointer
        self._stream = stream
        tail = 1
        strides: list[int] = []
        for length in reversed(shape):
            strides.insert(0, tail)
            tail *= length
        if row is not None:
            strides[0] = row // self.dtype.itemsize
        self.strides = tuple(strides)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        size = self.dtype.itemsize
        return {
            "shape": self.shape,
            "strides": tuple(stride * size for stride in self.strides),
            "typestr": self.dtype.str,
            "data": (self.pointer, False),
            "version": 3,
            "stream": self._stream() or 1,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, self.memory.device.number

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A capsule; the consumer's stream waits for what is still being written."""
        if stream != -1:
            theirs = 0 if stream in (None, 1) else int(stream)
            driver.wait(self._stream(), theirs)
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        strides = (ctypes.c_int64 * len(self.shape))(*self.strides)
        made = _Managed()
        made.tensor = _Tensor(
            self.pointer,
            _CUDA,
            self.memory.device.number,
            len(self.shape),
            _KINDS[self.dtype.kind],
            8 * self.dtype.itemsize,
            1,
            ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
            ctypes.cast(strides, ctypes.POINTER(ctypes.c_int64)),
            0,
        )
        made.deleter = _give_back
        _held[ctypes.addressof(made)] = (made, shape, strides, self.memory)
        return _api.PyCapsule_New(ctypes.addressof(made), _NAME, ctypes.cast(_destroy, ctypes.c_void_p))

    def numpy(self) -> np.ndarray:
        """A copy on the host."""
        size = self.dtype.itemsize
        rows = self.shape[0] * self.strides[0] * size
        flat = np.frombuffer(self.memory.read(rows, self._stream()), self.dtype)
        return np.lib.stride_tricks.as_strided(flat, self.shape, [stride * size for stride in self.strides]).copy()

    def __repr__(self) -> str:
        return f"<{self.dtype} array {self.shape} on GPU {self.memory.device.number}>"


class Borrowed:
    """Somebody else's array for the time of one call: where it is and what is in it."""

    def __init__(self, given: Any, stream: int) -> None:
        kind, self.device = given.__dlpack_device__()
        if kind != _CUDA:
            raise TypeError("actions lie on the host; a Batch on a GPU takes a CUDA array")
        self.capsule = given.__dlpack__(stream=stream or 1)
        pointer = _api.PyCapsule_GetPointer(self.capsule, _NAME)
        tensor = ctypes.cast(pointer, ctypes.POINTER(_Managed)).contents.tensor
        self.shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
        self.pointer = (tensor.data or 0) + tensor.byte_offset
        self.code, self.bits = tensor.code, tensor.bits
        dense = not tensor.strides or tensor.ndim != 1 or tensor.strides[0] == 1
        if not dense and self.shape[0] > 1:
            raise ValueError("actions lie apart in memory; make them contiguous")
