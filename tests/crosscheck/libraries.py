"""Libraries from PyPI for the scripts of this folder, in an environment of their own."""

import fcntl
import importlib.util
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENVIRONMENT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "crosscheck-venv"


def need(**modules):
    """Goes on only with these modules, each given with its package: `need(bs4="beautifulsoup4")`.

    Where one is missing, it is installed, and the script starts again in the environment that has it. Where that
    cannot be, the last line of the output says so, as JSON, and the script ends with status 0.
    """
    missing = [package for module, package in modules.items() if importlib.util.find_spec(module) is None]
    if not missing:
        return
    python = ENVIRONMENT / "bin" / "python"
    try:
        if pathlib.Path(sys.prefix) == ENVIRONMENT.resolve():
            raise OSError(f"{missing} are not what they should be")
        ENVIRONMENT.parent.mkdir(parents=True, exist_ok=True)
        with open(ENVIRONMENT.with_suffix(".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not python.exists():
                subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True, capture_output=True)
            install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *modules.values()]
            subprocess.run(install, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(json.dumps({"skipped": f"{' '.join(missing)}: {error}"}))
        sys.exit(0)
    os.execv(python, [str(python), *sys.argv])
