"""The names of all changes in the activity log, of every app, and their earlier names."""

from collections.abc import Mapping

from django.db import models


class AuditAction(models.TextChoices):
    """What was done, in the past tense. The value is what is stored and what the log shows."""

    EVENT_CREATED = "event created"
    EVENT_IMPORTED = "event imported"
    SETTINGS_CHANGED = "settings changed"
    SIDE_EVENT_CREATED = "side event created"
    EVENT_COPIED = "event copied"
    EVENT_HIDDEN = "event hidden"
    EVENT_SHOWN = "event shown again"
    EVENT_ARCHIVED = "event archived"
    EVENT_UNARCHIVED = "event taken from the archive"
    EVENT_DELETED = "event deleted"
    EVENT_RESTORED = "event restored"
    EVENT_RESTORED_FROM_ARCHIVE = "event restored from a file"

    INVITATION_CREATED = "invitation created"
    INVITATION_ENDED = "invitation ended"
    INVITATION_REOPENED = "invitation reopened"
    STAFF_MEMBER_JOINED = "staff member joined"
    STAFF_MEMBER_RETURNED = "staff member returned"
    DIRECTOR_APPOINTED = "director appointed"
    ACCESS_REMOVED = "access removed"
    ACCESS_RESTORED = "access restored"
    OWN_CARD_NAMED = "own card named"

    ENTRANT_ADDED = "entrant added"
    ENTRANT_CHANGED = "entrant changed"
    ENTRANT_REMOVED = "entrant removed"
    ENTRANT_CHECKED_IN = "entrant checked in"
    CHECK_IN_UNDONE = "entrant check-in undone"
    ENTRANT_FEE_PAID = "entrant fee paid"
    ENTRANT_WITHDRAWN = "entrant withdrawn"
    ENTRANT_ABSENT = "entrant did not come"
    ENTRANTS_ABSENT = "entrants did not come"
    MEMBER_FILE_LOADED = "member file loaded"
    MEMBER_FILE_DELETED = "member file deleted"
    FEE_REFUNDED = "entry fee refunded"
    FEE_KEPT = "entry fee kept"
    FEE_MOVED = "entry fee moved"
    FEE_RECEIVED = "entry fee received"
    ENTRANT_REINSTATED = "entrant reinstated"
    ENTRANTS_IMPORTED = "entrants imported"
    ENTRANTS_CHECKED_IN = "entrants checked in"
    ENTRANTS_UNDONE = "change of entrants undone"
    ENTRY_FEE_CHANGED = "entry fee changed for all"
    SUBSTITUTE_ADDED = "substitute added"
    SUBSTITUTE_REMOVED = "substitute removed"
    PLAYER_CORRECTED = "known player corrected"
    PLAYERS_MERGED = "known players merged"
    PLAYER_MERGE_UNDONE = "merge of players undone"

    SEATS_DRAWN = "seats drawn"
    SEATS_CLEARED = "seats cleared"
    SEAT_CHANGED = "seat changed"
    SEAT_TAKEN_OVER = "seat taken over"
    SCHEDULE_MADE = "schedule made"
    SCHEDULE_IMPORTED = "schedule imported"
    PAIRING_CHANGED = "pairing changed"
    LATECOMER_PAIRED = "latecomer paired"
    GAMES_ADDED = "games added"
    TAKEN_OUT = "taken out of the schedule"
    POOLS_SET = "pools set"
    SEATING_UNDONE = "change of seating undone"

    CARD_ENTERED = "card entered"
    CARD_REENTERED = "card re-entered"
    SLIP_ENTERED = "slip entered"
    SLIP_UNDONE = "slip undone"
    TABLE_TAKEN_OVER = "table taken over"
    LINE_CONFIRMED = "line confirmed as written"
    RULING_INITIALED = "ruling initialed"
    SUMS_INITIALED = "sums initialed"
    INITIALS_UNDONE = "initials undone"
    GAME_DECIDED = "game decided"
    RESULT_RECALCULATED = "result recalculated"
    DECISION_UNDONE = "decision undone"

    PICTURES_DELETED = "photographs deleted"
    PICTURE_SETTINGS_CHANGED = "settings of photographs changed"
    PICTURE_CONFIRMED = "photographed card confirmed"
    PICTURE_CONFIRMATION_UNDONE = "confirmation of a photograph undone"
    PICTURE_NAMED = "photographed card named"
    PICTURE_SET_ASIDE = "photograph set aside"
    PICTURE_BROUGHT_BACK = "photograph no longer set aside"

    CARD_CODE_REPLACED = "card code replaced"
    CARD_HANDED_OVER = "card handed over by code"
    GAME_UNLOCKED = "reported game unlocked"
    ROUND_CLOSED = "qualifying round closed"
    ROUND_REOPENED = "qualifying round reopened"

    TIE_GAME_RECORDED = "tie game recorded"
    TIE_GAME_UNDONE = "tie game undone"
    TIE_ORDER_SET = "tie order set"
    TIE_ORDER_UNDONE = "tie order undone"
    QUALIFIERS_OVERRIDDEN = "number of qualifiers overridden"

    CLUB_MATCH_STARTED = "match started"
    CLUB_MATCH_UNDONE = "match undone"
    CLUB_GAME_ENTERED = "game of match entered"
    CLUB_GAME_UNDONE = "game of match undone"
    CLUB_MATCHES_POSTED = "matches posted"

    STANDINGS_POSTED = "standings posted"
    POSTING_HELD = "posting held"
    POSTING_HOLD_UNDONE = "held posting undone"
    CONDITION_WAIVED = "condition skipped"
    WAIVER_UNDONE = "skip undone"

    ANNOUNCEMENT_POSTED = "announcement posted"
    ANNOUNCEMENT_EDITED = "announcement edited"
    ANNOUNCEMENT_WITHDRAWN = "announcement withdrawn"

    EVENT_PUBLISHED = "event published"
    EVENT_UNPUBLISHED = "event unpublished"
    PUBLISH_TARGET_ADDED = "target of published site added"
    PUBLISH_TARGET_REMOVED = "target of published site removed"

    BRACKET_DRAWN = "bracket drawn"
    DRAW_UNDONE = "bracket draw undone"
    DEPARTURE_NOTED = "departure noted"
    DEPARTURE_UNDONE = "departure undone"
    RESULT_RECORDED = "result recorded"
    RESULT_UNDONE = "result undone"
    FORFEIT_RECORDED = "forfeit recorded"
    MATCH_AWARDED = "match awarded"
    START_SET = "start of round set"
    ABSENCE_NOTED = "absence noted"
    ABSENCE_UNDONE = "absence undone"
    ARRIVAL_NOTED = "arrival noted"
    ARRIVAL_UNDONE = "arrival undone"
    CALLED_TO_TABLE = "match called to table"
    TABLE_CALL_UNDONE = "call to table undone"

    RATING_POINTS_EDITED = "rating points edited"
    RATING_POINTS_UNDONE = "edit of rating points undone"
    HIGH_HAND_ENTERED = "high hand entered"
    HIGH_HAND_UNDONE = "high hand undone"
    ACC_REPORT_CHANGED = "facts for the ACC changed"
    PRIZE_FUND_SET = "prize fund set"
    PAYOUT_SET = "payout set"
    PAYOUT_TEMPLATE_SAVED = "payout template saved"
    PAYOUT_TEMPLATE_USED = "payout template used"
    PAYOUT_TEMPLATE_DELETED = "payout template deleted"
    PAYMENT_MADE = "payment made"
    PAYMENT_UNDONE = "payment undone"
    SIDE_POOL_OPENED = "side pool opened"
    SIDE_POOL_CLOSED = "side pool closed"
    STAKES_CHANGED = "stakes in side pool changed"
    SEASON_CREATED = "season created"
    SEASON_CHANGED = "season changed"
    SEASON_JOINED = "season joined"
    SEASON_LEFT = "season left"

    CALL_OPENED = "call opened"
    CALL_CHANGED = "call changed"
    CALL_RULED = "ruling made on call"
    CALL_SIGNED = "call signed"
    CALL_CLOSED = "call closed"
    JUDGE_TAKEN_OFF = "judge taken off call"
    DISAGREEMENT_RECORDED = "disagreement recorded"
    DISAGREEMENT_WITHDRAWN = "disagreement withdrawn"
    HEAD_JUDGE_NAMED = "head judge named"
    JUDGE_MOVED = "judge's whereabouts changed"
    RELATION_ADDED = "relation added"
    RELATION_REMOVED = "relation removed"


