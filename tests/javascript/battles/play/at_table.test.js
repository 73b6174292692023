/** Dice as they are typed in at a table, and what waits for the line. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../../../darkseas/static/darkseas/kit/api.js";
import { LaterForms } from "../../../../replays_app/pages/play/static/play/at_table/later_forms.js";
import { Outbox } from "../../../../replays_app/pages/play/static/play/at_table/outbox.js";
import { inWords } from "../../../../replays_app/pages/play/static/play/at_table/outbox_line.js";
import { sendInOrder } from "../../../../replays_app/pages/play/static/play/at_table/sending_in_order.js";
import {
  needing,
  diceOf,
  exchanged,
  hasDieToTakeBack,
  leftToHouse,
  likelySides,
  newEntry,
  staysWhole,
  takenBack,
  typed,
  typedFreely,
} from "../../../../replays_app/pages/play/static/play/at_table/throws.js";

/** @typedef {import("../../../../replays_app/pages/play/static/play/at_table/throws.js").Entry} Entry */

const PAIR = { count: 2, sides: 6 };
const ONE = { count: 1, sides: 12 };

/** @param {string} key */
function entry(key, expected = 3) {
  return newEntry({ kind: "order", seat: "red", title: "Fire", order: "fire", blanks: {}, expected, key });
}

/** A store as a browser has it. */
function memory() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    kept,
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void kept.set(name, text),
    removeItem: (/** @type {string} */ name) => void kept.delete(name),
  };
}

test("a throw is whole with its last die, and taken back die by die", () => {
  const first = typed(needing(entry("a"), PAIR), 4);
  assert.deepEqual([first.faces, first.throws.length], [[4], 0]);
  const whole = typed(first, 6);
  assert.deepEqual([whole.needed, diceOf(whole)], [null, [[4, 6]]]);
  const next = typed(needing(whole, ONE), 12);
  assert.deepEqual(diceOf(next), [[4, 6], [12]]);
  const back = takenBack(takenBack(next));
  assert.deepEqual([diceOf(back), back.needed, back.faces], [[], PAIR, [4]]);
});

test("what the house has thrown is not taken back, nor what was typed before it", () => {
  const house = leftToHouse(needing(typed(needing(entry("a"), ONE), 12), ONE));
  assert.deepEqual([diceOf(house), hasDieToTakeBack(house)], [[[12], []], false]);
  assert.equal(takenBack(house), house);
  const next = typed(needing(house, ONE), 3);
  assert.equal(hasDieToTakeBack(next), true);
  assert.deepEqual(diceOf(takenBack(next)), [[12], []]);
});

test("what the site refuses is kept with its dice, and goes back to its form only without any", () => {
  const [asked, other] = [[{ order: "fire" }], [{ order: "move" }]];
  assert.equal(staysWhole(entry("a"), asked), false);
  assert.equal(staysWhole(entry("a"), other), true);
  assert.equal(staysWhole(typedFreely(entry("a"), { sides: 10, face: 7 }), asked), true);
  assert.equal(staysWhole(typed(needing(entry("a"), ONE), 7), asked), true);
  assert.equal(staysWhole({ ...entry("a"), kind: "ruling" }, other), false);
});

test("without a line the next die is as the one that was asked for, or the last", () => {
  assert.equal(likelySides(needing(entry("a"), ONE), 6), 12);
  assert.equal(likelySides(typed(needing(entry("a"), ONE), 7), 6), 12);
  assert.equal(likelySides(typedFreely(typed(needing(entry("a"), ONE), 7), { sides: 8, face: 2 }), 6), 8);
  assert.equal(likelySides(entry("a"), 10), 10);
  assert.equal(likelySides(null, 12), 12);
});

test("what is left to the house is a throw without faces", () => {
  assert.deepEqual(diceOf(leftToHouse(needing(entry("a"), ONE))), [[]]);
});

test("faces typed without a line go into the throws that are asked for, where they fit", () => {
  const free = [6, 6, 12].reduce((one, sides, at) => typedFreely(one, { sides, face: at + 1 }), entry("a"));
  const first = needing(free, PAIR);
  assert.deepEqual([diceOf(first), first.free], [[[1, 2]], [{ sides: 12, face: 3 }]]);
  const other = needing(first, { count: 1, sides: 10 });
  assert.deepEqual([diceOf(other), other.needed?.sides, other.free.length], [[[1, 2]], 10, 1]);
  assert.deepEqual(diceOf(needing(first, ONE)), [[1, 2], [3]]);
});

