/** Task groups and set-up: where each side and each group begins, comes in, and may leave. */

import { h } from "../../../darkseas/kit/dom.js";
import { fieldPart, fieldsPart } from "../fields/fields.js";
import { isOfMap } from "../fields/form_description.js";
import { keyedList } from "../../../darkseas/kit/keyed_list.js";
import { freshRecord } from "../fields/list_fields.js";
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

/** @typedef {import("../types.js").Context} Context */

/** @param {HTMLElement} element @param {Context} context */
export function mount(element, context) {
  const { store } = context;
  const list = h("div", { class: "group-sides" });
  element.append(
    h(
      "p",
      { class: "lead" },
      context.form.has_map
        ? "Say where each side begins, and what is special about a task group: another place, a later turn, at anchor."
        : "Say which ships begin together.",
    ),
    list,
  );
  const show = keyedList(
    list,
    (/** @type {any} */ side) => side.key,
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
  const desk = { context, subject: sideOf(store.spec, key)?.name, after: painter(context) };
  const fields = (form.parts["sides.rules"]?.fields ?? []).filter(isOfMap);
  const own = fields.length ? fieldsPart(desk, fields, ["sides", key, "rules"]) : null;
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
    (/** @type {any} */ group) => group.key,
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
    const name = nextGroupName(sideOf(store.spec, key));
    store.change(`Add ${name}`, (spec) =>
      addGroup(
        spec,
        key,
        name,
        freshRecord(form.parts["groups.rules"] ?? { name: "", kind: "record" }, [], desk),
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
  const { store, form } = context;
  const place = ["sides", side, "groups", key];
  const group = () => groupOf(store.spec, side, key);
  const desk = { context, subject: group()?.name, after: painter(context) };
  const name = fieldPart(
    { context, subject: group()?.name },
    { name: "name", kind: "text", title: "Name", longest: 60 },
    [...place, "name"],
  );
  const rules = fieldsPart(desk, form.parts["groups.rules"]?.fields ?? [], [...place, "rules"]);
  const ships = h("p", { class: "group-ships" });
  const summary = h(
    "summary",
    {},
    h("span", { class: "group-name" }),
    h("span", { class: "soft small group-rules" }),
  );
  const up = h("button", { type: "button", class: "quiet", onclick: () => shift(-1) }, "↑");
  const down = h("button", { type: "button", class: "quiet", onclick: () => shift(1) }, "↓");
  const gone = h("button", { type: "button", class: "quiet", onclick: remove }, "✕");
  const element = h(
    "details",
    { class: "fold group-card", "data-place": written(place) },
    summary,
    h("p", { class: "found" }),
    name.element,
    ships,
    rules.element,
    h("p", { class: "row-buttons" }, up, down, gone),
  );

  /** @param {number} by */
  function shift(by) {
    store.change(`Move ${group().name}`, (spec) => shiftGroup(spec, side, key, by));
    context.announce(`${group().name} moved ${by < 0 ? "up" : "down"}.`);
    (by < 0 ? up : down).focus();
  }

  function remove() {
    const title = group().name;
    store.change(`Remove ${title}`, (spec) => removeGroup(spec, side, key));
    context.announce(`${title} removed; its ships are in no task group.`);
  }

  return {
    element,
    update() {
      const now = group();
      if (!now) return;
      const mates = inGroup(sideOf(store.spec, side), now);
      /** @type {HTMLElement} */ (summary.firstElementChild).textContent = now.name || "Without a name";
      /** @type {HTMLElement} */ (summary.lastElementChild).textContent = [
        shipCount(mates),
        ...rulesInWords(form.parts["groups.rules"], now.rules),
      ].join(" · ");
      ships.textContent = mates.length
        ? mates.map((one) => one.name).join(", ")
        : "No ships yet: bring some in “Sides and ships”.";
      for (const [button, words] of /** @type {[HTMLElement, string][]} */ ([
        [up, "Move up"],
        [down, "Move down"],
        [gone, "Remove"],
      ]))
        button.setAttribute("aria-label", `${words}: ${now.name}`);
      name.update();
      rules.update();
    },
  };
}

/**
 * What is special about a group, in few words.
 * @param {import("../types.js").Field | undefined} form @param {any} rules @returns {string[]}
 */
function rulesInWords(form, rules) {
  return (form?.fields ?? [])
    .filter((one) => rules?.[one.name] !== undefined)
    .map((one) => {
      const value = rules[one.name];
      const words = one.choices?.find((choice) => choice.value === value)?.words ?? String(value);
      return value === true
        ? (one.title ?? one.name).toLowerCase()
        : `${(one.title ?? one.name).toLowerCase()} ${words}`;
    });
}
