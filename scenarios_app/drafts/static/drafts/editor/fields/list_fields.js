/** Lists and mappings of a form: members can be added, removed and moved. */

import { h } from "../../../darkseas/kit/dom.js";
import { freshId, grouped, helpOf, valueOf, write } from "./controls.js";
import { keyOf } from "../../../darkseas/kit/slugs.js";
import { moved, same, written } from "./document_paths.js";
import { areaName } from "./name_choices.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("./controls.js").Desk} Desk */
/** @typedef {(desk: Desk, field: Field, place: Place) => Part} Make */

/**
 * What a new member of a list begins as.
 * @param {Field} field @param {any[]} others @param {Desk} desk @returns {any}
 */
export function fresh(field, others, desk) {
  if (field.kind === "record") return freshRecord(field, others, desk);
  if ("default" in field && field.default !== undefined) return field.default;
  const sides = desk.context.store.spec.sides ?? [];
  if (field.names === "side") return sides[Math.min(others.length, sides.length - 1)]?.key ?? "";
  if (field.names === "area") return Object.keys(desk.context.store.spec.map?.areas ?? {})[0] ?? "";
  if (field.choices?.length) return field.choices[0].value;
  if (field.optional) return null;
  /** @type {Record<string, any>} */
  const beginnings = {
    whole: field.least ?? 0,
    truth: false,
    fraction: "1",
    list: freshList(field),
    mapping: {},
  };
  return beginnings[field.kind] ?? "";
}

/** @param {Field} field */
function freshList(field) {
  const members = membersOf(field);
  return members.length ? members.map(() => field.of?.least ?? field.least ?? 0) : [];
}

/**
 * Required fields begin somewhere sensible, the others at their default.
 * @param {Field} field @param {any[]} others @param {Desk} desk
 */
export function freshRecord(field, others, desk) {
  /** @type {Record<string, any>} */
  const made = {};
  for (const one of field.fields ?? []) {
    if ("default" in one || one.optional) continue;
    const last = others.at(-1)?.[one.name];
    const isTurn = one.kind === "whole" && one.unit === "turns" && typeof last === "number";
    made[one.name] = isTurn ? last + 1 : fresh(one, one.kind === "text" ? others : [], desk);
  }
  return made;
}

/** The names of a list's members where there are always as many. @param {any} field @returns {string[]} */
export function membersOf(field) {
  return field.members ?? field.of?.members ?? [];
}

/**
 * Keeps as many parts as there are members; `make` gets the number of each.
 * @param {HTMLElement} host @param {(number: number) => Part} make
 */
export function repeated(host, make) {
  /** @type {Part[]} */
  const parts = [];
  return (/** @type {number} */ count) => {
    while (parts.length > count) parts.pop()?.element.remove();
    while (parts.length < count) {
      const part = make(parts.length);
      parts.push(part);
      host.append(part.element);
    }
    for (const part of parts) part.update();
  };
}

/**
 * Numbers in a row, such as factors by range.
 * @param {Desk} desk @param {Field} field @param {Place} place @returns {Part}
 */
export function numbersPart(desk, field, place) {
  const names = membersOf(field);
  const of = { least: field.least, most: field.most, ...field.of };
  const { element, row, beside } = grouped(desk, field, place, []);
  row.classList.add("numbers");
  const count = () => Math.max(names.length, (valueOf(desk, field, place) ?? []).length);
  const show = repeated(row, (number) => {
    const control = /** @type {HTMLInputElement} */ (
      h("input", { type: "number", step: 1, min: of.least ?? false, max: of.most ?? false })
    );
    control.addEventListener("input", () => {
      if (!/^-?\d{1,9}$/.test(control.value)) return;
      const value = [...(valueOf(desk, field, place) ?? [])];
      while (value.length <= number) value.push(0);
      value[number] = Number(control.value);
      write(desk, field, place, value, true);
    });
    return {
      element: h("label", { class: "number" }, h("span", {}, names[number] ?? `${number + 1}`), control),
      update: () => {
        const value = (valueOf(desk, field, place) ?? [])[number];
        if (control.value !== String(value ?? "") && document.activeElement !== control)
          control.value = String(value ?? "");
        else if (
          document.activeElement === control &&
          Number(control.value || NaN) !== value &&
          value !== undefined
        )
          control.value = String(value);
      },
    };
  });
  const more = names.length ? [] : resizeButtons(desk, field, place);
  row.after(...more);
  return {
    element,
    update: () => {
      beside?.update();
      show(count());
    },
  };
}

