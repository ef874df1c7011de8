"""Club matches in the database: begun, played, taken back, posted."""

from functools import partial

import pytest

from scorecards.club_matches.selectors import matches_of, posting_data, public_matches, standings_data
from scorecards.club_matches.services import MatchChanged, post_matches, record_game, revoke_game, revoke_match
from scorecards.models import ClubGame, ClubMatch, ClubMatchPosting
from scorecards.rules.clubs.match_points import GameError, PlayedGame
from scorecards.rules.clubs.match_terms import MatchFormat, MatchTerms
from tests.scorecards.checking.check_pages import staff
from tests.scorecards.club_matches.club_matches import EXAMPLE, begin, club_night, play, stored
from tournaments.models import Audience, AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return club_night()


@pytest.fixture
def me(tournament: Tournament) -> StaffMember:
    return staff(tournament, "director", "Ada Birch", "AB")


def post(tournament: Tournament, me: StaffMember) -> ClubMatchPosting:
    tournament.refresh_from_db()
    return post_matches(tournament=tournament, actor=me, seen=tournament.version)


def test_loser_of_the_last_game_deals_first(tournament: Tournament, me: StaffMember) -> None:
    match = begin(tournament, me)

    before, after = stored(match).first_dealer, play(match, me, EXAMPLE[0]).first_dealer

    assert (before, after) == ("", stored(match).sides[1].name)


def test_partners_are_one_side(tournament: Tournament, me: StaffMember) -> None:
    match = begin(tournament, me, (3, 1), (2, 4))
    names = {entrant.number: entrant.name for entrant in tournament.entrants.all()}

    sides = play(match, me, *EXAMPLE).sides

    assert [side.numbers for side in sides] == [(1, 3), (2, 4)]
    assert sides[0].name == f"{names[1]} and {names[3]}"
    assert [row["numbers"] for row in standings_data(matches_of(tournament))] == [[1, 3], [2, 4]]


def test_two_play_against_one_who_needs_61(tournament: Tournament, me: StaffMember) -> None:
    match = begin(tournament, me, (2, 5), (3,), terms=MatchTerms(MatchFormat.TWO_AGAINST_ONE, "", 2))

    shown = play(match, me, (121, 60), (90, 61), (80, 61))

    assert (shown.course.score, shown.course.winner) == ((1, 2), 1)
    [posted] = posting_data(matches_of(tournament))["matches"]
    assert (posted["played_to"], posted["terms"]) == ([121, 61], "two against one, 121 against 61, to 2 match points")


def test_lurch_of_a_game_to_61_stands_with_the_game(tournament: Tournament, me: StaffMember) -> None:
    match = begin(tournament, me, terms=MatchTerms(MatchFormat.TWO, "lurch-61", 3))

    shown = play(match, me, (61, 30), (31, 61), (61, 31))

    assert shown.course.score == (3, 1)
    [posted] = posting_data(matches_of(tournament))["matches"]
    assert [game["result"] for game in posted["games"]] == ["lurch", "", ""]


def test_match_by_skunks_is_posted_as_it_always_was(tournament: Tournament, me: StaffMember) -> None:
    play(begin(tournament, me), me, *EXAMPLE)

    [posted] = posting_data(matches_of(tournament))["matches"]

    assert sorted(posted) == ["games", "goes_on", "is_over", "number", "sides", "terms"]
    assert posted["terms"] == "two sides, 1, 2 and 4, to 5 match points"


def test_match_that_cannot_be_is_refused(tournament: Tournament, me: StaffMember) -> None:
    for sides, terms, said in [
        (((1,), (99,)), MatchTerms(MatchFormat.TWO, "acc", 5), "Nobody has the number 99."),
        (((1,), (1,)), MatchTerms(MatchFormat.TWO, "acc", 5), " is named twice."),
        (((1,), ()), MatchTerms(MatchFormat.TWO, "acc", 5), "A side is one player, or up to 3 partners."),
        (((1, 3), (2,)), MatchTerms(MatchFormat.TWO, "acc", 5), "Sides have the same number of players"),
        (((1,), (2,), (3,)), MatchTerms(MatchFormat.TWO, "acc", 5), "This match has 2 sides."),
        (((1,), (2, 3)), MatchTerms(MatchFormat.TWO_AGAINST_ONE, "", 5), "Side 1 is the pair: two players."),
        (((1, 2), (3, 4)), MatchTerms(MatchFormat.TWO_AGAINST_ONE_LEVEL, "", 5), "Side 2 is one player, alone."),
        (((1,), (2,), (3, 4), (5,)), MatchTerms(MatchFormat.FOUR_ALONE, "", 5), "Side 3 is one player, alone."),
        (((1,), (2,), (3,), (4,)), MatchTerms(MatchFormat.FOUR_ALONE, "acc", 5), "Match points are chosen"),
        (((1, 2, 3, 4), (5, 6, 7, 8)), MatchTerms(MatchFormat.TWO, "acc", 5), "or up to 3 partners."),
        (((1,), (2,)), MatchTerms(MatchFormat.TWO, "", 5), "Match points are chosen for a match of two sides"),
        (((1,), (2,)), MatchTerms(MatchFormat.TWO, "acc", 0), "A match is played to 1 to 99 match points."),
    ]:
        with pytest.raises(Refused) as refused:
            begin(tournament, me, *sides, terms=terms)

        assert said in str(refused.value)
        assert ClubMatch.objects.count() == 0


