"""Photographed scorecards: the files that came, the cards found on them, and what people confirmed.

The pictures themselves lie beside the database, in the folder ``settings.PICTURES_DIR``. Nothing here is a line: a
line is written by the confirmation, as a checker who types it would.
"""

from django.db import models
from django.db.models import Q

from scorecards.models.base import ACTIVE, StaffRecord
from tournaments.models import Entrant, Tournament

MAX_PICTURE_DAYS = 365
PICTURE_DAYS = 30


class PictureFile(StaffRecord):
    """One file that a checker sent: a photograph, or a scan of several pages. It waits until the reader took it.

    ``key`` is made by the browser: the same file sent again counts once. ``stored`` is its name in the folder of
    pictures, blank once it was deleted. ``claimed_at`` is when a reader took it, or went on to its next page: from one
    that then falls silent it is taken again, at most twice. ``pages`` of it, known once the reader has opened it,
    ``pages_read`` are done. ``refusal`` says why nothing of it could be used.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        READ = "read"
        REFUSED = "refused"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="picture_files")
    key = models.UUIDField(unique=True)
    name = models.CharField(max_length=150, blank=True)
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    stored = models.CharField(max_length=100, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    refusal = models.CharField(max_length=30, blank=True)
    pages = models.PositiveSmallIntegerField(default=0)
    pages_read = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta(StaffRecord.Meta):
        indexes = (models.Index(name="files_that_wait", fields=["state", "id"]),)
        constraints = (
            models.UniqueConstraint(
                name="picture_file_once", fields=["tournament", "digest"], condition=ACTIVE & ~Q(stored="")
            ),
        )

    def __str__(self) -> str:
        return f"picture file {self.pk}"


class CardPicture(StaffRecord):
    """One card found on a file, and what the reader read there. Revoked where somebody set it aside.

    ``reading`` is the :class:`scorecards.photo.reading.CardReading` as ``scorecards/photo/as_json.py`` writes it,
    ``None`` where another picture is needed: ``refusals`` say why. ``entrant`` is whose card it is: by its code, or as
    ``named_by`` said. ``stored`` is the name of the page laid flat, a JPEG, or of the whole picture where no card was
    found; blank once it was deleted.
    """

    file = models.ForeignKey(PictureFile, on_delete=models.CASCADE, related_name="cards")
    page = models.PositiveSmallIntegerField(default=1)
    place = models.PositiveSmallIntegerField(default=1)
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="card_pictures", null=True, blank=True)
    named_by = models.CharField(max_length=150, blank=True)
    refusals = models.JSONField(default=list)
    reading = models.JSONField(null=True, blank=True)
    stored = models.CharField(max_length=100, blank=True)

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="card_picture_once", fields=["file", "page", "place"]),
            models.CheckConstraint(name="picture_counts_from_one", condition=Q(page__gte=1, place__gte=1)),
        )

    def __str__(self) -> str:
        return f"card picture {self.pk}"


class PictureConfirmation(StaffRecord):
    """A card that a person confirmed from its picture: never altered, revoked with a later one.

    ``read`` and ``confirmed`` have the lines as read and as confirmed by game, ``entered`` those that the card had
    before, ``shown`` the games that the person was shown. ``sampled`` is the one among them whose line was certain,
    shown to know how often such lines are wrong. ``version`` is the version of the card that came of it.
    """

    picture = models.ForeignKey(CardPicture, on_delete=models.PROTECT, related_name="confirmations")
    read = models.JSONField(default=dict)
    confirmed = models.JSONField(default=dict)
    entered = models.JSONField(default=dict)
    shown = models.JSONField(default=list)
    sampled = models.PositiveSmallIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField()

    class Meta(StaffRecord.Meta):
        constraints = (models.UniqueConstraint(name="picture_confirmed_once", fields=["picture"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"confirmation of {self.picture_id}"


class PictureSettings(models.Model):
    """What the director set for pictures of an event: after how many days they are deleted, whether boxes are kept.

    ``keeps_boxes``: the director may export crops of confirmed boxes, as long as the pictures are there, to train the
    model.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="picture_settings")
    days = models.PositiveSmallIntegerField(default=PICTURE_DAYS)
    keeps_boxes = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(name="picture_days", condition=Q(days__gte=1, days__lte=MAX_PICTURE_DAYS)),
        )

    def __str__(self) -> str:
        return f"picture settings of {self.tournament_id}"
