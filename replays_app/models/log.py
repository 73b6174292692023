"""The stored log, its integrity tags, the errors found by checks, and answers to orders."""

from django.db import models

from .battles import Battle, Seat


class LogEntry(models.Model):
    """A stored event: its canonical bytes, their salt, and its place in the hash chain. Entries never change.

    The other columns repeat content of the bytes for queries. ``recorded_at`` is shown to people.
    ``audience`` lists sides, separated by spaces.
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
    """The integrity tag of a battle, made with the site's secret key over the data that the site wrote last.

    See `log/integrity_tags.py`. ``of_seats`` covers seats and their holders (`seats/seat_integrity_tags.py`).
    There is no foreign key, so that the tag remains when a battle's row is deleted.
    """

    battle_id = models.UUIDField(primary_key=True)
    length = models.PositiveIntegerField()
    of_row = models.BinaryField()
    of_links = models.BinaryField()
    of_times = models.BinaryField()
    of_seats = models.BinaryField(default=bytes)


class Receipt(models.Model):
    """The answer to a seat's order, so that a repeated request gets the same bytes again."""

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="receipts", db_index=False)
    key = models.CharField(max_length=200)
    request_hash = models.BinaryField()
    answer = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "key"], name="one_receipt_a_key")]


class Finding(models.Model):
    """An error found by the last check of a battle: its kind, the entry, and a sentence."""

    KINDS = {
        "chain": "the hash chain does not verify",
        "copy": "a column differs from the stored bytes",
        "unreadable": "an entry cannot be read",
        "stamp": "it differs from what the site wrote",
        "row": "the battle's row differs from its log",
        "receipt": "an answer to a seat differs from the log",
        "dice": "a die does not follow from the seed",
        "divergence": "replaying the orders gives another result",
        "rules": "its rules could not be run",
    }

    battle = models.ForeignKey(Battle, models.PROTECT, related_name="findings")
    kind = models.CharField(max_length=20, choices=KINDS)
    seq = models.PositiveIntegerField(null=True)
    text = models.TextField()
    release = models.CharField(max_length=100)
    found_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["battle", "id"]
