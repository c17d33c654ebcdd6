"""For pip: what pyproject.toml says, with the compiled part built by CMake."""
import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

try:
    import pybind11
except ImportError:
    pybind11 = None  # CMake finds that of the system

ROOT = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        target = Path(self.get_ext_fullpath(ext.name)).resolve()
        build = Path(self.build_temp).resolve()
        options = {
            "CMAKE_BUILD_TYPE": "Release", "GAUGEGL_PYTHON": "ON", "GAUGEGL_PROGRAM": "OFF", "GAUGEGL_VIEW": "OFF",
            "GAUGEGL_TESTS": "OFF", "GAUGEGL_DEMOS": "OFF", "GAUGEGL_INSTALL": "OFF", "BUILD_SHARED_LIBS": "OFF",
            "Python_EXECUTABLE": sys.executable,
        }
        if pybind11:
            options["pybind11_DIR"] = pybind11.get_cmake_dir()
        subprocess.run(["cmake", "-S", ROOT, "-B", build, *(f"-D{key}={value}" for key, value in options.items())], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "gaugegl_python", "--parallel", str(os.cpu_count() or 1)], check=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        (compiled,) = (build / "python" / "gaugegl").glob("_core*" + target.suffix)
        self.copy_file(str(compiled), str(target))


def version():
    return re.search(r"project\(gaugegl VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]


setup(version=version(), ext_modules=[Extension("gaugegl._core", [])], cmdclass={"build_ext": CMakeBuild})
