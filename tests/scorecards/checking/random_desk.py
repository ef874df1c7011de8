"""People who do things to one event at random, for tests and for ``make bench``."""

from dataclasses import replace
from random import Random
from uuid import uuid4

from brackets.demo.event import make_event
from brackets.posting.services import PostingRefused, post_qualifiers, waive_condition
from scorecards.cards.services.cards import StaleCard, save_card
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.services.decisions import decide_game, revoke_decision
from scorecards.checking.services.initials import (
    confirm_lines,
    reenter_line,
    revoke_initials,
    sign_item,
    take_table,
    undo_reentry,
)
from scorecards.models import Confirmation, Scorecard
from scorecards.ranking.actions import record_tie_game, save_tie_order, set_exemption
from scorecards.records.recalculate import bring_up_to_date
from scorecards.records.results import current_result
from scorecards.rules.entry.typed_cards import InvalidCard
from tests.builders import line, loss, win
from tests.factories.tournaments import director_of
from tests.scorecards.cards.card_entry import checker, entrant
from tournaments.entrants.services.registration import (
    add_entrant,
    add_substitute,
    check_in,
    reinstate_entrant,
    withdraw_entrant,
)
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.types import EventFile


def latest(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


class Desk:
    """People who do things to one event at random; what is refused is refused for a reason of the rules."""

    REFUSALS = (Refused, InvalidCard, StaleCard, PostingRefused, Refused)

    def __init__(self, rng: Random, tournament: Tournament, event_file: EventFile) -> None:
        self.rng, self.tournament, self.event_file = rng, tournament, event_file
        self.members = [checker(tournament, name) for name in ("Ada Birch", "Bo Cedar")]
        self.decisions: list[int] = []
        self.refused = 0

    @property
    def member(self) -> StaffMember:
        return self.rng.choice(self.members)

    def do_something(self) -> None:
        act = self.rng.choice(
            [
                *(self.save, self.save, self.check, self.check, self.check, self.rekey, self.decide),
                *(self.undecide, self.unsign, self.leave, self.come_back, self.join, self.tie),
                *(self.exempt, self.arrive, self.post, self.read, self.undo, self.substitute),
            ]
        )
        try:
            act()
        except self.REFUSALS:
            self.refused += 1

    def save(self) -> None:
        """Save a card with some of its lines, or with one of them changed."""
        card = self.rng.choice(self.event_file.scorecards)
        owner = entrant(self.tournament, card.entrant)
        lines = list(card.lines)
        if self.rng.random() < 0.4:
            at = self.rng.randrange(len(lines))
            spread = self.rng.randint(1, 40)
            entry = self.rng.choice([win(spread), loss(spread)])
            lines[at] = line(lines[at].game, lines[at].opponent, entry)
        elif self.rng.random() < 0.3:
            del lines[self.rng.randrange(len(lines))]
        before = Scorecard.objects.filter(entrant=owner).first()
        save_card(
            tournament=self.tournament,
            entrant=owner,
            lines=lines,
            foot=card.recorded if self.rng.random() < 0.7 else None,
            version=before.version if before is not None else 0,
            key=uuid4(),
            actor=self.member,
        )

    def check(self) -> None:
        if todo := CheckQueue(self.tournament).open:
            item, member = self.rng.choice(todo), self.member
            take_table(tournament=self.tournament, actor=member, table=item.table, over=True)
            confirm_lines(tournament=self.tournament, actor=member, key=item.key, stamp=item.stamp)
            sign_item(tournament=self.tournament, actor=member, key=item.key, stamp=item.stamp)

    def rekey(self) -> None:
        if games := [item for item in CheckQueue(self.tournament).items if item.game is not None]:
            item, member = self.rng.choice(games), self.member
            side = self.rng.choice(item.sides)
            opponent = next((one.holder.number for one in item.sides if one is not side), None)
            take_table(tournament=self.tournament, actor=member, table=item.table, over=True)
            reenter_line(
                tournament=self.tournament,
                actor=member,
                key=item.key,
                stamp=item.stamp,
                number=side.holder.number,
                line=line(item.game or 1, opponent, self.rng.choice([win(9), loss(9), win(33), loss(33)])),
            )

    def decide(self) -> None:
        one, other = (card.entrant for card in self.rng.sample(self.event_file.scorecards, 2))
        game = self.rng.randint(1, self.event_file.event.games)
        lines = {one: line(game, other, win(14)), other: line(game, one, loss(14))}
        made = decide_game(tournament=self.tournament, actor=self.member, game=game, lines=lines, reason="as seen")
        self.decisions.append(made.pk)

    def undecide(self) -> None:
        if self.decisions:
            revoke_decision(tournament=self.tournament, actor=self.member, decision=self.rng.choice(self.decisions))

    def unsign(self) -> None:
        if done := CheckQueue(self.tournament).done:
            revoke_initials(tournament=self.tournament, actor=self.member, key=self.rng.choice(done).key)

    def leave(self) -> None:
        card = self.rng.choice(self.event_file.scorecards)
        after = self.rng.randint(0, self.event_file.event.games)
        withdraw_entrant(
            tournament=self.tournament, actor=director_of(self.tournament, "Ada"), number=card.entrant, after_game=after
        )

    def come_back(self) -> None:
        card = self.rng.choice(self.event_file.scorecards)
        reinstate_entrant(tournament=self.tournament, actor=director_of(self.tournament, "Ada"), number=card.entrant)

    def join(self) -> None:
        if self.rng.random() < 0.3:
            entrant = Entrant(name=f"Late Comer {self.rng.random()}")
            add_entrant(tournament=self.tournament, actor=director_of(self.tournament, "Ada"), entrant=entrant)

    def tie(self) -> None:
        found = current_result(latest(self.tournament))
        if found is None:
            return
        for pair in found.result.ranking.tie_games_needed:
            winner, loser = self.rng.sample(pair, 2)
            record_tie_game(tournament=self.tournament, actor=self.member, winner=winner, loser=loser)
            return
        for group in found.result.ranking.tie_orders_needed:
            order = self.rng.sample(group, len(group))
            save_tie_order(tournament=self.tournament, actor=self.member, order=order, reason="cut for it")
            return

    def exempt(self) -> None:
        set_exemption(
            tournament=self.tournament,
            actor=self.member,
            qualifiers=self.rng.choice([None, 1, 2, 4]),
            reason="a small field",
        )

    def arrive(self) -> None:
        check_in(
            tournament=self.tournament,
            actor=director_of(self.tournament, "Ada"),
            number=1,
            is_here=self.rng.random() < 0.5,
        )

    def post(self) -> None:
        for one in ("cards", "checked", "dead-zone", "totals", "entrants", "high-nonqualifier"):
            waive_condition(tournament=self.tournament, actor=self.member, item=one, reason="no time")
        seen = latest(self.tournament).version
        post_qualifiers(tournament=self.tournament, actor=self.member, seen=seen, reason="as it stands")

    def read(self) -> None:
        """Read what the cards come to, which stores it: between two readings there may be any number of changes."""
        bring_up_to_date(self.tournament)

    def undo(self) -> None:
        """Put back a line that was re-entered in cross-checking."""
        found = Confirmation.objects.active().filter(entrant__tournament=self.tournament, replaced__isnull=False)
        rows = list(found.values_list("game", "entrant__number"))
        if rows:
            game, number = self.rng.choice(rows)
            undo_reentry(tournament=self.tournament, actor=self.member, game=game, number=number, why="as it was")

    def substitute(self) -> None:
        card = self.rng.choice(self.event_file.scorecards)
        add_substitute(
            tournament=self.tournament,
            actor=self.member,
            number=card.entrant,
            name="Sub Stitute",
            from_game=self.rng.randint(1, self.event_file.event.games),
        )


def event_at_random(seed: int) -> EventFile:
    """Return an event of eight with discrepancies and nothing decided yet."""
    event_file = make_event(players=8, games=4, seed=seed)
    return replace(event_file, decisions=(), tie_games=(), tie_orders=())
