"""Which copies of the database are kept: all of the last hour, the last of each hour today, the last of each day."""

from collections.abc import Collection
from datetime import datetime, timedelta

ALL = timedelta(hours=1)
HOURLY = timedelta(hours=24)
DAYS = 30


def to_keep(times: Collection[datetime], now: datetime) -> set[datetime]:
    """Return the times of the copies to keep. The latest is always among them, whatever the clock says."""
    kept = {max(times)} if times else set()
    hours: dict[datetime, datetime] = {}
    days: dict[object, datetime] = {}
    for time in sorted(times):
        age = now - time
        if age <= ALL:  # also those from the future, where the clock was set back
            kept.add(time)
        if age <= HOURLY:
            hours[time.replace(minute=0, second=0, microsecond=0)] = time
        days[time.date()] = time
    return kept | set(hours.values()) | {days[day] for day in sorted(days, key=str)[-DAYS:]}
