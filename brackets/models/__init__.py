"""Every model of brackets, by its subject's module."""

from brackets.models.acc_report import AccFacts
from brackets.models.announcements import MAX_ANNOUNCEMENT_LENGTH, Announcement
from brackets.models.payouts import (
    FROM_POOLS,
    PRIZES,
    MoneyPlan,
    Payment,
    PayoutTemplate,
    PointsEdit,
    SideEvent,
    SidePool,
    Stake,
)
from brackets.models.playoffs import Bracket, Departure, Match, NonAppearance, RoundStart, Seed, TableCall
from brackets.models.posting import HeldPosting, PostedCard, Posting, Waiver
from brackets.models.publishing import Publication, PublishTarget
from brackets.models.season import ClubSeason, SeasonEvent
