"""Confirm photographed cards: one after the other, whose card it is, set aside, undo."""

from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST

from scorecards.cards.card_page import CardPage
from scorecards.cards.card_sheet import SaveMessage
from scorecards.cards.forms.card import reason_of, seen_of, sent_with
from scorecards.cards.selectors.stack import card_holders, is_own, seat_plan
from scorecards.cards.services.cards import StoredCard
from scorecards.cards.services.presence import open_card
from scorecards.cards.views.cards import save, show_presence
from scorecards.models import CardPicture, PictureConfirmation
from scorecards.photo.reading import BoxReading, Rectangle
from scorecards.photographs.doubts import PhotographedCard, ReadLine
from scorecards.photographs.refusals import words_for
from scorecards.photographs.selectors.confirming import (
    confirmation_of,
    lines_to_show,
    next_picture,
    number_waiting,
    photographed_card,
)
from scorecards.photographs.selectors.printing import version_to_print
from scorecards.photographs.services.confirming import (
    bring_back,
    confirm_card,
    name_picture,
    set_aside,
    undo_confirmation,
)
from scorecards.records.pictures import LABELS, PAGE, PIXELS_A_MM, Crop, crop_of
from scorecards.rules.entry.typed_cards import InvalidCard, TypedCard
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.text import place_of, plain_text
from tournaments.rules.types import FootTotals, Line
from tournaments.staff.access import staff_page

MAX_SEARCH = 40
MOST_FOUND = 12
HEAD_MM = 32.0


