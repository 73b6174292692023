/** One ship opened: her name, her type, her ratings, and where each number comes from. */

import { h } from "../../../darkseas/kit/dom.js";
import { fieldsPart } from "../fields/fields.js";
import { ORIGINS, originOf, without } from "../fields/origins.js";
import { put, written } from "../fields/document_paths.js";
import { asHouse, groupWith, moveShip, shipOf, sideOf } from "./roster.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Ship} Ship */
/** @typedef {{ratings?: import("../types.js").Answers | null, refusal?: string}} ClassRatings */

/**
 * @param {{kinds: Record<string, string>, navies: {key: string, name: string}[]}} known @returns {Field[]}
 */
function frameFields(known) {
  return [
    { name: "name", kind: "text", title: "Name", longest: 200 },
    { name: "class_name", kind: "text", title: "Class", longest: 200 },
    {
      name: "kind",
      kind: "text",
      title: "Type",
      choices: Object.entries(known.kinds).map(([value, words]) => ({ value, words: `${value}: ${words}` })),
    },
    {
      name: "navy",
      kind: "text",
      title: "Navy",
      choices: known.navies.map((one) => ({ value: one.key, words: one.name })),
    },
    {
      name: "count",
      kind: "whole",
      title: "Ships on this sticker",
      text: "One line can represent several ships with the same ratings.",
      least: 1,
      most: 100,
      default: 1,
    },
    {
      name: "radar_sets",
      kind: "text",
      title: "Radar sets",
      text: "Radar sets carried that day; for readers only.",
      default: "",
    },
    { name: "note", kind: "text", title: "Note", default: "" },
  ];
}

/** @param {Place} place @returns {string} the rating that a place is in; empty outside the ratings */
const ratingOf = (place) => (place[4] === "ratings" ? String(place[5] ?? "") : "");

/**
 * @param {import("../types.js").Context} context @param {string} side @param {string} key
 * @returns {import("../types.js").Part}
 */
export function shipForm(context, side, key) {
  const { store } = context;
  const place = ["sides", side, "ships", key];
  const ship = () => shipOf(store.spec, side, key);
  const subject = ship()?.name ?? key;
  const frame = fieldsPart({ context, subject, isCompact: false }, frameFields(context.known), place);
  const group = groupField(context, subject, side, key);
  const ratings = ratingsPart(context, subject, side, key);
  const status = h("p", { class: "said", role: "status" });
  const again = h(
    "button",
    {
      type: "button",
      class: "button small-button",
      onclick: () => void takeNumbers(context, place, /** @type {Ship} */ (ship()), status),
    },
    "Take the numbers of the ship data again",
  );
  const element = h(
    "div",
    { class: "ship-editor" },
    group.element,
    frame.element,
    h(
      "section",
      { class: "ratings-block" },
      h("h4", {}, "Ratings"),
      h("p", { class: "soft small" }, "A number that you change is marked house."),
      ratings.element,
      h("p", { class: "row-buttons" }, again),
      status,
    ),
  );
  return {
    element,
    update() {
      const shown = ship();
      if (!shown) return;
      again.hidden = !shown.class_key;
      group.update();
      frame.update();
      ratings.update();
    },
  };
}

/**
 * The choice of a ship's task group among those of her side.
 * @param {import("../types.js").Context} context @param {string} subject @param {string} side
 * @param {string} key @returns {import("../types.js").Part}
 */
function groupField({ store, announce }, subject, side, key) {
  const id = `group-of-${side}-${key}`;
  const select = /** @type {HTMLSelectElement} */ (h("select", { id }));
  const groups = () => sideOf(store.spec, side)?.groups ?? [];
  select.addEventListener("change", () => {
    const title = select.selectedOptions[0]?.text ?? "";
    store.change(`Task group of ${subject}`, (spec) =>
      moveShip(spec, side, key, { side, group: select.value }),
    );
    announce(`${subject}: ${title}.`);
  });
  return {
    element: h("div", { class: "field" }, h("label", { for: id }, "Task group"), select),
    update() {
      const options = groups().map((one) => h("option", { value: one.key }, one.name || one.key));
      select.replaceChildren(h("option", { value: "" }, "no task group"), ...options);
      select.value = groupWith(sideOf(store.spec, side), key);
      select.disabled = options.length === 0;
    },
  };
}

/**
 * @param {import("../types.js").Context} context @param {string} subject @param {string} side
 * @param {string} key
 */
function ratingsPart(context, subject, side, key) {
  return fieldsPart(
    {
      context,
      subject,
      isCompact: true,
      beside: (field, where) =>
        ratingOf(where) === field.name ? originMark(context, where, side, key) : null,
      amend: (spec, where) => (ratingOf(where) ? asHouse(spec, side, key, ratingOf(where)) : spec),
    },
    context.form.parts.ratings?.fields ?? [],
    ["sides", side, "ships", key, "ratings"],
  );
}

/**
 * Gives a ship the numbers that the ship data has for her.
 * @param {import("../types.js").Context} context @param {Place} place  hers
 * @param {Ship} ship @param {HTMLElement} status
 */
async function takeNumbers(context, place, ship, status) {
  const { store, form } = context;
  const { class_key: classKey = "", name } = ship;
  const day = store.spec.about?.date ?? "";
  const date = /^\d{4}-\d\d(-\d\d)?$/.test(day) ? day : "";
  const request = (/** @type {string} */ of) => {
    const query = new URLSearchParams({ system: form.system, date, ship: of });
    return context.api.get(`/api/v1/ships/classes/${encodeURIComponent(classKey)}/?${query}`);
  };
  status.textContent = "";
  const answer = /** @type {ClassRatings | null} */ (
    await request(name)
      .catch(() => request(""))
      .catch(() => null)
  );
  if (!answer?.ratings) {
    status.textContent = answer?.refusal || "The ship data has no numbers for her.";
    return;
  }
  store.change(`Numbers of the ship data, ${name}`, (spec) => {
    const fresh = put(spec, [...place, "ratings"], answer.ratings);
    const plain = put(fresh, [...place, "origin"], undefined);
    return put(plain, ["origins"], without(plain.origins, written([...place, "ratings"])));
  });
  context.announce(`${name} has the numbers of the ship data again.`);
}

/**
 * Where a rating comes from, as a word behind it.
 * @param {import("../types.js").Context} context @param {Place} where @param {string} side
 * @param {string} key
 */
function originMark(context, where, side, key) {
  const mark = h("span", { class: "origin" });
  return {
    element: mark,
    update() {
      const { spec } = context.store;
      const origin = originOf(spec.origins, where) || shipOf(spec, side, key)?.origin || "derived";
      mark.className = `origin origin-${origin}`;
      mark.textContent = origin;
      mark.title = ORIGINS[origin] ?? "";
    },
  };
}
