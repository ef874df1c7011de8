"""Confirm photographed cards: save what a person saw, name a card, set a picture aside, undo."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Unpack
from uuid import uuid4

from scorecards.cards.selectors.stack import is_own
from scorecards.cards.services.cards import Sent, StoredCard, save_card, stored_card
from scorecards.errors import OWN_CARD
from scorecards.models import CardPicture, PictureConfirmation
from scorecards.models.base import ACTIVE
from scorecards.photographs.doubts import PhotographedCard, ReadLine
from scorecards.photographs.selectors.confirming import confirmation_of, lines_to_show, photographed_card, sampled_line
from scorecards.rules.entry.typed_cards import InvalidCard
from scorecards.rules.reasons import text_problem
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.scorings import FOOT_COLUMNS, LINE_COLUMNS
from tournaments.rules.text import place_of, seat_and_name
from tournaments.rules.types import FootTotals, Line

FOOT = "totals"
"""The key of the foot totals, beside the games, in a stored confirmation."""


def confirm_card(
    *,
    tournament: Tournament,
    picture: CardPicture,
    lines: Sequence[Line],
    foot: FootTotals | None,
    seen: Collection[int],
    actor: StaffMember,
    **sent: Unpack[Sent],
) -> StoredCard:
    """Save a photographed card as a person confirmed it, in one transaction; log which lines they looked at.

    ``seen`` are the games whose lines were shown to the person and confirmed or entered one by one. The rest is as of
    ``save_card``.

    Raises:
        Refused: the picture was set aside, or nobody has said whose card it is.
        InvalidCard: as for a card that is typed, or a line in doubt was not looked at (by the field ``seen-3``).
        StaleCard: somebody else has saved other content since.
    """
    with tournament_change(tournament, public=False) as locked:
        picture = _present(locked, picture)
        entrant = picture.entrant
        if entrant is None:
            raise Refused("Say first whose card this is.")
        before = stored_card(entrant)
        earlier = confirmation_of(picture)
        read = photographed_card(locked, picture, before.lines)
        saved = save_card(tournament=locked, entrant=entrant, lines=lines, foot=foot, actor=actor, **sent)
        if earlier is not None and (saved.is_repeat or saved.version == earlier.version):
            return saved
        if is_own(actor, entrant):
            raise InvalidCard({"key": OWN_CARD})
        _refuse_unseen(lines_to_show(picture, read), seen)
        if earlier is not None:
            PictureConfirmation.objects.filter(pk=earlier.pk).revoke(actor.name, "confirmed again")
        _store(locked, picture, entrant, read, before, saved, seen, actor)
        return saved


def _present(tournament: Tournament, picture: CardPicture) -> CardPicture:
    pictures = CardPicture.objects.active().filter(file__tournament=tournament, reading__isnull=False)
    found = pictures.select_related("entrant").filter(pk=picture.pk).first()
    if found is None:
        raise Refused("This picture was set aside meanwhile.")
    return found


def _refuse_unseen(to_show: Iterable[ReadLine], seen: Collection[int]) -> None:
    """Refuse to confirm lines in doubt that the person was not shown: a line may have become doubtful meanwhile."""
    unseen = [line.game for line in to_show if line.game not in seen]
    if unseen:
        said = {f"seen-{game}": f"Game {game}: compare it with its picture, and confirm it." for game in unseen}
        raise InvalidCard(said)


def _store(
    tournament: Tournament,
    picture: CardPicture,
    entrant: Entrant,
    read: PhotographedCard,
    before: StoredCard,
    saved: StoredCard,
    seen: Collection[int],
    actor: StaffMember,
) -> None:
    lines = saved.lines
    changed = {game for game, line in read.lines.items() if lines.get(game) != line.line}
    shown = sorted((set(seen) | changed) & read.lines.keys())
    sampled = sampled_line(picture, read)
    PictureConfirmation.objects.create(
        picture=picture,
        read=_as_data([line.line for line in read.lines.values() if line.line is not None], read.foot),
        confirmed=_as_data(lines.values(), saved.foot),
        entered=_as_data(before.lines.values(), before.foot),
        shown=shown,
        sampled=sampled.game if sampled is not None else None,
        version=saved.version,
        made_by=actor.name,
    )
    subject = seat_and_name(entrant)
    record_change(
        tournament, actor, AuditAction.PICTURE_CONFIRMED, subject, after={"picture": picture.pk, "games": shown}
    )


def _as_data(lines: Iterable[Line], foot: FootTotals | None) -> dict[str, Any]:
    """Return lines by game and the foot totals as JSON has them: opponent and columns, in their order."""
    data: dict[str, Any] = {
        str(line.game): [line.opponent, *(getattr(line, column) for column in LINE_COLUMNS)] for line in lines
    }
    if foot is not None:
        data[FOOT] = [getattr(foot, column) for column in FOOT_COLUMNS]
    return data


def _from_data(data: Mapping[str, Any]) -> tuple[list[Line], FootTotals | None]:
    lines = [Line(int(game), *values) for game, values in data.items() if game != FOOT]
    return lines, FootTotals(**dict(zip(FOOT_COLUMNS, data[FOOT], strict=True))) if FOOT in data else None


def undo_confirmation(*, tournament: Tournament, picture: CardPicture, actor: StaffMember) -> None:
    """Take a confirmation back: the card is as it was before, and the picture waits again. Logged.

    Raises:
        Refused: nobody confirmed it, the card is the actor's own, somebody changed the card since, or it is
            posted.
    """
    with tournament_change(tournament, public=False) as locked:
        picture = _present(locked, picture)
        made = confirmation_of(picture)
        if made is None or picture.entrant is None:
            raise Refused("This picture is not confirmed any more.")
        now = stored_card(picture.entrant)
        if now.version != made.version:
            place = place_of(picture.entrant)
            raise Refused(f"Somebody changed {place} since. Correct it on the card's own page.")
        lines, foot = _from_data(made.entered)
        try:
            save_card(
                tournament=locked,
                entrant=picture.entrant,
                lines=lines,
                foot=foot,
                version=now.version,
                key=uuid4(),
                actor=actor,
            )
        except InvalidCard as refused:
            raise Refused(f"{' '.join(refused.errors.values())} Correct it on the card's own page.") from None
        PictureConfirmation.objects.filter(pk=made.pk).revoke(actor.name, "undone")
        subject = seat_and_name(picture.entrant)
        record_change(
            locked,
            actor,
            AuditAction.PICTURE_CONFIRMATION_UNDONE,
            subject,
            before={"picture": picture.pk, "games": made.shown},
        )


def name_picture(*, tournament: Tournament, picture: CardPicture, entrant: Entrant, actor: StaffMember) -> None:
    """Say whose card is on a picture. Logged with whose it was before.

    Raises:
        Refused: it was confirmed, or it is or would be the actor's own.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        picture = _present(locked, picture)
        before = picture.entrant
        if before is not None and before.pk == entrant.pk:
            return
        _refuse_own(actor, before, entrant)
        if confirmation_of(picture) is not None:
            raise Refused("This card is confirmed. Undo that first.")
        picture.entrant, picture.named_by = entrant, actor.name
        picture.save(update_fields=["entrant", "named_by"])
        record_change(
            locked,
            actor,
            AuditAction.PICTURE_NAMED,
            seat_and_name(entrant),
            before={"card": seat_and_name(before)} if before is not None else None,
            after={"picture": picture.pk},
        )


