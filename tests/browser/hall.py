"""The people in the hall from the last card to the posting: checkers who share the queue, and the director."""

from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from brackets.posting.selectors import Checklist
from scorecards.checking.items import CheckItem, CheckItemKind
from tests.browser.pages import follow
from tests.browser.test_cards import type_keys
from tests.scorecards.checking.check_pages import queue_of
from tournaments.models import Pairing, Tournament
from tournaments.rules.scorings import ACC
from tournaments.rules.types import Line

Deed = tuple[str, str, str]
"""Who did what to which card or game, as the log has to tell it."""


@dataclass
class AtTheCards:
    """A checker with a browser: one press of a key a turn, so that several work at once.

    ``finds_wrong`` is how many lines they will find typed otherwise than the paper says.
    """

    page: Page
    tournament: Tournament
    name: str
    deeds: list[Deed]
    finds_wrong: int = 1
    tables: set[str] = field(default_factory=set)

    def take(self, table: str) -> None:
        self.page.goto(f"/t/{self.tournament.slug}/check/?table={table}")
        self.page.get_by_role("button", name=f"Check table {table} myself", exact=True).click()
        expect(self.page.get_by_text(f"You are checking table {table}.")).to_be_visible()

    def take_turn(self) -> bool:
        """Do the next thing; return whether there was anything."""
        item = self._open_item()
        if item is None:
            self.page.goto(f"/t/{self.tournament.slug}/check/")
            onwards = self.page.locator("#next")
            if not onwards.count():
                return False
            follow(onwards)
            return True
        if self.page.locator("input[name=stamp]").first.input_value() != item.stamp:
            # What others keyed has changed what this one says.
            self.page.reload()
            return True
        self.tables.add(item.table)
        mirrored = keys_that_agree(item)
        if mirrored and self.finds_wrong and not item.is_confirmed:
            self._key_the_other_line_anew(item, mirrored)
        elif item.is_confirmed or item.kind is CheckItemKind.ARITHMETIC:
            self._initial(item)
        else:
            self._find_typed_as_written(item)
        return True

    def _open_item(self) -> CheckItem | None:
        """Return what the page shows, if there is anything to do about it."""
        key = self.page.url.rstrip("/").rpartition("/")[2]
        item = queue_of(self.tournament).find(key)
        return item if item is not None and item.is_open and not item.is_up_to_director else None

    def _find_typed_as_written(self, item: CheckItem) -> None:
        self._expect_looked_at("match")
        self.deeds += [
            (self.name, "line confirmed as written", f"game {item.game}: {side.holder.place} {side.holder.shown_name}")
            for side in item.sides
            if side.confirmed is None
        ]
        type_keys(self.page, "\n")
        if item.kind is CheckItemKind.RULING:
            self._expect_looked_at("Initial")
        else:
            self._expect_gone_on(item)

    def _key_the_other_line_anew(self, item: CheckItem, keys: str) -> None:
        assert item.other is not None
        self.finds_wrong -= 1
        self._expect_looked_at("match")
        self.deeds.append((self.name, "card re-entered", f"{item.other.holder.place} {item.other.holder.shown_name}"))
        type_keys(self.page, f"3{keys}\n")
        self._expect_gone_on(item)

    def _initial(self, item: CheckItem) -> None:
        self._expect_looked_at("Initial")
        what = "sums initialed" if item.kind is CheckItemKind.ARITHMETIC else "ruling initialed"
        who = ", ".join(f"{side.holder.place} {side.holder.shown_name}" for side in item.sides)
        self.deeds.append((self.name, what, f"game {item.game}: {who}" if item.game else who))
        type_keys(self.page, "\n")
        self._expect_gone_on(item)

    def _expect_looked_at(self, name: str) -> None:
        """Wait until a button has the cursor, and has been on the screen for half a second."""
        button = self.page.locator("#item").get_by_role("button", name=name)
        expect(button).to_be_focused()
        expect(button).to_have_css("pointer-events", "auto")

    def _expect_gone_on(self, item: CheckItem) -> None:
        self.page.wait_for_url(lambda address: not address.endswith(f"/{item.key}/"))


