"""Features that style sheets must not use."""

import re

from tests.conftest import ROOT

WHOLE_PAGE = re.compile(r"(?:^|[\s>+~,])(?:html|body|:root|\*)?:has\([^)]")


def test_no_sheet_styles_the_whole_page_again_with_each_change() -> None:
    """Chromium styles all of a page with ``:has()`` about itself, or any element, again whenever a word changes."""
    sheets = (ROOT / "static" / "css").glob("*.css")
    found = [
        f"{sheet.name}: {line.strip()}"
        for sheet in sheets
        for line in sheet.read_text().splitlines()
        if WHOLE_PAGE.search(line)
    ]
    assert found == []