def _refuse_own(actor: StaffMember, *entrants: Entrant | None) -> None:
    if any(entrant is not None and is_own(actor, entrant) for entrant in entrants):
        raise Refused(OWN_CARD)


def set_aside(*, tournament: Tournament, picture: CardPicture, reason: str, actor: StaffMember) -> None:
    """Set a picture aside, for a reason: it is not asked for again, and stays for everybody to see. Logged.

    Raises:
        Refused: there is no reason, it was confirmed, or it is of the actor's own card.
    """
    if problem := text_problem(reason) if reason.strip() else "Enter the reason.":
        raise Refused(problem)
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        picture = _present(locked, picture)
        _refuse_own(actor, picture.entrant)
        if confirmation_of(picture) is not None:
            raise Refused("This card is confirmed. Undo that first.")
        CardPicture.objects.filter(pk=picture.pk).revoke(actor.name, reason.strip())
        subject = seat_and_name(picture.entrant) if picture.entrant is not None else ""
        after = {"picture": picture.pk, "reason": reason.strip()}
        record_change(locked, actor, AuditAction.PICTURE_SET_ASIDE, subject, after=after)


def bring_back(*, tournament: Tournament, picture: CardPicture, actor: StaffMember) -> None:
    """Undo that a picture was set aside: it waits again. The log keeps who set it aside, and why.

    Raises:
        Refused: it is not set aside any more, or it is of the actor's own card.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        aside = CardPicture.objects.exclude(ACTIVE).filter(file__tournament=locked, pk=picture.pk)
        found = aside.select_related("entrant").first()
        if found is None:
            raise Refused("This picture is not set aside any more.")
        _refuse_own(actor, found.entrant)
        before = {"picture": found.pk, "reason": found.revoked_reason}
        aside.update(revoked_at=None, revoked_by="", revoked_reason="")
        subject = seat_and_name(found.entrant) if found.entrant is not None else ""
        record_change(locked, actor, AuditAction.PICTURE_BROUGHT_BACK, subject, before=before)
