"""The table of members."""

from datetime import timedelta
from hashlib import sha256
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.utils import timezone

from darkseas.web.texts.name_keys import name_key

from .usernames import LONGEST_NAME, no_host, not_reserved, one_script, well_formed

GONE = "Deleted member"
#: How long an unconfirmed registration reserves its name.
NAME_HELD = timedelta(hours=1)


class Members(UserManager["Member"]):
    """Finds members by name or e-mail address, ignoring case."""

    def get_by_natural_key(self, username: str | None) -> "Member":
        """Return the member with this name or address; Django calls this at login."""
        given = username or ""
        return self.with_address(given).get() if "@" in given else self.get(name_key=name_key(given))

    def with_address(self, address: str) -> "models.QuerySet[Member]":
        """Return the member with this address, if any. The comparison matches the database constraint."""
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
        """Return whether a member is active, and lock the row until the transaction ends."""
        still = self.select_for_update(no_key=True).filter(pk=member.pk, is_active=True)
        return bool(still.values_list("pk"))

    def create_superuser(self, *args: Any, **fields: Any) -> "Member":
        """Create an operator whose address counts as confirmed."""
        fields.setdefault("email_confirmed_at", timezone.now())
        return super().create_superuser(*args, **fields)


class Member(AbstractUser):
    """A person with an account.

    The row of a deleted account remains without name, address and password, because scenarios and battles
    refer to it. ``is_active`` is False for deleted accounts and for members whom the operator has
    deactivated.
    """

    # Django removes an inherited field that is set to None.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        "name",
        max_length=LONGEST_NAME,
        unique=True,
        validators=[well_formed, one_script, not_reserved, no_host],
        error_messages={"unique": "This name is taken. Choose another."},
    )
    #: Used for comparisons, because databases fold case differently.
    name_key = models.CharField(max_length=4 * LONGEST_NAME, unique=True, editable=False)
    email = models.EmailField("e-mail address", blank=True)
    #: A newcomer's address until they confirm it; several newcomers may have entered the same one.
    unconfirmed_email = models.EmailField(blank=True, editable=False)
    #: Members cannot log in before this is set. Each change of the address updates it.
    email_confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[Members] = Members()

    class Meta:
        """Addresses are unique, except that many accounts may have none."""

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
        """Update the name key and store the member."""
        self.name_key = name_key(self.username)
        super().save(*args, **options)

    @property
    def browser_key(self) -> str:
        """Permanent key of this account in a browser's storage, as 32 hex digits.

        It reveals nothing about the member, grants no access and survives a change of the site's secret.
        """
        return sha256(f"darkseas/browser/{self.pk}/{self.date_joined.timestamp()}".encode()).hexdigest()[:32]

    def get_full_name(self) -> str:
        """Return the username; members have no other name."""
        return self.username

    def get_short_name(self) -> str:
        """Return the username."""
        return self.username

    def confirm_email(self, address: str) -> None:
        """Set the confirmed address of the member, with the current time."""
        self.email, self.unconfirmed_email = address, ""
        self.email_confirmed_at = timezone.now()
        self.save(update_fields=["email", "unconfirmed_email", "email_confirmed_at"])

    def leave(self) -> None:
        """Erase the account's personal data. The row stays for references, and nobody can log in with it."""
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

    Only the token's SHA-256 (hex) is stored. ``scopes`` are values of `Scope`, separated by spaces. Deleting
    the member deletes the token. ``last_used_at`` is accurate to the hour.
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
        """The values of ``scopes``."""
        return frozenset(self.scopes.split())
