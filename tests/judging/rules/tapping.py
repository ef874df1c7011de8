"""Work out rulings from taps, for tests of situations."""

from typing import Any

from judging.rules.call_questions import Facts, Proposal, Worked, work_out
from judging.rules.call_situations import BY_SLUG

NAMES = ("Ada Birch", "Bo Cedar")


def worked(slug: str, edition: str = "acc-2020", *, muggins: bool = True, **answers: str) -> Worked:
    given_answers = {"in-time": "yes"} | {name.replace("_", "-"): answer for name, answer in answers.items()}
    return work_out(BY_SLUG[slug], Facts(edition, muggins, NAMES, given_answers))


def proposed(slug: str, edition: str = "acc-2020", **answers: Any) -> Proposal:
    proposal = worked(slug, edition, **answers).proposal
    assert proposal is not None
    return proposal


def pegs(proposal: Proposal) -> tuple[int, int, int, int]:
    """Return what both peg: the first player back and forward, then the second."""
    first, second = proposal.first, proposal.second
    return (first.back, first.forward, second.back, second.forward)
