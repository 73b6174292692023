"""The table of members."""

from datetime import timedelta
from hashlib import sha256
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.utils import timezone

from .usernames import LONGEST_NAME, name_key, no_host, not_reserved, one_script, well_formed

GONE = "Deleted member"
#: How long a newcomer's name is theirs alone while they have not confirmed their address.
NAME_HELD = timedelta(hours=1)


class Members(UserManager["Member"]):
    """Finds members by the name or the e-mail address that they give, whatever its case."""

    def get_by_natural_key(self, username: str | None) -> "Member":
        """Return the member with this name or address; Django's log in asks here."""
        given = username or ""
        return self.with_address(given).get() if "@" in given else self.get(name_key=name_key(given))

    def with_address(self, address: str) -> "models.QuerySet[Member]":
        """Return the one member with this address, or none; compared as the constraint compares."""
        return self.filter(Exact(Lower("email"), Lower(models.Value(address)))).exclude(email="")

    def registered_only(self, address: str) -> "models.QuerySet[Member]":
        """Return unconfirmed members whose names are free for a newcomer with this address.

        They registered with the same address, or longer ago than ``NAME_HELD``. Deactivated members are left
        out.
        """
        same = Exact(Lower("unconfirmed_email"), Lower(models.Value(address)))
        too_late = models.Q(date_joined__lt=timezone.now() - NAME_HELD)
        return self.filter(models.Q(same) | too_late, is_active=True).exclude(unconfirmed_email="")

    def keep_here(self, member: "Member") -> bool:
        """Return whether a member may still act; they stay so until the transaction that asks ends."""
        still = self.select_for_update(no_key=True).filter(pk=member.pk, is_active=True)
        return bool(still.values_list("pk"))

    def create_superuser(self, *args: Any, **fields: Any) -> "Member":
        """Make an operator by hand: nobody needs to confirm the address."""
        fields.setdefault("email_confirmed_at", timezone.now())
        return super().create_superuser(*args, **fields)


class Member(AbstractUser):
    """A person with an account.

    The row of a deleted account remains without name, address and password, because scenarios and battles
    refer to it. ``is_active`` is False for deleted accounts and for members whom the operator has
    deactivated.
    """

    # None is how Django takes an inherited field away.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        "name",
        max_length=LONGEST_NAME,
        unique=True,
        validators=[well_formed, one_script, not_reserved, no_host],
        error_messages={"unique": "This name is taken. Choose another."},
    )
    #: Compared instead of the name, since databases disagree about case-insensitive letters.
    name_key = models.CharField(max_length=4 * LONGEST_NAME, unique=True, editable=False)
    email = models.EmailField("e-mail address", blank=True)
    #: A newcomer's address until they confirm it; several newcomers may have entered the same one.
    unconfirmed_email = models.EmailField(blank=True, editable=False)
    #: Nobody logs in before; renewed with each change of the address.
    email_confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[Members] = Members()

    class Meta:
        """One account per address; any number may have no address."""

        verbose_name = "member"
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="one_member_an_address",
                condition=~models.Q(email=""),
                violation_error_message="This e-mail address belongs to another account.",
            )
        ]

    def save(self, *args: Any, **options: Any) -> None:
        """Store the member; the key always follows the name."""
        self.name_key = name_key(self.username)
        super().save(*args, **options)

    @property
    def browser_key(self) -> str:
        """Permanent key of this account in a browser's storage, as 32 hex digits.

        It reveals nothing about the member, grants no access and survives a change of the site's secret.
        """
        return sha256(f"darkseas/browser/{self.pk}/{self.date_joined.timestamp()}".encode()).hexdigest()[:32]

    def get_full_name(self) -> str:
        """Return the name: a member has but one."""
        return self.username

    def get_short_name(self) -> str:
        """Return the name."""
        return self.username

    def confirm_email(self, address: str) -> None:
        """Take this address as the member's own, as of now."""
        self.email, self.unconfirmed_email = address, ""
        self.email_confirmed_at = timezone.now()
        self.save(update_fields=["email", "unconfirmed_email", "email_confirmed_at"])

    def leave(self) -> None:
        """Delete the account; its row stays for what refers to it, and can never log in again."""
        self.username = f"{GONE} {self.pk}"
        self.email = self.unconfirmed_email = ""
        self.email_confirmed_at = self.last_login = None
        self.is_active = self.is_staff = self.is_superuser = False
        self.deleted_at = timezone.now()
        self.set_unusable_password()
        self.save()
        self.groups.clear()
        self.user_permissions.clear()


class PersonalToken(models.Model):
    """A key that lets a program act as a member within its scopes.

    Kept as the SHA-256 of the token, in hex; ``scopes`` are words of `Scope` with spaces between. It goes
    with its member. ``last_used_at`` is right to the hour.
    """

    member = models.ForeignKey(Member, models.CASCADE, related_name="personal_tokens")
    name = models.CharField(max_length=80)
    scopes = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["member", "id"]

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    @property
    def scope_set(self) -> frozenset[str]:
        """The scopes as a set."""
        return frozenset(self.scopes.split())
