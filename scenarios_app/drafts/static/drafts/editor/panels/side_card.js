/** A side's name, navies and rules. */

import { h } from "../../../darkseas/kit/dom.js";
import { fieldPart, fieldsPart } from "../fields/fields.js";
import { isOfMap } from "../fields/form_description.js";
import { shipCount, sideOf } from "../order_of_battle/roster.js";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Part} Part */

/** @type {Field[]} */
const STORY = [
  {
    name: "force",
    kind: "text",
    title: "Force",
    text: "Name of the force, such as Eighth Fleet or Force K.",
    default: "",
  },
  { name: "commander", kind: "text", title: "Commander", default: "" },
  {
    name: "mission",
    kind: "text",
    title: "Mission",
    text: "Briefing for this side before the battle.",
    long: true,
    default: "",
  },
];

/** @param {Context["known"]["navies"]} navies @returns {Field} */
function naviesField(navies) {
  return {
    name: "navies",
    kind: "list",
    title: "Navies",
    text: "The first gives the side its colour.",
    of: {
      name: "",
      kind: "text",
      choices: navies.map((navy) => ({ value: navy.key, words: navy.name })),
    },
  };
}

/** @param {Context} context @param {string} key @param {() => void} onName @returns {Part} */
export function sideCard(context, key, onName) {
  const { store, form } = context;
  const formContext = { context, subject: sideOf(store.spec, key)?.name ?? key };
  const place = ["sides", key];
  const name = fieldPart(formContext, { name: "name", kind: "text", title: "Name", longest: 100 }, [
    ...place,
    "name",
  ]);
  const navies = fieldPart(formContext, naviesField(context.known.navies), [...place, "navies"]);
  const fields = (form.parts["sides.rules"]?.fields ?? []).filter((field) => !isOfMap(field));
  const [required, usual] = [
    fields.filter((field) => !("default" in field)),
    fields.filter((field) => "default" in field),
  ];
  const rules = required.length ? fieldsPart(formContext, required, [...place, "rules"]) : null;
  const more = usual.length ? fieldsPart(formContext, usual, [...place, "rules"]) : null;
  const story = fieldsPart(formContext, STORY, place);
  const parts = [name, navies, rules, more, story].filter((part) => part !== null);
  name.element.addEventListener("change", onName);
  const element = h(
    "section",
    { class: "side-card", "data-place": `sides.${key}` },
    h(
      "h3",
      {},
      h("span", { class: "ensign" }),
      h("span", { class: "side-title" }),
      h("span", { class: "soft" }),
    ),
    h("p", { class: "found" }),
    name.element,
    rules ? rules.element : null,
    more ? fold("More rules for this side", more) : null,
    fold("Navies", navies),
    fold("Force, commander, mission", story),
  );
  return {
    element,
    update() {
      showHead(element, store.spec, key);
      for (const part of sideOf(store.spec, key) ? parts : []) part.update();
    },
  };
}

/** @param {string} title @param {Part} part */
function fold(title, part) {
  return h("details", { class: "fold" }, h("summary", {}, title), part.element);
}

/**
 * The side's colour, its name and its number of ships.
 * @param {HTMLElement} card @param {import("../types.js").Spec} spec @param {string} key
 */
function showHead(card, spec, key) {
  const side = sideOf(spec, key);
  if (!side) return;
  const navy = side.navies?.[0] ?? "";
  card.className = `side-card navy-${navy}`;
  const [ensign, title, count] = /** @type {HTMLElement[]} */ ([
    .../** @type {HTMLElement} */ (card.querySelector("h3")).children,
  ]);
  ensign.className = `ensign navy-${navy} notch-${spec.sides.indexOf(side)}`;
  title.textContent = side.name || "Without a name";
  count.textContent = ` ${shipCount(side.ships ?? [])}`;
}