test("what waits outlives the page, and a browser that keeps nothing says so", () => {
  const store = memory();
  const outbox = new Outbox("b", store);
  outbox.hold(entry("a"));
  outbox.add(entry("a"));
  outbox.add(entry("b", 4));
  const again = new Outbox("b", store);
  assert.deepEqual(
    again.waiting.map(({ key, expected }) => `${key} ${expected}`),
    ["a 3", "b null"],
  );
  assert.equal(again.inHand, null);
  assert.equal(again.words(true), "Offline: 2 entries not sent yet.");
  again.drop();
  assert.equal(again.words(true), "Offline: 1 entry not sent yet.");
  again.drop();
  assert.deepEqual([again.words(false), store.kept.size], ["", 0]);
  const full = new Outbox("c", { ...store, setItem: () => assert.fail("full") });
  full.hold(entry("a"));
  assert.match(full.words(false), /cannot save entries/);
});

/** A site that answers as told; what it recorded stands in `given`. @param {(Refusal | null)[]} answers */
function site(answers) {
  /** @type {string[]} */
  const given = [];
  return {
    given,
    forms: async () => ({ side: "red", length: 10 + given.length, forms: [] }),
    nextThrow: async () => null,
    give: async (/** @type {Entry} */ { key, expected }) => {
      const answer = answers.shift();
      if (answer) throw answer;
      given.push(`${key} ${expected}`);
    },
  };
}

test("what waits is sent in order; a lost line leaves the rest, with the same keys", async () => {
  const store = memory();
  const outbox = new Outbox("b", store);
  for (const key of ["a", "b", "c"]) outbox.add(entry(key));
  const api = site([null, new Refusal(0, null)]);
  assert.equal((await sendInOrder(outbox, api, () => {})).end, "lost");
  assert.deepEqual(api.given, ["a 3"]);
  assert.equal(new Outbox("b", store).waiting[0].expected, 11);
  assert.equal((await sendInOrder(outbox, api, () => {})).end, "done");
  assert.deepEqual(api.given, ["a 3", "b 11", "c 12"]);
});

test("what the site refuses, or needs dice for, stops the rest and stays first", async () => {
  const outbox = new Outbox("b", memory());
  for (const key of ["a", "b"]) outbox.add(entry(key));
  const refused = await sendInOrder(outbox, site([new Refusal(422, { detail: "Too far." })]), () => {});
  assert.deepEqual(
    [refused.end, refused.refusal?.message, outbox.waiting.length],
    ["refused", "Too far.", 2],
  );
  const other = new Outbox("c", memory());
  other.add(entry("a"));
  const needs = { ...site([]), nextThrow: async () => ONE };
  assert.equal((await sendInOrder(other, needs, () => {})).end, "dice");
  other.takeBack();
  assert.deepEqual([other.inHand?.needed, other.waiting.length], [ONE, 0]);
});

/** An order with these dice, typed without a line. @param {string} key @param {number[]} faces */
function typedAlone(key, faces, sides = 8) {
  return faces.reduce((one, face) => typedFreely(one, { sides, face }), entry(key));
}

/** A site where an order needs so many dice, each with a name. @param {string[]} names */
function naming(...names) {
  return async (/** @type {Entry} */ { throws }) =>
    throws.length < names.length ? { count: 1, sides: 8, what: names[throws.length] } : null;
}

test("dice typed before the site said what for are shown to somebody, and put in order", async () => {
  const outbox = new Outbox("b", memory());
  outbox.add(typedAlone("a", [8, 1, 2]));
  const api = { ...site([]), nextThrow: naming("Norfolk", "Suffolk", "Prinz Eugen") };
  assert.equal((await sendInOrder(outbox, api, () => {})).end, "dice");
  outbox.takeBack();
  const shown = /** @type {Entry} */ (outbox.inHand);
  assert.deepEqual([diceOf(shown), shown.isUnsure, api.given], [[[8], [1], [2]], true, []]);
  let other = exchanged(shown, 0, 2);
  for (;;) {
    const needed = await api.nextThrow(other);
    if (!needed) break;
    other = needing(other, needed);
  }
  assert.deepEqual(diceOf(other), [[2], [1], [8]]);
  assert.equal(inWords(other), "Fire: 2 (D8), 1 (D8), 8 (D8)");
  const says = ["Norfolk → Bismarck: 8 guns", "Suffolk → Prinz Eugen"];
  assert.equal(inWords({ ...other, throws: [], says }), `Fire: ${says.join("; ")}`);
  outbox.add({ ...other, isUnsure: false, isReady: true });
  assert.equal((await sendInOrder(outbox, api, () => {})).end, "done");
  const alike = new Outbox("c", memory());
  alike.add(typedAlone("a", [4, 4, 4]));
  assert.equal((await sendInOrder(alike, api, () => {})).end, "done"); // no order of them means another thing
});

