"""What `balance odds neon` can be asked: one question and its options."""

from __future__ import annotations

from sim.exact import OddsKind, OddsOption


def is_warm() -> bool:
    """Whether the odds are compiled; they need nothing else of the engine."""
    import kernels

    return kernels.is_compiled("kernels.neon.odds", "_defend")


ODDS_KINDS = (
    OddsKind(
        "",
        "Tell what an attack does to its target.\n\n"
        "The attacker rolls again and changes dice so that the expected damage is highest, the "
        "defender so that it is lowest; both choose over all subsets of their dice.",
        (
            OddsOption(
                "--attack", "Attack dice before any effect.", "N", "the weapon's, or the base's"
            ),
            OddsOption("--defence", "Defence dice before any effect.", "N", "the target's own"),
            OddsOption("--reroll", "Who may roll any dice again, once.", "attack|defence|both"),
            OddsOption("--weapon", "The weapon, a loot card.", "CARD", "the base weapon"),
            OddsOption("--range", "Distance in sectors.", "0|1|2", "the nearest with dice"),
            OddsOption(
                "--supplies",
                "Supplies spent on the weapon's effects, for the most damage, such as ammo,cell.",
                "SUPPLY",
                "none",
                many=True,
            ),
            OddsOption("--armour", "Armour worn by the target, with supplies for all.", "CARD"),
            OddsOption("--helmet", "Helmet worn by the target, with supplies for all.", "CARD"),
            OddsOption("--sector", "Where the target stands.", "SECTOR"),
            OddsOption(
                "--from-sector", "Where the attacker stands.", "SECTOR", "at range 0 the same"
            ),
            OddsOption("--target", "Who is attacked.", "fighter|bot|automa", "fighter"),
        ),
        "--attack 3 --defence 2 --reroll both --sector stadium",
        is_warm,
    ),
)