/** @param {Desk} desk @param {Field} field @param {Place} place */
function resizeButtons(desk, field, place) {
  const value = () => valueOf(desk, field, place) ?? [];
  return [
    h(
      "p",
      { class: "row-buttons" },
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => write(desk, field, place, [...value(), 0]) },
        "Add a number",
      ),
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => write(desk, field, place, value().slice(0, -1)) },
        "Remove the last",
      ),
    ),
  ];
}

/** One word for a member, from the title of its list. @param {Field} field */
function memberName(field) {
  return (field.title || field.name).toLowerCase();
}

/**
 * A list of records or texts.
 * @param {Desk} desk @param {Field} field @param {Place} place @param {Make} make @returns {Part}
 */
export function listPart(desk, field, place, make) {
  const of = /** @type {Field} */ (field.of);
  const id = freshId("list");
  const help = helpOf(desk, field);
  const rows = h("ol", { class: "rows" });
  const beside = desk.beside?.(field, place) ?? null;
  const empty = h("p", { class: "soft small" }, "None yet.");
  const add = h(
    "button",
    { type: "button", class: "button small-button", onclick: addOne },
    field.one ?? "Add one",
    h("span", { class: "unseen" }, `: ${memberName(field)}`),
  );
  const element = h(
    "div",
    { class: "field list-field", role: "group", "aria-labelledby": id, "data-place": written(place) },
    h(
      "span",
      { class: "field-head" },
      h("h4", { id, tabindex: -1 }, field.title || field.name),
      beside?.element ?? null,
    ),
    help,
    h("p", { class: "found" }),
    rows,
    empty,
    add,
  );
  const value = () => valueOf(desk, field, place) ?? [];

  function addOne() {
    write(desk, field, place, [...value(), fresh(of, value(), desk)]);
    desk.context.announce(`Added: ${memberName(field)} ${value().length}.`);
    /** @type {HTMLElement | null} */ (
      rows.lastElementChild?.querySelector("input, select, textarea") ?? null
    )?.focus();
  }

  const show = repeated(rows, (number) => {
    const inner = make(
      { ...desk, beside: undefined },
      {
        ...of,
        title: of.kind === "record" ? "" : `${field.title || field.name} ${number + 1}`,
        label: `${memberName(field)} ${number + 1}`,
        text: "",
        rule: "",
      },
      [...place, number],
    );
    const name = `${memberName(field)} ${number + 1}`;
    const up = h(
      "button",
      { type: "button", class: "quiet", "aria-label": `Move up: ${name}`, onclick: () => shift(number, -1) },
      "↑",
    );
    const down = h(
      "button",
      { type: "button", class: "quiet", "aria-label": `Move down: ${name}`, onclick: () => shift(number, 1) },
      "↓",
    );
    const gone = h(
      "button",
      { type: "button", class: "quiet", "aria-label": `Remove: ${name}`, onclick: () => remove(number) },
      "✕",
    );
    return {
      element: h(
        "li",
        { class: "row-card" },
        inner.element,
        h("span", { class: "row-buttons" }, up, down, gone),
      ),
      update: () => {
        up.toggleAttribute("disabled", number === 0);
        down.toggleAttribute("disabled", number === value().length - 1);
        inner.update();
      },
    };
  });

  /** @param {number} number @param {number} by */
  function shift(number, by) {
    write(desk, field, place, moved(value(), number, number + by));
    desk.context.announce(`Moved to place ${number + by + 1}.`);
    /** @type {HTMLElement | null} */ (
      rows.children[number + by]?.querySelector(
        `.row-buttons button:${by < 0 ? "first-child" : "nth-child(2)"}:not([disabled]), .row-buttons button:not([disabled])`,
      ) ?? null
    )?.focus();
  }

  /** @param {number} number */
  function remove(number) {
    write(
      desk,
      field,
      place,
      value().filter((/** @type {any} */ _, /** @type {number} */ at) => at !== number),
    );
    desk.context.announce(`Removed: ${memberName(field)} ${number + 1}.`);
    /** @type {HTMLElement} */ (
      rows.children[Math.min(number, rows.children.length - 1)]?.querySelector(
        ".row-buttons button:last-child",
      ) ?? add
    ).focus();
  }

  function update() {
    beside?.update();
    const count = value().length;
    empty.hidden = count > 0;
    show(count);
  }
  return { element, update };
}