test("dice typed with the first of two secret orders wait for the second", async () => {
  const outbox = new Outbox("b", memory());
  outbox.add(typedAlone("a", [2, 3]));
  outbox.add(typedAlone("b", [8]));
  const names = naming("Norfolk", "Suffolk", "Prinz Eugen");
  const nextThrow = async (/** @type {Entry} */ one) => (one.key === "a" ? null : names(one));
  const api = { ...site([]), nextThrow };
  assert.equal((await sendInOrder(outbox, api, () => {})).end, "dice");
  assert.deepEqual(api.given, ["a 3"]);
  assert.deepEqual(diceOf(outbox.waiting[0]), [[2], [3], [8]]);
  const alone = new Outbox("c", memory());
  alone.add(typedAlone("a", [2, 3]));
  assert.equal((await sendInOrder(alone, api, () => {})).end, "done");
  alone.take(entry("b"));
  assert.deepEqual([alone.inHand?.free.length, alone.carried], [2, []]);
});

test("what was taken back is sent before what waits, and until then nothing is", () => {
  const outbox = new Outbox("b", memory());
  for (const key of ["a", "b"]) outbox.add(entry(key));
  outbox.takeBack();
  assert.deepEqual([outbox.isHeld, outbox.words(false)], [true, "1 entry waits for the previous order."]);
  outbox.add(/** @type {Entry} */ (outbox.inHand));
  assert.deepEqual(
    outbox.waiting.map(({ key }) => key),
    ["a", "b"],
  );
  outbox.takeBack();
  outbox.letGo();
  assert.equal(outbox.isHeld, true);
  outbox.add(entry("new", 7));
  assert.deepEqual(
    outbox.waiting.map(({ key, expected }) => `${key} ${expected}`),
    ["new 7", "b null"],
  );
  assert.equal(outbox.isHeld, false);
  assert.equal(outbox.takeOut("b")?.key, "b");
  assert.equal(outbox.words(false), "Sending 1 entry …");
});

test("what the site refuses stays first with its reason, and holds back what comes behind it", async () => {
  const store = memory();
  const outbox = new Outbox("b", store);
  for (const key of ["move", "fire"]) outbox.add(entry(key));
  const tooEarly = site([new Refusal(422, { detail: "Not yet." })]);
  assert.equal((await sendInOrder(outbox, tooEarly, () => {})).end, "refused");
  outbox.takeBack();
  outbox.putBack(/** @type {Entry} */ (outbox.inHand), "Not yet.");
  const again = new Outbox("b", store);
  assert.deepEqual(
    again.waiting.map(({ key, refusal }) => `${key} ${refusal ?? ""}`),
    ["move Not yet.", "fire "],
  );
  assert.deepEqual(
    [again.isHeld, again.words(false)],
    [true, "2 entries not sent: the site rejected the first."],
  );
  again.add(entry("before", 7));
  assert.equal(again.isHeld, false);
  const api = site([null, null, null]);
  assert.equal((await sendInOrder(again, api, () => {})).end, "done");
  assert.deepEqual(api.given, ["before 7", "move 11", "fire 12"]);
});

test("a side may be asked again what it was asked last, nothing of it is waited for", () => {
  const later = new LaterForms();
  const form = (/** @type {string} */ title) => {
    return { order: title, title, pressing: true, because: "", blanks: [], rule: "" };
  };
  later.note("red", [form("Move")]);
  later.note("red", [form("Fire")]);
  later.note("red", [form("Move")]);
  assert.deepEqual(
    later.of("red").map(({ title, pressing }) => `${title} ${pressing}`),
    ["Fire false", "Move false"],
  );
  assert.deepEqual(later.of("blue"), []);
});
