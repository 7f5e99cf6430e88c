"""What `balance odds clones` can be asked: its questions and their options."""

from __future__ import annotations

from sim.exact import OddsKind, OddsOption

_CARDS = "CARD"
_WORN = "N|CARD"


def is_warm() -> bool:
    """Whether the odds are compiled; they need nothing else of the engine."""
    import kernels

    return kernels.is_compiled("kernels.clones.odds", "count_all")


def _side(who: str) -> tuple[OddsOption, ...]:
    """Return the options of one side of a melee."""
    return (
        OddsOption(f"--{who}-line", f"The {who}'s line, such as 4,3,2.", "DICE", "no dice"),
        OddsOption(f"--{who}-dice", f"Dice that the {who} rolls.", "N", "0"),
        OddsOption(
            f"--{who}-weapon", f"Cards in the {who}'s hands; may be repeated.", _CARDS, many=True
        ),
        OddsOption(
            f"--{who}-armour",
            f"The {who}'s armour: a number, or the cards worn.",
            _WORN,
            "0",
            many=True,
        ),
        OddsOption(f"--{who}-piercing", f"The {who} ignores armour."),
        OddsOption(
            f"--{who}-excess", f"Damage of each excess skull of the {who}.", "N", "1, or the card's"
        ),
        OddsOption(
            f"--{who}-damaged", f"Dice in the {who}'s damage zone.", "K", "5 less line and dice"
        ),
    )


ODDS_KINDS = (
    OddsKind(
        "ranged",
        "Tell what a shot does to its target.\n\n"
        "A weapon by name gives dice, slot, bonus, piercing and reroll; each can be given, or "
        "overruled, by its own option.",
        (
            OddsOption(
                "--weapon",
                "What the shooter uses: a weapon, cards that help it; may be repeated.",
                _CARDS,
                many=True,
            ),
            OddsOption("--shooting", "Shooting dice.", "N", "the weapon's"),
            OddsOption(
                "--slot",
                "Value of the die on the weapon: shooting dice that show it bring the bonus.",
                "VALUE",
                "the weapon's first",
            ),
            OddsOption(
                "--bonus", "damage:N or small:N; may be repeated.", "KIND:N", "the weapon's", True
            ),
            OddsOption("--piercing", "The shot ignores armour."),
            OddsOption("--reroll", "Shooting dice that may be rolled again.", "N", "the weapon's"),
            OddsOption("--line", "The target's line, such as 4,4,1.", "DICE", "no dice"),
            OddsOption("--reserve", "Dice in the target's reserve: all are rolled.", "N", "0"),
            OddsOption(
                "--armour",
                "The target's armour: a number, or the cards worn.",
                _WORN,
                "0",
                many=True,
            ),
            OddsOption(
                "--damaged", "Dice in the target's damage zone.", "K", "5 less line and reserve"
            ),
        ),
        "--weapon combat_shotgun --line 4,4,1 --reserve 1 --armour 1",
        is_warm,
    ),
    OddsKind(
        "melee",
        "Tell what a melee does to both.\n\n"
        "The attacker's line is what lies on his numbered slots; his dice are the reserve and the "
        "die on the melee slot.",
        (*_side("attacker"), *_side("defender")),
        "--attacker-line 4,2 --attacker-dice 3 --attacker-weapon baton --defender-line 4,3,2 "
        "--defender-dice 2",
        is_warm,
    ),
)
