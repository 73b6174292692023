"""Keys in the addresses of a club's calendar and feed: each player has one, valid until they renew it.

A calendar program cannot log in, so the address it uses contains a key: the player's number and a count of
renewals, signed. The database stores no secret. The key opens only these files, and only while the player is
in the club.
"""

from django.core import signing
from django.http import HttpRequest

from darkseas.club import access
from darkseas.club.club_or_404 import club_or_404
from darkseas.club.models import Club, Player, RenewedAddress

#: Longer than any valid key; we reject longer keys unread.
LONGEST_KEY = 100
_SIGNER = signing.Signer(sep=".", salt="darkseas.club.feeds.feed_keys")


def key_of(player: Player) -> str:
    """Return the key for a player's programs."""
    renewed = RenewedAddress.objects.filter(player=player).first()
    return _SIGNER.sign(f"{player.pk}.{renewed.times if renewed else 0}")


def player_with(key: str) -> Player | None:
    """Return the player to whom a key belongs, or None if the key is not valid."""
    if len(key) > LONGEST_KEY:
        return None
    try:
        number, _, times = _SIGNER.unsign(key).partition(".")
    except signing.BadSignature:
        return None
    players = Player.objects.filter(left_at=None, member__is_active=True)
    player = players.select_related("club", "renewed_address").filter(pk=int(number)).first()
    if player is None:
        return None
    renewed: RenewedAddress | None = getattr(player, "renewed_address", None)
    return player if int(times) == (renewed.times if renewed else 0) else None


def readable_or_404(request: HttpRequest, slug: str) -> tuple[Club, Player | None]:
    """Return the club, if the client may read its files, and the player who reads them, if known.

    Access requires either permission to view the club or the key of one of its players. Otherwise raise
    Http404, as for an unknown club.
    """
    player = player_with(request.GET.get("key", ""))
    if player is not None and player.club.slug == slug:
        return player.club, player
    club = club_or_404(request, slug)
    return club, access.player_of(request.user, club)
