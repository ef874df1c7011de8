"""Find doubts about the pairs of a list: compare each row with the existing pairs and with the rows before it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.entrants.imports.compare import ComparedRow, Comparison, Verdict
from tournaments.rules.pairs import (
    Doubt,
    DoubtKind,
    FieldOfPairs,
    Pair,
    PairTerms,
    doubts_about,
    doubts_in_words,
    not_settled,
)

STATED_OF_PAIRS = ("name", "partner", "province", "birth_year", "partner_birth_year")
# Rows of new pairs have no number yet; these are higher than any that is given.
NUMBER_OF_NEW = 10_000_000


def with_doubts(comparison: Comparison, known: Sequence[Pair], terms: PairTerms) -> Comparison:
    """Return the comparison of a list of pairs with a doubtful row for each pair that something speaks against.

    Rows that are refused, left out or unchanged stay what they are; those doubtful for another reason get more reasons.
    Nobody can be their own partner.
    """
    pairs = {pair.number: pair for pair in known}
    changed = [row for row in comparison.rows if row.entrant and row.verdict is Verdict.CHANGED]
    for row in changed:
        assert row.entrant is not None, "a changed row changes somebody"
        pairs[row.entrant.number] = _changed(pairs[row.entrant.number], row.listed.stated)
    field = FieldOfPairs.of(pairs.values())
    rows = []
    for row in comparison.rows:
        if row.verdict in (Verdict.REFUSED, Verdict.UNCHANGED, Verdict.LEFT_OUT):
            rows.append(row)
            continue
        if row.verdict is Verdict.NEW or row.entrant is None:
            pair = _changed(Pair(NUMBER_OF_NEW + row.listed.row, "", row=row.listed.row), row.listed.stated)
            rows.append(_with_doubts(row, pair, doubts_about(pair, field, terms)))
            field.add(pair)
        else:
            pair = _changed(pairs[row.entrant.number], row.listed.stated)
            rows.append(_with_doubts(row, pair, doubts_about(pair, field, terms)))
    return Comparison(tuple(rows))


def _changed(pair: Pair, stated: Mapping[str, Any]) -> Pair:
    return replace(pair, **{name: stated[name] for name in STATED_OF_PAIRS if name in stated})


def _with_doubts(row: ComparedRow, pair: Pair, doubts: Sequence[Doubt]) -> ComparedRow:
    unsettled = not_settled(pair, doubts)
    if not unsettled:
        return row
    is_refused = any(one.kind is DoubtKind.SAME_PERSON for one in doubts)
    return replace(
        row,
        verdict=Verdict.REFUSED if is_refused else Verdict.DOUBTFUL,
        reasons=(*row.reasons, *(one.text for one in unsettled)),
        accepted_doubts=doubts_in_words(doubts),
    )
