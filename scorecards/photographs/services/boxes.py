"""Export the boxes of confirmed cards as small pictures, to train the reader with real hands."""

import io
import zipfile
from contextlib import suppress

from scorecards.models import PictureConfirmation
from scorecards.photographs.boxes import labels_of, png
from scorecards.photographs.engine import Engine, EngineFailed
from scorecards.photographs.files import path_of
from tournaments.models import Tournament

EPOCH = (1980, 1, 1, 0, 0, 0)


def boxes_of(tournament: Tournament, engine: Engine) -> bytes:
    """Return a zip file with a folder for each sign, as ``make model ARGS="--real FOLDER"`` takes them. No names.

    Pictures that were deleted, or cannot be read any more, are left out.
    """
    confirmed = PictureConfirmation.objects.active().filter(picture__file__tournament=tournament).order_by("pk")
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as archive:
        for number, one in enumerate(confirmed.select_related("picture"), start=1):
            labels = labels_of(one.picture.reading, one.confirmed) if one.picture.reading else {}
            if not labels or not one.picture.stored or not path_of(one.picture.stored).is_file():
                continue
            with suppress(EngineFailed):
                crops = engine.cut(path_of(one.picture.stored), tournament.games)
                for (game, column, place), folder in labels.items():
                    name = f"{folder}/{number:04}-{game:02}-{column.value}-{place}.png"
                    archive.writestr(zipfile.ZipInfo(name, EPOCH), png(crops[game, column, place]))
    return found.getvalue()
