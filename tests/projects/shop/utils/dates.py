from datetime import timezone


def to_utc(moment):
    return moment.astimezone(timezone.utc)
