"""The log as stored, what its checks found, and what orders were answered."""

from django.db import models

from .battles import Battle, Seat


class LogEntry(models.Model):
    """An event as stored: canonical bytes, their salt and place in the chain; never changed.

    What stands beside the bytes repeats what they say, for queries; ``recorded_at`` is for people.
    ``audience`` is sides with a space between them.
    """

    pk = models.CompositePrimaryKey("battle_id", "seq")
    battle = models.ForeignKey(Battle, models.PROTECT, related_name="entries", db_index=False)
    seq = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    kind = models.CharField(max_length=100)
    shape = models.PositiveIntegerField()
    audience = models.TextField()
    data = models.BinaryField()
    salt = models.BinaryField()
    leaf = models.BinaryField()
    link = models.BinaryField()
    given_by = models.CharField(max_length=32, null=True)
    recorded_at = models.DateTimeField()


class LogStamp(models.Model):
    """What the site wrote last of a battle, under its secret key (`log/integrity_tags.py`).

    ``of_seats`` is of what stands beside the log, part by part (`seats/seat_integrity_tags.py`).
    No foreign key: it is still there when the battle's row is gone.
    """

    battle_id = models.UUIDField(primary_key=True)
    length = models.PositiveIntegerField()
    of_row = models.BinaryField()
    of_links = models.BinaryField()
    of_times = models.BinaryField()
    of_seats = models.BinaryField(default=bytes)


class Receipt(models.Model):
    """What a seat was answered to an order, so that the same request gets the same bytes again."""

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="receipts", db_index=False)
    key = models.CharField(max_length=200)
    request_hash = models.BinaryField()
    answer = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "key"], name="one_receipt_a_key")]


class Finding(models.Model):
    """What the last check of a battle has to say: of which kind, at which entry, in a sentence."""

    KINDS = {
        "chain": "the chain does not fit",
        "copy": "a column says something else than the bytes",
        "unreadable": "an entry cannot be read",
        "stamp": "it is not what the site wrote",
        "row": "the battle's row says something else than its log",
        "rows": "what is made of its log says something else than it",
        "receipt": "a seat was answered something else than the log says",
        "dice": "a die does not follow from the seed",
        "divergence": "deciding again gives something else",
        "rules": "its rules could not be asked",
    }

    battle = models.ForeignKey(Battle, models.PROTECT, related_name="findings")
    kind = models.CharField(max_length=20, choices=KINDS)
    seq = models.PositiveIntegerField(null=True)
    text = models.TextField()
    release = models.CharField(max_length=100)
    found_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["battle", "id"]