def test_match_belongs_to_a_club_event() -> None:
    tournament = club_night(kind="main")

    with pytest.raises(Refused, match="club events"):
        begin(tournament, staff(tournament))


def test_game_after_the_match_is_won_is_refused(tournament: Tournament, me: StaffMember) -> None:
    match = begin(tournament, me)
    play(match, me, *EXAMPLE)

    with pytest.raises(GameError, match="won before game 7"):
        play(match, me, (121, 100))


def test_game_is_taken_back_and_stays_as_a_record(tournament: Tournament, me: StaffMember) -> None:
    match = begin(tournament, me)
    play(match, me, *EXAMPLE)

    revoke_game(tournament=tournament, actor=me, number=match.number, game=6)
    shown = play(match, me, (100, 121))

    assert shown.course.score == (4, 4)
    taken = ClubGame.objects.get(revoked_at__isnull=False)
    assert (taken.number, taken.pegged, taken.revoked_by) == (6, [121, 100], "Ada Birch")
    entry = AuditEntry.objects.get(action="game of match undone")
    assert (entry.who, entry.subject, entry.before) == (
        "Ada Birch",
        "match 1",
        {"game": 6, "pegged": [121, 100], "score": [5, 3]},
    )


def test_game_whose_enter_was_pressed_twice_counts_once_and_another_is_refused(
    tournament: Tournament, me: StaffMember
) -> None:
    match = begin(tournament, me)
    play(match, me, EXAMPLE[0])
    enter_again = partial(record_game, tournament, me, number=match.number, game=1)

    enter_again(played=PlayedGame(EXAMPLE[0]))
    with pytest.raises(MatchChanged):
        enter_again(played=PlayedGame(EXAMPLE[0][::-1]))

    assert ClubGame.objects.count() == 1


def test_only_the_last_game_is_taken_back(tournament: Tournament, me: StaffMember) -> None:
    match = begin(tournament, me)
    play(match, me, *EXAMPLE[:2])

    with pytest.raises(MatchChanged):
        revoke_game(tournament=tournament, actor=me, number=match.number, game=1)


def test_match_is_taken_back_with_the_reason_and_its_number_is_not_used_again(
    tournament: Tournament, me: StaffMember
) -> None:
    match = begin(tournament, me)

    revoke_match(tournament=tournament, actor=me, number=match.number, why="wrong players")
    another = begin(tournament, me)

    assert [one.number for one in matches_of(tournament)] == [another.number] == [2]
    assert ClubMatch.objects.get(number=1).revoked_reason == "wrong players"


def test_postings_freeze_finished_matches(tournament: Tournament, me: StaffMember) -> None:
    match = begin(tournament, me)
    play(match, me, *EXAMPLE)
    begin(tournament, me, (3,), (4,))
    first = post(tournament, me)

    revoke_game(tournament=tournament, actor=me, number=match.number, game=6)

    assert public_matches(tournament).shown == first.shown
    assert [match["number"] for match in first.shown["matches"]] == [1]
    assert post(tournament, me).shown == {"matches": [], "standings": []}


def test_nothing_is_posted_twice_or_unseen_or_unfinished(tournament: Tournament, me: StaffMember) -> None:
    match = begin(tournament, me)
    with pytest.raises(Refused, match="No match is finished"):
        post(tournament, me)
    play(match, me, *EXAMPLE)
    with pytest.raises(Refused, match="The event has changed"):
        post_matches(tournament=tournament, actor=me, seen=1)
    post(tournament, me)
    with pytest.raises(Refused, match="Nothing has changed since the last posting"):
        post(tournament, me)


def test_public_sees_what_the_events_setting_allows(tournament: Tournament, me: StaffMember) -> None:
    play(begin(tournament, me), me, *EXAMPLE)
    held_back = public_matches(tournament).shown

    tournament.standings_shown = Audience.EVERYBODY

    assert (held_back, public_matches(tournament).shown) == (None, posting_data(matches_of(tournament)))


def test_matches_of_different_scoring_are_not_added_together(tournament: Tournament, me: StaffMember) -> None:
    for scheme in ("acc", "free-play"):
        terms = MatchTerms(MatchFormat.TWO, scheme, 4)
        play(begin(tournament, me, terms=terms), me, *[(121, 100)] * (2 if scheme == "acc" else 4))

    rows = standings_data(matches_of(tournament))

    assert len({row["scoring"] for row in rows}) == 2
    assert [(row["place"], row["matches"], row["match_points"]) for row in rows] == [(1, 1, 4), (2, 1, 0)] * 2
    assert all("scoring" not in row for row in standings_data(matches_of(tournament)[:1]))
