"""Builds the wheel of this folder for pip, with the standard library only (PEP 517)."""

import base64
import hashlib
import re
import zipfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes cardroom-VERSION-py3-none-any.whl into a directory and returns its name."""
    project = dict(re.findall(r'^([a-z-]+) = "(.*)"$', (FOLDER / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE))
    title = f"{project['name']}-{project['version']}"
    info = f"{title}.dist-info"
    metadata = f"""Metadata-Version: 2.1
Name: {project["name"]}
Version: {project["version"]}
Summary: {project["description"]}
Requires-Python: {project["requires-python"]}
Description-Content-Type: text/markdown

{(FOLDER / project["readme"]).read_text(encoding="utf-8")}"""
    files = {
        "cardroom.py": (FOLDER / "cardroom.py").read_bytes(),
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: wheels.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    name = f"{title}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w") as wheel:
        for path, content in files.items():
            wheel.writestr(zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return name
