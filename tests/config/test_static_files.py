"""Names of static files with a hash."""

import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import FileSystemStorage

from config.static_files import StaticFiles


def test_scripts_import_each_other_by_the_names_that_pages_ask_for(tmp_path: Path) -> None:
    source = FileSystemStorage(location=settings.BASE_DIR / "static")
    scripts = sorted((settings.BASE_DIR / "static").glob("js/*/*.js"))
    names = [path.relative_to(settings.BASE_DIR / "static").as_posix() for path in scripts]
    storage = StaticFiles(location=tmp_path, base_url="/static/")
    for name, path in zip(names, scripts, strict=True):
        storage.save(name, path.open("rb"))

    processed = list(storage.post_process({name: (source, name) for name in names}))

    stored = {storage.stored_name(name) for name in names}
    imported = [
        (tmp_path / name).parent.joinpath(found).resolve().relative_to(tmp_path).as_posix()
        for name in stored
        for found in re.findall(r'(?:from|import) "(\.[^"]+)"', (tmp_path / name).read_text())
    ]
    assert not [fault for *_, fault in processed if isinstance(fault, Exception)]
    assert imported
    assert set(imported) <= stored
