/** Findings know their panel and their place; a difference names what changed; shares have bounds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { difference } from "../../../scenarios_app/drafts/static/drafts/editor/saving/difference.js";
import {
  normal,
  panelOf,
  placeInWords,
  readiness,
  refusalInWords,
} from "../../../scenarios_app/drafts/static/drafts/editor/findings.js";
import { intervalOf } from "../../../scenarios_app/drafts/static/drafts/editor/panels/wilson_interval.js";
import { form, spec } from "./sample_spec.js";

for (const [where, panel] of [
  ["title", "about"],
  ["about.licence", "publish"],
  ["map.land.3", "map"],
  ["sides.1.key", "sides"],
  ["sides.a.rules.set_up", "groups"],
  ["sides.a.groups.g", "groups"],
  ["sea.conditions.0", "sea"],
  ["aims", "aims"],
])
  test(`what is found at ${where} is mended in the panel "${panel}"`, () => {
    assert.equal(panelOf(normal(spec, where), form), panel);
  });

test("a place is told by keys, and in words", () => {
  assert.equal(normal(spec, "sides.1.key"), "sides.b.key");
  assert.equal(placeInWords(spec, "sides.a.ships.hood.ratings.speed", form), "A, Hood, speed");
});

test("a refusal says what is to be mended first, and how much more there is", () => {
  const licence = {
    where: "about.licence",
    text: "is missing",
    rule: "",
    remedy: "Choose one.",
    is_advice: false,
  };
  const said = "It cannot be published yet. Is missing. Choose one.";
  assert.equal(refusalInWords("It cannot be published yet.", [licence]), said);
  assert.equal(
    refusalInWords("It cannot be published yet.", [licence, licence]),
    `${said} One more is listed above.`,
  );
  assert.equal(refusalInWords("Log in again.", []), "Log in again.");
});

/** @param {string} where @param {boolean} [is_advice] */
const finding = (where, is_advice = true) => ({ where, text: "is so", rule: "", remedy: "", is_advice });

test("a licence that is missing is asked for, and never called advice that may stand open", () => {
  assert.deepEqual(readiness([finding("about.licence")], false), {
    isReady: false,
    words: "Choose a licence above: nothing is published without one.",
  });
  const { isReady, words } = readiness([finding("about.licence"), finding("about.sources")], false);
  assert.equal(isReady, false);
  assert.doesNotMatch(words, /all the same/);
});

test("advice hinders nobody, and what is to be mended does", () => {
  assert.deepEqual(readiness([], true), { isReady: true, words: "" });
  assert.deepEqual(readiness([finding("about.sources")], true), {
    isReady: true,
    words: "One piece of advice is open; see “Checks”. You can publish it anyway.",
  });
  const broken = readiness([finding("title", false), finding("about.sources")], true);
  assert.deepEqual(broken, {
    isReady: false,
    words: "Fix one error before you publish; see “Checks”.",
  });
});

test("a share has an interval", () => {
  assert.deepEqual(intervalOf(50, 100), { low: 40, high: 60 });
  assert.deepEqual(intervalOf(0, 10), { low: 0, high: 28 });
});

test("a difference names what changed", () => {
  const [first, second] = spec.sides;
  const fewer = { ...first, ships: first.ships.slice(0, 2) };
  const found = difference(spec, { ...spec, title: "U", sides: [fewer, second] });
  assert.ok(found.some((one) => one.where === "title" && one.before === "T" && one.after === "U"));
  const wake = found.find((one) => one.where === "sides › A › ships › Wake");
  assert.deepEqual([wake?.before, wake?.after], ["Wake", "nothing"]);
});
