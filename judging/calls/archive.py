"""What of the tables of this app goes into the archive of an event."""

from uuid import uuid4

from tournaments.archives.decisions import OfEvent, OnceOnASite

TABLES = (
    OfEvent("judging.Call", {"key": OnceOnASite(uuid4)}),
    OfEvent("judging.CallJudge"),
    OfEvent("judging.CallRuling"),
    OfEvent("judging.CallSignature"),
    OfEvent("judging.Disagreement"),
    OfEvent("judging.Relation"),
    OfEvent("judging.JudgePost"),
)
