"""The Django app of clubs."""

from collections.abc import Iterable

from django.apps import AppConfig

from darkseas.web.extensions import Extending


class ClubConfig(Extending, AppConfig):
    name = "darkseas.club"
    label = "club"
    verbose_name = "Clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def extensions(self) -> Iterable[object]:
        """Add clubs to account pages, scenarios and battles; list the sections of club pages in order."""
        from darkseas.club.feeds import account_section as dispatches_account
        from darkseas.club.feeds.pages import page_section as dispatches
        from darkseas.club.membership import account_section as membership_account
        from darkseas.club.membership import own_sections
        from darkseas.club.membership.section_registry import ClubPart, PlayerPart
        from darkseas.club.membership.sharing import GRANTS
        from darkseas.club.records import recomputation
        from darkseas.club.records.pages import page_section as records
        from darkseas.club.records.pages.scenario_section import section
        from darkseas.club.results.pages import page_section as results
        from darkseas.club.tournaments import rounds
        from darkseas.club.tournaments.pages import club_page_section as tournaments
        from darkseas.club.tournaments.pages.table_pages import table_of_battle
        from darkseas.members.account_sections import AccountPart
        from replays_app.pages.play.return_link import OccasionFinder
        from replays_app.simulation.jobs import JobWorker

        return [
            AccountPart(50, dispatches_account.account_section),
            AccountPart(60, membership_account.account_section),
            ClubPart(tournaments.running),
            ClubPart(results.latest),
            ClubPart(own_sections.dates),
            ClubPart(own_sections.people),
            ClubPart(own_sections.shared),
            ClubPart(dispatches.dispatches),
            PlayerPart(records.ratings),
            JobWorker("club-ratings", recomputation.work),
            JobWorker("club-round", rounds.work),
            OccasionFinder(table_of_battle.table_of),
            GRANTS,
            section,
        ]