/**
 * Records or values by a key, such as numbers by type of ship.
 * @param {Desk} desk @param {Field} field @param {Place} place @param {Make} make @returns {Part}
 */
export function mappingPart(desk, field, place, make) {
  const of = /** @type {Field} */ (field.of);
  const keys = /** @type {any[]} */ (field.keys ?? field.choices ?? []).map((one) => ({
    value: String(one.value),
    words: one.words || String(one.value),
  }));
  const id = freshId("mapping");
  const rows = h("div", { class: "rows" });
  const pick = keys.length
    ? h("select", { "aria-label": `${field.title}: what for` })
    : h("input", { type: "text", "aria-label": `${field.title}: name of the new one`, maxlength: 40 });
  const add = h("button", { type: "button", class: "button small-button", onclick: addOne }, "Add");
  const element = h(
    "div",
    { class: "field list-field", role: "group", "aria-labelledby": id, "data-place": written(place) },
    h("h4", { id, tabindex: -1 }, field.title || field.name),
    helpOf(desk, field),
    h("p", { class: "found" }),
    rows,
    h("span", { class: "control add-row" }, pick, add),
  );
  const value = () => valueOf(desk, field, place) ?? {};
  const words = (/** @type {string} */ key) => keys.find((one) => one.value === key)?.words ?? areaName(key);
  /** @type {Map<string, Part>} */
  const parts = new Map();
  /** @type {any[]} */
  let offered = [];

  function addOne() {
    const said = /** @type {any} */ (pick).value;
    const key = keys.length ? said : keyOf(said);
    if (!key || key in value()) return;
    write(desk, field, place, { ...value(), [key]: fresh(of, [], desk) });
    if (!keys.length) /** @type {any} */ (pick).value = "";
    /** @type {HTMLElement | null} */ (
      parts.get(key)?.element.querySelector("input, select") ?? null
    )?.focus();
  }

  /** @param {string} key @returns {Part} */
  function row(key) {
    const inner = make({ ...desk, subject: words(key) }, { ...of, title: words(key), text: "", rule: "" }, [
      ...place,
      key,
    ]);
    const gone = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Remove: ${words(key)}`,
        onclick: () => {
          const { [key]: _, ...others } = value();
          write(desk, field, place, others);
          add.focus();
        },
      },
      "✕",
    );
    return {
      element: h("div", { class: "row-card" }, inner.element, h("span", { class: "row-buttons" }, gone)),
      update: inner.update,
    };
  }

  function update() {
    const now = value();
    for (const [key, part] of parts)
      if (!(key in now)) {
        part.element.remove();
        parts.delete(key);
      }
    for (const key of Object.keys(now)) {
      if (!parts.has(key)) {
        const part = row(key);
        parts.set(key, part);
        rows.append(part.element);
      }
      parts.get(key)?.update();
    }
    const free = keys.filter((one) => !(one.value in now));
    if (keys.length && !same(free, offered)) {
      offered = free;
      pick.replaceChildren(...free.map((one) => h("option", { value: one.value }, one.words)));
    }
    add.toggleAttribute("disabled", keys.length > 0 && !free.length);
  }
  return { element, update };
}
