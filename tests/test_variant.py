"""Overlays: parsing, merging, and the sentences for what does not fit."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from sim.errors import BadInput
from sim.variant import (
    LARGEST_FILE,
    Overlay,
    explain,
    flatten,
    load_overlay,
    merge,
    parse_set,
    source_of,
    toml_text,
)
from tests.toy_game import FIGURES, Figures


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rules.hq_points=15", {"rules": {"hq_points": 15}}),
        ("rules.hq_points = 15", {"rules": {"hq_points": 15}}),
        ("a=true", {"a": True}),
        ("a=1.5", {"a": 1.5}),
        ("a=-3", {"a": -3}),
        ("a.b.c=[1, 2]", {"a": {"b": {"c": [1, 2]}}}),
        ("a={x = 1}", {"a": {"x": 1}}),
        ('a="b=c"', {"a": "b=c"}),
        ("a=first", {"a": "first"}),
        ("a=two words", {"a": "two words"}),
        ("a=1.2.3", {"a": "1.2.3"}),
        ('armies."Молох".x=1', {"armies": {"Молох": {"x": 1}}}),
        ("armies.Молох.x=1", {"armies": {"Молох": {"x": 1}}}),
    ],
)
def test_set_reads_toml_values_and_bare_words(text: str, expected: dict[str, object]) -> None:
    assert parse_set(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "=1",
        "a..b=1",
        ".a=1",
        "a=",
        "a=[1",
        'a="open',
        "a=1\nb=2",
        "a=\x1b[31m",
        ".".join("a" * 40) + "=1",
        "a=" + "[" * 5000,
    ],
)
def test_set_refuses_what_is_no_path_and_value(text: str) -> None:
    with pytest.raises(BadInput, match="--set"):
        parse_set(text)


def test_set_remembers_where_it_came_from() -> None:
    assert parse_set("a.b=1").source == "--set a.b=1"


def test_merge_is_deep_later_wins_and_lists_replace() -> None:
    base = {"a": {"x": 1, "y": [1, 2]}, "b": 1}
    merged = merge(base, {"a": {"y": [3]}}, {"a": {"x": 2}, "c": {"z": 1}})
    assert merged == {"a": {"x": 2, "y": [3]}, "b": 1, "c": {"z": 1}}
    assert base == {"a": {"x": 1, "y": [1, 2]}, "b": 1}


def test_merge_replaces_a_figure_by_a_table_and_back() -> None:
    assert merge({"a": 1}, {"a": {"b": 2}}) == {"a": {"b": 2}}
    assert merge({"a": {"b": 2}}, {"a": 1}) == {"a": 1}


def test_merge_shares_no_table_with_its_sources() -> None:
    overlay = {"a": {"b": {"c": 1}}}
    merged = merge({}, overlay)
    merged["a"]["b"]["c"] = 2
    assert overlay == {"a": {"b": {"c": 1}}}


values = st.recursive(
    st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abz "), inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_a_value_written_as_toml_reads_back(value: object) -> None:
    import tomllib

    assert tomllib.loads(f"v = {toml_text(value)}") == {"v": value}


def test_flatten_names_each_figure() -> None:
    overlay = {"a": {"b": 1, "c": {"d": [2]}}, "e": {}}
    assert flatten(overlay) == [("a.b", 1), ("a.c.d", [2]), ("e", {})]


def refused(*overlays: Overlay, with_model: bool = True) -> str:
    """Return the sentences for overlays on the toy's figures."""
    try:
        Figures.model_validate(merge(FIGURES, *overlays))
    except ValidationError as error:
        model = Figures if with_model else None
        return str(explain(error, "toy.toml", model, overlays))
    raise AssertionError("nothing was refused")


def test_an_unknown_key_gets_a_suggestion() -> None:
    assert refused(parse_set("rules.side_of_die=3")) == (
        "--set rules.side_of_die=3: unknown key 'rules.side_of_die'; did you mean 'sides_of_die'?"
    )


def test_an_unknown_key_inside_a_table_of_items_gets_a_suggestion() -> None:
    assert "did you mean 'strength'?" in refused(parse_set("colours.red.strenght=3"))


def test_an_unknown_key_like_no_other_gets_the_list() -> None:
    told = refused(parse_set("zzz=3"))
    assert told == "--set zzz=3: unknown key 'zzz'; known: colours, rules"


def test_a_number_out_of_range_gets_the_range() -> None:
    assert refused(parse_set("colours.red.strength=51")) == (
        "--set colours.red.strength=51: colours.red.strength = 51 is not allowed; allowed: 0 to 50"
    )


def test_without_the_model_the_broken_bound_is_named() -> None:
    told = refused(parse_set("colours.red.strength=51"), with_model=False)
    assert told.endswith("allowed: at most 50")


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("rules.sides_of_die=many", "a whole number"),
        ("rules.sides_of_die=1.5", "a whole number"),
        ("rules.sides_of_die=true", "a whole number"),
        ("rules.pause_ms=[1]", "a number"),
        ("rules.ties=never", "'share' or 'first'"),
        ("colours.red.name=3", "a text in quotes"),
        ("rules=3", "a table"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(text: str, allowed: str) -> None:
    told = refused(parse_set(text))
    assert told.startswith(f"--set {text}: ")
    assert told.endswith(f"is not allowed; allowed: {allowed}")


def test_a_missing_key_is_named() -> None:
    told = refused(parse_set("colours.pink.name=Pink"))
    assert "the key 'colours.pink.strength' is missing" in told


def test_each_complaint_names_the_overlay_that_set_the_figure() -> None:
    first, second = parse_set("rules.ties=never"), Overlay({"rules": {"sides_of_die": 0}}, "v.toml")
    told = refused(first, second)
    assert "--set rules.ties=never: rules.ties" in told
    assert "v.toml: rules.sides_of_die" in told


def test_many_complaints_are_cut_short() -> None:
    told = refused(Overlay({f"x{i}": 1 for i in range(30)}, "v.toml"))
    assert told.endswith("and 25 more")


def test_the_last_overlay_that_sets_a_figure_is_its_source() -> None:
    overlays = [Overlay({"a": {"b": 1}}, "one"), Overlay({"a": {"b": 2}}, "two")]
    assert source_of(overlays, ["a", "b"], "base") == "two"
    assert source_of(overlays, ["a", "c"], "base") == "base"
    assert source_of([Overlay({"a": [5]}, "one")], ["a", 0], "base") == "one"


def test_an_overlay_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "v.toml"
    path.write_text("[rules]\nties = 'first'\n")
    overlay = load_overlay(path)
    assert overlay == {"rules": {"ties": "first"}}
    assert overlay.source == str(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a = ", "not valid TOML"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b"#" * (LARGEST_FILE + 1), "too large"),
        (b"a = " + b"[" * 20_000, "nested too deeply"),
        (b".".join([b"a"] * 2_000) + b" = 1", "nested too deeply"),
        (b"a = " + b"9" * 5_000, "not valid TOML"),
    ],
)
def test_a_bad_file_gets_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "v.toml"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=said) as caught:
        load_overlay(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        load_overlay(tmp_path / "none.toml")
    with pytest.raises(BadInput, match="directory"):
        load_overlay(tmp_path)
