"""Many tables on one GPU, from the same rules: what parlor.Batch(..., device="cuda") is."""

from parlor.gpu.batch import CudaBatch
from parlor.gpu.dlpack import Array
from parlor.gpu.driver import CudaError
from parlor.gpu.nvrtc import CompileError

__all__ = ["Array", "CompileError", "CudaBatch", "CudaError"]