def keys_that_agree(item: CheckItem) -> str:
    """Return the keys of a line that agrees with the one that is read; none where that one is not in order."""
    read, other = item.reader.written, item.other
    if item.kind is not CheckItemKind.RULING or read is None or other is None or other.written is None:
        return ""
    if read.plus is not None and read == Line(read.game, other.holder.number, ACC.by_spread[read.plus], read.plus):
        return f"-{read.plus:02d}"
    if read.minus is not None and read == Line(read.game, other.holder.number, 0, None, read.minus):
        return f"{read.minus:02d}"
    return ""


def work_until_nothing_is_left(checkers: list[AtTheCards]) -> None:
    """Let the checkers take turns, one press each, until none of them finds anything to do."""
    busy = list(checkers)
    while busy:
        busy = [checker for checker in busy if checker.take_turn()]


def decide_what_waits(page: Page, tournament: Tournament, deeds: list[Deed], who: str) -> None:
    """Let the director decide what checkers have looked at and no rule covers: the card that is read won by 16.

    Where cards name different opponents, the schedule tells who met; what is left of the other game is no
    disagreement then.
    """
    while (game := _waiting(tournament)) is not None:
        page.goto(f"/t/{tournament.slug}/check/?show=undecided")
        follow(page.get_by_role("link", name=game.title, exact=True))
        for side, keys in zip(game.in_order, ("16", "-16"), strict=True):
            page.get_by_label(f"{side.holder.place} {side.holder.shown_name}", exact=True).fill(keys)
        page.get_by_label("Reason").fill("A judge had stood at this board.")
        page.get_by_role("button", name="Save decision", exact=True).click()
        expect(page.get_by_text(f"Game {game.game} is decided.")).to_be_visible()
        sides = sorted(game.sides, key=lambda side: side.holder.number)
        named = ", ".join(f"{side.holder.place} {side.holder.shown_name}" for side in sides)
        deeds.append((who, "game decided", f"game {game.game}: {named}"))


def _waiting(tournament: Tournament) -> CheckItem | None:
    """Return the first game between two who met that waits for the director."""
    met = {
        (pairing.scheduled_game.game, frozenset((pairing.first.number, pairing.second.number)))
        for pairing in Pairing.objects.filter(scheduled_game__tournament=tournament).select_related(
            "first", "second", "scheduled_game"
        )
    }
    waiting = [item for item in queue_of(tournament).open if item.is_up_to_director]
    return next(
        (item for item in waiting if (item.game, frozenset(side.holder.number for side in item.sides)) in met), None
    )


def settle_ties(page: Page, tournament: Tournament) -> None:
    """Note who won each tie game, and enter each order, as the ranking asks for them."""
    page.goto(f"/t/{tournament.slug}/ranking/")
    while (taps := page.locator("#ties .settle").get_by_role("button", name=" won")).count():
        follow(taps.last)
        expect(page.get_by_text("Tie game saved.")).to_be_visible()
    while (orders := page.get_by_role("group", name="Their places among themselves")).count():
        places = orders.first.get_by_role("textbox").all()
        for place, text in enumerate(reversed(places), start=1):
            text.fill(str(place))
        page.get_by_label("How the order was found").first.fill("They cut for it, low card first.")
        follow(page.get_by_role("button", name="Enter this order").first)
        expect(page.get_by_text("Order saved.")).to_be_visible()


def checklist_now(tournament: Tournament) -> Checklist:
    tournament.refresh_from_db()
    return Checklist(tournament)


def expect_desk_as_it_is(desk: Page, tournament: Tournament) -> None:
    """Check that the open page of the desk follows: each condition, without being loaded again."""
    for condition in checklist_now(tournament).conditions:
        shown = desk.locator(f"#condition-{condition.item.value}")
        expect(shown).to_contain_text(f"{'Done: ' if condition.is_met else ''}{condition.text}")