class PicturePage(CardPage):
    """The page of one photographed card: a card's page, filled in from its picture."""

    template: ClassVar[str] = "scorecards/photographs/picture.html"
    form: ClassVar[str] = "scorecards/photographs/_form.html"

    def __init__(self, tournament: Tournament, me: StaffMember, entrant: Entrant, picture: CardPicture) -> None:
        super().__init__(tournament, me, entrant)
        self.picture = picture

    @cached_property
    def card(self) -> PhotographedCard:
        return photographed_card(self.tournament, self.picture, self.stored.lines, self.scheduled, self.sat_out)

    @property
    def address(self) -> str:
        return reverse("scorecards:photograph", args=[self.tournament.slug, self.picture.pk])

    @property
    def presence(self) -> str:
        return reverse("scorecards:photograph-presence", args=[self.tournament.slug, self.picture.pk])

    @property
    def draft(self) -> str:
        return f"{self.tournament.slug}/photograph-{self.picture.pk}/{self.me.pk}"

    @cached_property
    def following_picture(self) -> CardPicture | None:
        return next_picture(self.tournament, self.me, self.picture)

    @cached_property
    def following(self) -> Entrant | None:
        return self.following_picture.entrant if self.following_picture is not None else None

    @property
    def next_address(self) -> str:
        return address_of(self.tournament, self.following_picture)

    @property
    def is_printed_otherwise(self) -> bool:
        """Whether the card was printed for another schedule than there is now: its opponents may be others."""
        code = self.card.reading.code
        return code is not None and code.version != version_to_print(self.tournament, self.entrant.number)

    @cached_property
    def foot(self) -> FootTotals | None:
        """The totals that the page fills in: those entered already, else as read."""
        return self.stored.foot or self.card.foot

    @property
    def filled_in(self) -> TypedCard:
        """The card as the page fills it in, before anybody has typed."""
        return self.typed(StoredCard(self.stored.version, {**self.stored.lines, **self.card.filled_in}, self.foot))

    def context(self, typed: TypedCard, seen: str, errors: Mapping[str, str] | None = None) -> dict[str, Any]:
        return super().context(typed, seen, errors) | _of_picture(self.picture)

    def seen(self, post: Mapping[str, str]) -> frozenset[int]:
        """Return the games whose lines a form says were compared with the paper."""
        return frozenset(game for game in self.games if f"seen-{game}" in post)

    def save(self, post: Mapping[str, str], lines: Sequence[Line] | None, foot: FootTotals | None) -> StoredCard:
        sent = sent_with(post, "picture")
        try:
            return confirm_card(
                tournament=self.tournament,
                picture=self.picture,
                lines=lines or (),
                foot=foot,
                seen=self.seen(post),
                actor=self.me,
                **sent,
            )
        except Refused as refused:
            raise InvalidCard({"key": str(refused)}) from refused

    def refused(self, post: Mapping[str, str], typed: TypedCard, errors: Mapping[str, str]) -> dict[str, Any]:
        return self.card_context(typed, seen_of(post), self.seen(post), errors)

    def beside(self, post: Mapping[str, str]) -> dict[str, Any]:
        return {"seen": self.seen(post)}

    def told(self, message: SaveMessage, following: Entrant | None) -> str:
        return with_undo(super().told(message, following), self.address)

    def card_context(
        self, typed: TypedCard, version: str, seen: Set[int], errors: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """Return what the form of the card shows: lines to compare first, the others after them."""
        context = self.context(typed, version, errors)
        sheet = context["sheet"]
        reads = {read.game: read for read in lines_to_show(self.picture, self.card)}
        unseen = {int(name.removeprefix("seen-")) for name in errors or () if name.startswith("seen-")}
        to_show = [
            {
                "line": line,
                "read": read,
                "crop": crop_of(self.picture.pk, read.reading.boxes, marked_boxes(read)),
                "is_seen": line.game in seen - unseen,
            }
            for line in sheet.lines
            if (read := reads.get(line.game)) is not None
        ]
        certain = [line for line in sheet.lines if line.game not in reads]
        half = -(-len(certain) // 2)
        foot = self.card.reading.foot
        return context | {
            "to_show": to_show,
            "certain": [part for part in (certain[:half], certain[half:]) if part],
            "is_printed_otherwise": self.is_printed_otherwise,
            "foot_crop": crop_of(self.picture.pk, foot.boxes, more=LABELS) if foot is not None and foot.boxes else None,
            "stored": self.stored,
            "waiting": number_waiting(self.tournament, self.me),
        }


def marked_boxes(read: ReadLine) -> Sequence[BoxReading]:
    """Return the boxes to mark: those in doubt, or all with ink."""
    return read.reading.doubtful_boxes or [box for box in read.reading.boxes if box.sign]


def with_undo(text: str, address: str) -> str:
    """Return what was done with a button that undoes it: by the form of ``_undo.html``."""
    button = '<button class="plain" type="submit" form="undo" formaction="{}" data-key="u">Undo <kbd>U</kbd></button>'
    return format_html(f"{{}} {button}", text, address)


def address_of(tournament: Tournament, picture: CardPicture | None) -> str:
    """Return the address of a picture that waits, or of the list where there is none."""
    if picture is None:
        return reverse("scorecards:photographs", args=[tournament.slug])
    name = "scorecards:photograph" if picture.entrant_id is not None else "scorecards:whose-photograph"
    return reverse(name, args=[tournament.slug, picture.pk])


def _of_picture(picture: CardPicture) -> dict[str, Any]:
    """Return what every page of a picture shows of it."""
    return {"picture": picture, "picture_key": picture.pk, "page_size": PAGE}


def _picture(tournament: Tournament, pk: int) -> CardPicture:
    pictures = CardPicture.objects.active().filter(file__tournament=tournament, reading__isnull=False)
    return get_object_or_404(pictures.select_related("entrant"), pk=pk)


@require_http_methods(["GET", "HEAD"])
@staff_page("checker")
def confirm_next(request: EventRequest) -> HttpResponse:
    """Open the photographed card that waits next."""
    found = next_picture(request.event, request.me)
    if found is None:
        messages.info(request, "No photographed card waits for you.")
    return redirect(address_of(request.event, found))


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def photograph(request: EventRequest, pk: int) -> HttpResponse:
    """Show one photographed card, or save it as confirmed."""
    found = _picture(request.event, pk)
    if found.entrant is None:
        return redirect("scorecards:whose-photograph", request.event.slug, pk)
    page = PicturePage(request.event, request.me, found.entrant, found)
    if request.method == "POST":
        return _undo(request, page) if request.POST.get("act") == "undo" else save(request, page)
    made = confirmation_of(found)
    if made is not None or is_own(request.me, found.entrant) or not found.stored:
        return _show_done(request, page, made)
    context = page.card_context(page.filled_in, page.stored.seen, frozenset())
    if "ahead" in request.GET:
        # Fetched before it is needed: nobody has it open yet, and messages are for the page that is shown.
        return render(request, "scorecards/photographs/_ahead.html", context | {"messages": ()})
    context["opened"] = open_card(entrant=found.entrant, actor=request.me)
    return render(request, "scorecards/photographs/picture.html", context)


def _undo(request: HttpRequest, page: PicturePage) -> HttpResponse:
    try:
        undo_confirmation(tournament=page.tournament, picture=page.picture, actor=page.me)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"{place_of(page.entrant)} is as it was before. Its picture waits again.")
    return redirect(page.address)


def _show_done(request: HttpRequest, page: PicturePage, made: PictureConfirmation | None) -> HttpResponse:
    """Show a picture that this person cannot confirm: it is confirmed, of their own card, or deleted."""
    context = page.context(page.filled_in, page.stored.seen)
    context |= {
        "made": made,
        "stored": page.stored,
        "lines": [
            (game, page.places.get(line.opponent or 0, ""), line) for game, line in sorted(page.stored.lines.items())
        ],
        "is_changed": made is not None and made.version != page.stored.version,
        "next_address": page.next_address,
        "fragment": "scorecards/photographs/_done.html",
    }
    return render(request, page.template, context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def presence(request: EventRequest, pk: int) -> HttpResponse:
    """Store that this photographed card is open here; return who else has it open, and which to fetch ahead."""
    found = _picture(request.event, pk)
    if found.entrant is None:
        return HttpResponse(status=204)
    return show_presence(request, PicturePage(request.event, request.me, found.entrant, found))


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def whose(request: EventRequest, pk: int) -> HttpResponse:
    """Ask whose card a picture shows, by seat or name."""
    picture = _picture(request.event, pk)
    holders = card_holders(request.event)
    asked = (request.POST if request.method == "POST" else request.GET).get("find", "").strip()[:MAX_SEARCH]
    found = _holders_found(holders, asked)
    refusal = ""
    if request.method == "POST":
        if len(found) == 1:
            entrant = get_object_or_404(Entrant, tournament=request.event, number=found[0].number)
            try:
                name_picture(tournament=request.event, picture=picture, entrant=entrant, actor=request.me)
            except Refused as refused:
                refusal = str(refused)
            else:
                return redirect("scorecards:photograph", request.event.slug, pk)
        elif not found:
            refusal = f"Nobody found for “{asked}”. Enter a seat such as B-3, a number or a name."
    context = {
        "refused": [words_for(refusal) for refusal in picture.refusals],
        "holders": holders,
        "found": found[:MOST_FOUND] if len(found) > 1 else (),
        "asked": asked,
        "refusal": refusal,
        "head": Crop(pk, Rectangle(0, 0, PAGE.width, round(HEAD_MM * PIXELS_A_MM))),
    }
    context |= _of_picture(picture)
    return render(request, "scorecards/photographs/whose.html", context, status=422 if refusal else 200)


def _holders_found(holders: Sequence[Entrant], asked: str) -> list[Entrant]:
    """Return the holder at a seat or with a number, else those whose name contains the text."""
    if not asked:
        return []
    number = seat_plan(holders).find(asked)
    if number is not None:
        return [holder for holder in holders if holder.number == number]
    wanted = plain_text(asked)
    return [holder for holder in holders if wanted in plain_text(f"{holder.shown_name} {holder.listed_name}")]


@require_POST
@staff_page("checker")
def put_aside(request: EventRequest, pk: int) -> HttpResponse:
    """Set a picture aside for a reason, and lead to the next; or undo that."""
    if request.POST.get("act") == "undo":
        return _bring_back(request, pk)
    picture = _picture(request.event, pk)
    try:
        set_aside(tournament=request.event, picture=picture, reason=reason_of(request.POST), actor=request.me)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(address_of(request.event, picture))
    messages.success(request, with_undo(f"Picture {pk} set aside.", request.path))
    return redirect("scorecards:confirm-photographs", request.event.slug)


def _bring_back(request: EventRequest, pk: int) -> HttpResponse:
    picture = get_object_or_404(CardPicture, file__tournament=request.event, pk=pk)
    try:
        bring_back(tournament=request.event, picture=picture, actor=request.me)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("scorecards:photographs", request.event.slug)
    messages.success(request, f"Picture {pk} is no longer set aside.")
    return redirect(address_of(request.event, picture if picture.reading is not None else None))
