"""The options of the command line: optional rules and abilities, as overlays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.errors import BadInput
from sim.names import resolve

RULES = {
    "forced": ("forced mode", "форсирование"),
    "starting_equipment": ("equipment", "стартовое снаряжение"),
    "abilities": ("ability", "способности"),
    "mines": ("mine", "мины"),
}
# which robot has which abilities on its card (SA-ABL-1 to SA-ABL-8)
ABILITIES = {
    "mobility": ("object_113", "Мобильность"),
    "speed": ("object_113", "Скорость"),
    "reflexes": ("batodo", "Рефлексы"),
    "strength": ("batodo", "Сила"),
    "fury": ("xerxes", "Ярость"),
    "secret_weapon": ("xerxes", "Тайное оружие"),
    "agility": ("tilda", "Подвижность"),
    "dexterity": ("tilda", "Ловкость"),
}


def _words(flag: str, text: str) -> list[str]:
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise BadInput(f"{flag} {text!r}: there is an empty name; separate names by one comma")
    return words


def chosen_rules(text: str) -> Mapping[str, Any]:
    """Return the overlay of `--rules forced,mines`: these optional rules and no others."""
    if text.strip().casefold() == "none":
        return {"rules": dict.fromkeys(RULES, False)}
    if text.strip().casefold() == "all":
        return {"rules": dict.fromkeys(RULES, True)}
    named = {resolve(word, "optional rule", RULES) for word in _words("--rules", text)}
    return {"rules": {rule: rule in named for rule in RULES}}


def chosen_abilities(text: str) -> Mapping[str, Any]:
    """Return the overlay of `--abilities strength,agility`: the sides that robots choose.

    `all:fury` gives one ability to every robot (SA-ABL-10).
    """
    known = {key: (name,) for key, (_, name) in ABILITIES.items()}
    start, colon, rest = text.partition(":")
    if colon and start.strip().casefold() == "all":
        return {"rules": {"one_ability": resolve(rest.strip(), "ability", known)}}
    robots: dict[str, Any] = {}
    for word in _words("--abilities", text):
        ability = resolve(word, "ability", known)
        robot = ABILITIES[ability][0]
        if robot in robots:
            raise BadInput(
                f"--abilities {text!r} names both sides of the card of {robot}; name one of them"
            )
        robots[robot] = {"ability": ability}
    return {"rules": {"abilities": True}, "robots": robots}
