/** Task groups and set-up: where each side and each group begins, comes in, and may leave. */

import { h } from "../../../darkseas/kit/dom.js";
import { fieldPart, fieldsPart } from "../fields/fields.js";
import { isOfMap } from "../fields/form_description.js";
import { keyedList } from "../../../darkseas/kit/keyed_list.js";
import { freshRecord } from "../fields/fresh_values.js";
import { written } from "../fields/document_paths.js";
import { isOnMap } from "./zones.js";
import {
  addGroup,
  groupOf,
  inGroup,
  nextGroupName,
  removeGroup,
  shiftGroup,
  shipCount,
  sideOf,
} from "../order_of_battle/roster.js";

/** @typedef {import("../types.js").Answers} Answers */
/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Group} Group */
/** @typedef {import("../types.js").Side} Side */

/** @param {HTMLElement} element @param {Context} context */
export function mount(element, context) {
  const { store } = context;
  const list = h("div", { class: "group-sides" });
  element.append(
    h(
      "p",
      { class: "lead" },
      context.form.has_map
        ? "Set where each side starts, and any special features of a task group: " +
            "another place, a later turn, at anchor."
        : "Choose the ships that start together.",
    ),
    list,
  );
  const show = keyedList(
    list,
    (/** @type {Side} */ side) => side.key,
    (side) => sideBlock(context, side.key),
  );
  return { update: () => show(store.spec.sides ?? []) };
}

/**
 * @param {Context} context
 * @returns {(place: import("../types.js").Place, field: import("../types.js").Field) => HTMLElement | null}
 */
function painter(context) {
  return (place, field) =>
    isOnMap(field)
      ? h(
          "button",
          {
            type: "button",
            class: "button small-button",
            onclick: () => context.select("map", { zone: written(place) }),
          },
          field.kind === "hex" ? "Pick on the map" : "Paint on the map",
        )
      : null;
}

/** @param {Context} context @param {string} key @returns {import("../types.js").Part} */
function sideBlock(context, key) {
  const { store, form } = context;
  const formContext = { context, subject: sideOf(store.spec, key)?.name, after: painter(context) };
  const fields = (form.parts["sides.rules"]?.fields ?? []).filter(isOfMap);
  const own = fields.length ? fieldsPart(formContext, fields, ["sides", key, "rules"]) : null;
  const title = h("span", {});
  const groups = h(
    "div",
    { class: "group-cards", "data-place": `sides.${key}.groups` },
    h("p", { class: "found" }),
  );
  const cards = h("div", {});
  groups.append(cards);
  const show = keyedList(
    cards,
    (/** @type {Group} */ group) => group.key,
    (group) => groupCard(context, key, group.key),
  );
  const add = h(
    "button",
    { type: "button", class: "button small-button", onclick: newGroup },
    "Add a task group",
  );
  const element = h(
    "section",
    { class: "block side-block" },
    h("h3", {}, h("span", { class: "ensign" }), title),
    own ? h("div", { class: "side-set-up" }, h("h4", {}, "The whole side"), own.element) : null,
    h("h4", {}, "Task groups"),
    groups,
    h("p", { class: "row-buttons" }, add),
  );

  function newGroup() {
    const name = nextGroupName(store.spec);
    store.change(`Add ${name}`, (spec) =>
      addGroup(
        spec,
        key,
        name,
        freshRecord(form.parts["groups.rules"] ?? { name: "", kind: "record" }, [], formContext),
      ),
    );
    context.announce(`${name} added.`);
    /** @type {HTMLElement | null} */ (cards.lastElementChild?.querySelector("input") ?? null)?.focus();
  }

  return {
    element,
    update() {
      const side = sideOf(store.spec, key);
      if (!side) return;
      title.textContent = side.name;
      /** @type {HTMLElement} */ (element.querySelector(".ensign")).className =
        `ensign navy-${side.navies?.[0] ?? ""} notch-${store.spec.sides.indexOf(side)}`;
      own?.update();
      show(side.groups ?? []);
    },
  };
}

/** @param {Context} context @param {string} side @param {string} key @returns {import("../types.js").Part} */
function groupCard(context, side, key) {
  return new GroupCard(context, side, key);
}

class GroupCard {
  summary = h(
    "summary",
    {},
    h("span", { class: "group-name" }),
    h("span", { class: "soft small group-rules" }),
  );
  ships = h("p", { class: "group-ships" });
  up = h("button", { type: "button", class: "quiet", onclick: () => this.shift(-1) }, "↑");
  down = h("button", { type: "button", class: "quiet", onclick: () => this.shift(1) }, "↓");
  removal = h("button", { type: "button", class: "quiet", onclick: () => this.remove() }, "✕");

  /** @param {Context} context @param {string} side @param {string} key */
  constructor(context, side, key) {
    this.context = context;
    this.side = side;
    this.key = key;
    this.form = context.form.parts["groups.rules"];
    const place = ["sides", side, "groups", key];
    const subject = this.group()?.name;
    this.name = fieldPart({ context, subject }, { name: "name", kind: "text", title: "Name", longest: 60 }, [
      ...place,
      "name",
    ]);
    this.rules = fieldsPart({ context, subject, after: painter(context) }, this.form?.fields ?? [], [
      ...place,
      "rules",
    ]);
    this.element = h(
      "details",
      { class: "fold group-card", "data-place": written(place) },
      this.summary,
      h("p", { class: "found" }),
      this.name.element,
      this.ships,
      this.rules.element,
      h("p", { class: "row-buttons" }, this.up, this.down, this.removal),
    );
  }

  group() {
    return groupOf(this.context.store.spec, this.side, this.key);
  }

  /** @param {number} by */
  shift(by) {
    const { name } = /** @type {Group} */ (this.group());
    this.context.store.change(`Move ${name}`, (spec) => shiftGroup(spec, this.side, this.key, by));
    this.context.announce(`${name} moved ${by < 0 ? "up" : "down"}.`);
    (by < 0 ? this.up : this.down).focus();
  }

  remove() {
    const { name } = /** @type {Group} */ (this.group());
    this.context.store.change(`Remove ${name}`, (spec) => removeGroup(spec, this.side, this.key));
    this.context.announce(`${name} removed; its ships are in no task group.`);
  }

  update() {
    const group = this.group();
    const side = sideOf(this.context.store.spec, this.side);
    if (!group || !side) return;
    const ships = inGroup(side, group);
    const [name, rules] = /** @type {HTMLElement[]} */ ([...this.summary.children]);
    name.textContent = group.name || "Without a name";
    rules.textContent = [shipCount(ships), ...rulesInWords(this.form, group.rules)].join(" · ");
    this.ships.textContent = ships.length
      ? ships.map((ship) => ship.name).join(", ")
      : "No ships yet. Add some under “Sides and ships”.";
    this.up.setAttribute("aria-label", `Move up: ${group.name}`);
    this.down.setAttribute("aria-label", `Move down: ${group.name}`);
    this.removal.setAttribute("aria-label", `Remove: ${group.name}`);
    this.name.update();
    this.rules.update();
  }
}

/**
 * What is special about a group, in few words.
 * @param {import("../types.js").Field | undefined} form @param {Answers | undefined} rules
 * @returns {string[]}
 */
function rulesInWords(form, rules) {
  return (form?.fields ?? [])
    .filter((one) => rules?.[one.name] !== undefined)
    .map((one) => {
      const value = rules?.[one.name];
      const words = one.choices?.find((choice) => choice.value === value)?.words ?? String(value);
      return value === true
        ? (one.title ?? one.name).toLowerCase()
        : `${(one.title ?? one.name).toLowerCase()} ${words}`;
    });
}
