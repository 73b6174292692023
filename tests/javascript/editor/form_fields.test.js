/** What a form reads from the document and writes to it, and what its fields make of what is typed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { UndoStore } from "../../../darkseas/static/darkseas/kit/undo_store.js";
import { answersOf } from "../../../scenarios_app/drafts/static/drafts/editor/fields/controls/answers.js";
import {
  membersAt,
  valueOf,
  write,
} from "../../../scenarios_app/drafts/static/drafts/editor/fields/controls/form_context.js";
import { readWhole } from "../../../scenarios_app/drafts/static/drafts/editor/fields/controls/numbers.js";
import { isOfMap } from "../../../scenarios_app/drafts/static/drafts/editor/fields/form_description.js";
import { spec } from "./sample_spec.js";

/** @typedef {import("../../../scenarios_app/drafts/static/drafts/editor/types.js").Field} Field */
/** @typedef {import("../../../scenarios_app/drafts/static/drafts/editor/types.js").Context} Context */

/** A form about the sample, and the store behind it. */
function aForm() {
  const store = new UndoStore(spec, () => 0);
  const context = /** @type {Context} */ (/** @type {unknown} */ ({ store }));
  return { store, form: { context, subject: "Allies" } };
}

/** @type {Field} */
const DUMMIES = { name: "dummies", kind: "whole", title: "Dummies", default: 0 };
const PLACE = ["sides", "a", "rules", "dummies"];

test("a field reads its default until something is written, and writing is a step with its subject", () => {
  const { store, form } = aForm();
  assert.equal(valueOf(form, DUMMIES, PLACE), 0);
  write(form, DUMMIES, PLACE, 2);
  assert.equal(valueOf(form, DUMMIES, PLACE), 2);
  assert.equal(store.undoLabel, "Dummies, Allies");
});

test("a value at its default is left out of the document", () => {
  const { store, form } = aForm();
  const before = JSON.stringify(store.spec.sides[0].rules);
  write(form, DUMMIES, PLACE, 2);
  assert.notEqual(JSON.stringify(store.spec.sides[0].rules), before);
  write(form, DUMMIES, PLACE, 0);
  assert.equal(JSON.stringify(store.spec.sides[0].rules), before);
});

test("a list that is not there has no members", () => {
  assert.deepEqual(membersAt(aForm().form, { name: "zones", kind: "list" }, ["sides", "a", "zones"]), []);
});

test("a whole number out of its bounds is written and complained of, what is none is not written", () => {
  const field = { ...DUMMIES, least: 0, most: 9 };
  assert.deepEqual(readWhole(field, " 3 "), { value: 3, words: "" });
  assert.deepEqual(readWhole(field, "−3"), {
    value: -3,
    words: "This must be a whole number from 0 to 9.",
  });
  assert.deepEqual(readWhole(field, "3.5"), { words: "Give a whole number from 0 to 9." });
  assert.deepEqual(readWhole({ ...field, most: undefined }, "x"), {
    words: "Give a whole number of 0 or more.",
  });
  assert.deepEqual(
    readWhole({ ...field, least: undefined }, "10").words,
    "This must be a whole number of 9 or less.",
  );
  assert.deepEqual(readWhole(DUMMIES, ""), { words: "Give a whole number." });
  assert.deepEqual(readWhole({ ...DUMMIES, optional: true }, ""), { value: null });
});

test("fixed answers come last; a field that may stay empty offers none first", () => {
  const { form } = aForm();
  /** @type {Field} */
  const light = {
    name: "light",
    kind: "choice",
    choices: [
      { value: "night", words: "" },
      { value: "day", words: "By day" },
    ],
  };
  assert.deepEqual(answersOf(form, light, ["light"]), [
    { value: "night", words: "night" },
    { value: "day", words: "By day" },
  ]);
  assert.deepEqual(answersOf(form, { ...light, optional: true }, ["light"])[0], {
    value: null,
    words: "none",
  });
  const winner = answersOf(form, { name: "winner", kind: "text", names: "side", default: "" }, ["winner"]);
  assert.deepEqual(
    winner.map((answer) => answer.value),
    ["", ...spec.sides.map((side) => side.key)],
  );
});

test("an edge of the map belongs to the set-up, where the dice may say it too", () => {
  const choices = ["", "north", "south"].map((value) => ({ value, words: value }));
  assert.equal(isOfMap({ name: "edge", kind: "text", choices }), true);
  assert.equal(isOfMap({ name: "wind", kind: "text", choices: [{ value: "", words: "no wind" }] }), false);
});
