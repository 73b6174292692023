/** Entering the dice of an order: their purpose, large keys for their faces, and the result of each face. */

import { diceOneByOne, hasDice, hasDieToTakeBack } from "./throws.js";
import { h } from "../../darkseas/kit/dom.js";
import { ruleLinks } from "../../darkseas/kit/rule_ids.js";

/** @typedef {import("./throws.js").Entry} Entry */
/** @typedef {import("./throws.js").Needed} Needed */
/** @typedef {{key: string, name: string}} Side */

/**
 * @typedef {object} DiceDeeds
 * @property {(face: number) => void} type @property {() => void} takeBack
 * @property {() => void} leave  to the site
 * @property {() => void} record @property {() => void} drop  back to the order @property {() => void} forget
 * @property {(sides: number) => void} turnTo  kind of dice by number of sides, while offline
 * @property {(side: string) => void} toggleWitness
 * @property {(die: number) => void} pick  a die to swap with the one picked next
 * @property {() => void} carry  moves dice that were not needed to the next order
 */

/** Common dice, and dice for drawing one of a few, such as a target among two to ten ships. */
export const KINDS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20];

/**
 * @param {HTMLElement} host @param {Entry} entry
 * @param {{isLost: boolean, isBusy: boolean, kind: number, sides: Side[], witnesses: string[],
 *   spoken: string[], own: string[], refusal: string, picked: number | null}} now
 * @param {DiceDeeds} deeds
 */
export function drawDice(host, entry, now, deeds) {
  const { needed } = entry;
  const isFree = !needed && now.isLost;
  const sides = needed ? needed.sides : now.kind;
  const showsKeys = (needed !== null || isFree) && !now.isBusy;
  const isAssigned = isToAssign(entry, now);
  host.replaceChildren(
    heading(entry, now),
    h(
      "div",
      { class: "order-body dice-body" },
      needed?.column ? columnOf(needed.column) : "",
      h(
        "div",
        { class: "order-list" },
        now.refusal ? h("p", { class: "note", role: "alert" }, now.refusal) : "",
        isFree ? kinds(now.kind, deeds) : "",
        isAssigned ? assignment(entry, now.picked, deeds) : fallen(entry),
        entry.free.length && !isFree && !now.isBusy ? leftOver(entry, deeds) : "",
        showsKeys ? keys(sides, deeds) : "",
        showsKeys || hasDice(entry) ? witnessPicks(now, deeds) : "",
      ),
    ),
    buttons(entry, now, isFree, deeds),
  );
  host.dataset.asks = now.isBusy ? "busy" : needed ? `d${sides}` : isFree ? "free" : "ready";
}

/**
 * Whether the recorder must assign the dice to their rolls.
 * @param {Entry} entry @param {{isLost: boolean, isBusy: boolean}} now
 */
function isToAssign({ needed, isUnsure }, { isLost, isBusy }) {
  return Boolean(isUnsure) && !needed && !isLost && !isBusy;
}

/** @param {Entry} entry @param {{isLost: boolean, isBusy: boolean}} now */
function heading(entry, now) {
  const { title, needed } = entry;
  const isFree = !needed && now.isLost;
  return h(
    "header",
    { class: "ask" },
    h("h2", {}, question(entry, now), " ", h("span", { class: "cites" }, ...ruleLinks(needed?.rules ?? []))),
    h("p", { class: "because", role: "status" }, title),
    isFree ? h("p", { class: "others" }, WITHOUT_A_LINE) : "",
    isToAssign(entry, now) ? h("p", { class: "others" }, TYPED_BEFORE) : "",
  );
}

const WITHOUT_A_LINE =
  "When you are online again, you assign each die to its roll. " +
  "Dice entered with the first of two secret orders wait for the second, which needs them all.";
const TYPED_BEFORE = "You entered these dice offline. Tap two dice to swap them, then record.";

/**
 * What is needed now, in a few words.
 * @param {Entry} entry @param {{isLost: boolean, isBusy: boolean}} now
 */
function question(entry, now) {
  const { needed, throws } = entry;
  if (needed) return `${needed.count} D${needed.sides}${needed.what ? ` for ${needed.what}` : ""}`;
  if (now.isBusy) return "Checking which dice are needed …";
  if (now.isLost) return "Offline: enter all dice for this order";
  if (isToAssign(entry, now)) return "Is each die assigned to the right roll?";
  return throws.length ? "All dice entered" : "No dice needed";
}

/**
 * Each die with the roll it is assigned to; tapping two dice swaps them.
 * @param {Entry} entry @param {number | null} picked @param {DiceDeeds} deeds
 */
function assignment(entry, picked, deeds) {
  const dice = diceOneByOne(entry).map(({ needed, face }, at) => {
    const how = { class: "key", "aria-pressed": String(at === picked), "data-stays": `die ${at}` };
    const words = needed.what || `D${needed.sides}`;
    const more = { "aria-label": `${face} for ${words}`, onclick: () => deeds.pick(at) };
    return h(
      "li",
      {},
      h("button", { type: "button", ...how, ...more }, String(face)),
      h("span", {}, words, " ", h("span", { class: "soft" }, `D${needed.sides}`)),
    );
  });
  return h("ol", { class: "assignment", "aria-label": "Roll for each die" }, ...dice);
}