OLD_ACTIONS: Mapping[str, AuditAction] = {
    "new event": AuditAction.EVENT_CREATED,
    "import": AuditAction.EVENT_IMPORTED,
    "settings": AuditAction.SETTINGS_CHANGED,
    "make side event": AuditAction.SIDE_EVENT_CREATED,
    "invite": AuditAction.INVITATION_CREATED,
    "end invitation": AuditAction.INVITATION_ENDED,
    "reopen invitation": AuditAction.INVITATION_REOPENED,
    "join": AuditAction.STAFF_MEMBER_JOINED,
    "appoint director": AuditAction.DIRECTOR_APPOINTED,
    "end access": AuditAction.ACCESS_REMOVED,
    "restore access": AuditAction.ACCESS_RESTORED,
    "name own card": AuditAction.OWN_CARD_NAMED,
    "entrant check-in taken back": AuditAction.CHECK_IN_UNDONE,
    "entrants: undone": AuditAction.ENTRANTS_UNDONE,
    "entry fee of all": AuditAction.ENTRY_FEE_CHANGED,
    "chair taken over": AuditAction.SEAT_TAKEN_OVER,
    "seating: undone": AuditAction.SEATING_UNDONE,
    "key card": AuditAction.CARD_ENTERED,
    "key card again": AuditAction.CARD_REENTERED,
    "key slip": AuditAction.SLIP_ENTERED,
    "take back slip": AuditAction.SLIP_UNDONE,
    "take table over": AuditAction.TABLE_TAKEN_OVER,
    "typed as written": AuditAction.LINE_CONFIRMED,
    "initial ruling": AuditAction.RULING_INITIALED,
    "initial sums": AuditAction.SUMS_INITIALED,
    "take back initials": AuditAction.INITIALS_UNDONE,
    "decide game": AuditAction.GAME_DECIDED,
    "take back decision": AuditAction.DECISION_UNDONE,
    "tie game": AuditAction.TIE_GAME_RECORDED,
    "take back tie game": AuditAction.TIE_GAME_UNDONE,
    "tie order": AuditAction.TIE_ORDER_SET,
    "take back tie order": AuditAction.TIE_ORDER_UNDONE,
    "exemption": AuditAction.QUALIFIERS_OVERRIDDEN,
    "begin match": AuditAction.CLUB_MATCH_STARTED,
    "take back match": AuditAction.CLUB_MATCH_UNDONE,
    "enter game of match": AuditAction.CLUB_GAME_ENTERED,
    "take back game of match": AuditAction.CLUB_GAME_UNDONE,
    "post matches": AuditAction.CLUB_MATCHES_POSTED,
    "post": AuditAction.STANDINGS_POSTED,
    "waive condition": AuditAction.CONDITION_WAIVED,
    "condition waived": AuditAction.CONDITION_WAIVED,
    "take back waiver": AuditAction.WAIVER_UNDONE,
    "waiver undone": AuditAction.WAIVER_UNDONE,
    "draw bracket": AuditAction.BRACKET_DRAWN,
    "take draw back": AuditAction.DRAW_UNDONE,
    "note departure": AuditAction.DEPARTURE_NOTED,
    "take departure back": AuditAction.DEPARTURE_UNDONE,
    "record result": AuditAction.RESULT_RECORDED,
    "take result back": AuditAction.RESULT_UNDONE,
    "record forfeit": AuditAction.FORFEIT_RECORDED,
    "give match": AuditAction.MATCH_AWARDED,
    "set start": AuditAction.START_SET,
    "note absence": AuditAction.ABSENCE_NOTED,
    "take absence back": AuditAction.ABSENCE_UNDONE,
    "note arrival": AuditAction.ARRIVAL_NOTED,
    "take arrival back": AuditAction.ARRIVAL_UNDONE,
    "call to table": AuditAction.CALLED_TO_TABLE,
    "edit rating points": AuditAction.RATING_POINTS_EDITED,
    "take back rating points": AuditAction.RATING_POINTS_UNDONE,
    "register high hand": AuditAction.HIGH_HAND_ENTERED,
    "enter high hand": AuditAction.HIGH_HAND_ENTERED,
    "take back high hand": AuditAction.HIGH_HAND_UNDONE,
    "strike out high hand": AuditAction.HIGH_HAND_UNDONE,
    "set prize fund": AuditAction.PRIZE_FUND_SET,
    "set payout": AuditAction.PAYOUT_SET,
    "hand out money": AuditAction.PAYMENT_MADE,
    "take back payment": AuditAction.PAYMENT_UNDONE,
    "open side pool": AuditAction.SIDE_POOL_OPENED,
    "close side pool": AuditAction.SIDE_POOL_CLOSED,
    "stakes in side pool": AuditAction.STAKES_CHANGED,
    "make season": AuditAction.SEASON_CREATED,
    "change season": AuditAction.SEASON_CHANGED,
    "join season": AuditAction.SEASON_JOINED,
    "leave season": AuditAction.SEASON_LEFT,
    "open call": AuditAction.CALL_OPENED,
    "change call": AuditAction.CALL_CHANGED,
    "rule on call": AuditAction.CALL_RULED,
    "sign call": AuditAction.CALL_SIGNED,
    "close call": AuditAction.CALL_CLOSED,
    "take judge off call": AuditAction.JUDGE_TAKEN_OFF,
    "player disagrees": AuditAction.DISAGREEMENT_RECORDED,
    "player agrees after all": AuditAction.DISAGREEMENT_WITHDRAWN,
    "name head judge": AuditAction.HEAD_JUDGE_NAMED,
    "judge's whereabouts": AuditAction.JUDGE_MOVED,
    "add relation": AuditAction.RELATION_ADDED,
    "strike out relation": AuditAction.RELATION_REMOVED,
}
"""The actions of entries from before there was :class:`AuditAction`, which stay in the log as they were written.

An old action that is not here is one of today's, in the same words.
"""


def words_of_action(stored: str) -> str:
    """Return what a stored action is called today; what nobody knows is shown as it is stored."""
    return str(OLD_ACTIONS.get(stored, stored))


def spellings_of(*actions: str) -> tuple[str, ...]:
    """Return everything under which actions may be stored, for finding the entries of then and now."""
    today = {words_of_action(action) for action in actions}
    return (*today, *(old for old, now in OLD_ACTIONS.items() if now in today))