/** The dice entered so far. @param {Entry} entry */
function fallen({ throws, needed, faces, free }) {
  const done = throws.map((one) =>
    chip(one.needed, one.faces.length ? one.faces.join(" ") : "rolled by the site", ""),
  );
  const slots = needed
    ? Array.from({ length: needed.count }, (_, at) => String(faces[at] ?? "·")).join(" ")
    : "";
  const unasked = needed
    ? []
    : free.map(({ sides, face }) =>
        h("li", { class: "thrown" }, h("strong", {}, String(face)), ` D${sides}`),
      );
  return h(
    "ol",
    { class: "fallen", "aria-label": "Dice so far" },
    ...done,
    ...(needed && needed.count > 1 ? [chip(needed, slots, " open")] : []),
    ...unasked,
  );
}

/** @param {Needed} needed @param {string} faces @param {string} more  classes */
function chip(needed, faces, more) {
  return h(
    "li",
    { class: `thrown${more}` },
    h("strong", {}, faces),
    ` D${needed.sides}${needed.what ? ` ${needed.what}` : ""}`,
  );
}

/** @param {Entry} entry @param {DiceDeeds} deeds */
function leftOver({ free }, deeds) {
  const dice = free.map(({ sides, face }) => `${face} (D${sides})`).join(", ");
  return h(
    "p",
    { class: "lost" },
    `Dice entered offline but not needed: ${dice}. `,
    h("button", { type: "button", class: "link", onclick: deeds.forget }, "Discard these dice"),
    h("button", { type: "button", class: "link", onclick: deeds.carry }, "Use them for the next order"),
  );
}

/** @param {number} sides @param {DiceDeeds} deeds */
function keys(sides, deeds) {
  const faces = Array.from({ length: sides }, (_, at) => at + 1);
  return h(
    "div",
    { class: `keys of-${sides > 12 ? "many" : "few"}`, role: "group", "aria-label": `Faces of a D${sides}` },
    ...faces.map((face) =>
      h(
        "button",
        { type: "button", class: "key", "data-stays": `face ${face}`, onclick: () => deeds.type(face) },
        String(face),
      ),
    ),
  );
}

/** @param {number} kind @param {DiceDeeds} deeds */
function kinds(kind, deeds) {
  return h(
    "div",
    { class: "kinds", role: "group", "aria-label": "Kind of dice" },
    ...KINDS.map((sides) =>
      h(
        "button",
        {
          type: "button",
          class: "quick",
          "aria-pressed": String(sides === kind),
          onclick: () => deeds.turnTo(sides),
        },
        `D${sides}`,
      ),
    ),
  );
}

/**
 * Choice of witnesses for the dice. The recorder of a side is always a witness. A side for which nobody may
 * speak here confirms the throw on its own phone.
 * @param {{sides: Side[], witnesses: string[], spoken: string[], own: string[]}} now
 * @param {DiceDeeds} deeds
 */
function witnessPicks({ sides, witnesses, spoken, own }, deeds) {
  return h(
    "fieldset",
    { class: "picks witnesses" },
    h("legend", {}, "Witnesses"),
    ...sides.map(({ key, name }) => {
      if (!spoken.includes(key)) return h("p", { class: "soft small" }, `${name} confirms later`);
      const isTyping = own.length === 1 && own.includes(key);
      const box = h("input", {
        type: "checkbox",
        name: "witness",
        value: key,
        checked: isTyping || witnesses.includes(key),
        disabled: isTyping,
        onchange: () => deeds.toggleWitness(key),
      });
      return h("label", { class: "pick" }, box, h("span", {}, isTyping ? `${name}, you` : name));
    }),
  );
}

/** Maximum length of a result that fits on one line. */
const LONG = 24;

/** @param {{result: string}} row */
function isLong({ result }) {
  return result.length > LONG;
}

/** The result of each face. @param {import("./throws.js").Column} column */
function columnOf({ title, rows }) {
  return h(
    "section",
    { class: `result-column${rows.some(isLong) ? " long" : ""}`, "aria-label": title },
    h("h3", {}, title),
    h("dl", {}, ...rows.flatMap(({ roll, result }) => [h("dt", {}, roll), h("dd", {}, result)])),
  );
}

/** @param {Entry} entry @param {{isBusy: boolean}} now @param {boolean} isFree @param {DiceDeeds} deeds */
function buttons(entry, { isBusy }, isFree, deeds) {
  const button = (
    /** @type {string} */ words,
    /** @type {() => void} */ onclick,
    more = "",
    disabled = false,
  ) =>
    h("button", { type: "button", class: `button ${more}`, "data-stays": words, disabled, onclick }, words);
  const isReady = !entry.needed && !isBusy && !(entry.free.length && !isFree);
  return h(
    "div",
    { class: "deeds" },
    button("Back", deeds.drop),
    hasDieToTakeBack(entry)
      ? h(
          "button",
          {
            type: "button",
            class: "button",
            "data-stays": "backspace",
            "aria-label": "Remove the last die",
            onclick: deeds.takeBack,
          },
          "⌫",
        )
      : null,
    entry.needed ? button("Let the site roll", deeds.leave) : null,
    isReady ? button(isFree ? "All dice entered" : "Record", deeds.record, "main send") : null,
  );
}
