/** Lists of a form: members can be added, removed and moved. */

import { h } from "../../../darkseas/kit/dom.js";
import { membersAt, write } from "./controls/form_context.js";
import { freshId, grouped, helpOf } from "./controls/labels.js";
import { moved, written } from "./document_paths.js";
import { fresh, membersOf } from "./fresh_values.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("./controls/form_context.js").FormContext} FormContext */
/** @typedef {(formContext: FormContext, field: Field, place: Place) => Part} Make */

/**
 * Keeps as many parts as there are members; `make` gets the number of each.
 * @param {HTMLElement} host @param {(number: number) => Part} make
 */
function repeated(host, make) {
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
 * @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part}
 */
export function numbersPart(formContext, field, place) {
  const names = membersOf(field);
  const of = { least: field.least, most: field.most, ...field.of };
  const { element, row, beside } = grouped(formContext, field, place, []);
  row.classList.add("numbers");
  const count = () => Math.max(names.length, membersAt(formContext, field, place).length);
  const show = repeated(row, (number) => {
    const control = /** @type {HTMLInputElement} */ (
      h("input", { type: "number", step: 1, min: of.least ?? false, max: of.most ?? false })
    );
    control.addEventListener("input", () => {
      if (!/^-?\d{1,9}$/.test(control.value)) return;
      const value = [...membersAt(formContext, field, place)];
      while (value.length <= number) value.push(0);
      value[number] = Number(control.value);
      write(formContext, field, place, value, true);
    });
    return {
      element: h("label", { class: "number" }, h("span", {}, names[number] ?? `${number + 1}`), control),
      update: () => {
        const value = membersAt(formContext, field, place)[number];
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
  const more = names.length ? [] : resizeButtons(formContext, field, place);
  row.after(...more);
  return {
    element,
    update: () => {
      beside?.update();
      show(count());
    },
  };
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place */
function resizeButtons(formContext, field, place) {
  const value = () => membersAt(formContext, field, place);
  return [
    h(
      "p",
      { class: "row-buttons" },
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => write(formContext, field, place, [...value(), 0]) },
        "Add a number",
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => write(formContext, field, place, value().slice(0, -1)),
        },
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
 * @param {FormContext} formContext @param {Field} field @param {Place} place @param {Make} make
 * @returns {Part}
 */
export function listPart(formContext, field, place, make) {
  return new ListPart(formContext, field, place, make);
}

class ListPart {
  rows = h("ol", { class: "rows" });
  empty = h("p", { class: "soft small" }, "None yet.");

  /** @param {FormContext} formContext @param {Field} field @param {Place} place @param {Make} make */
  constructor(formContext, field, place, make) {
    this.formContext = formContext;
    this.field = field;
    this.place = place;
    this.make = make;
    this.of = /** @type {Field} */ (field.of);
    this.member = memberName(field);
    this.beside = formContext.beside?.(field, place) ?? null;
    this.add = h(
      "button",
      { type: "button", class: "button small-button", onclick: () => this.addOne() },
      field.one ?? "Add one",
      h("span", { class: "unseen" }, `: ${this.member}`),
    );
    this.element = this.group();
    this.show = repeated(this.rows, (number) => this.row(number));
  }

  group() {
    const { field } = this;
    const id = freshId("list");
    return h(
      "div",
      { class: "field list-field", role: "group", "aria-labelledby": id, "data-place": written(this.place) },
      h(
        "span",
        { class: "field-head" },
        h("h4", { id, tabindex: -1 }, field.title || field.name),
        this.beside?.element ?? null,
      ),
      helpOf(this.formContext, field),
      h("p", { class: "found" }),
      this.rows,
      this.empty,
      this.add,
    );
  }

  /** @returns {unknown[]} */
  value() {
    return membersAt(this.formContext, this.field, this.place);
  }

  /** @param {unknown[]} value */
  write(value) {
    write(this.formContext, this.field, this.place, value);
  }

  addOne() {
    this.write([...this.value(), fresh(this.of, this.value(), this.formContext)]);
    this.formContext.context.announce(`Added: ${this.member} ${this.value().length}.`);
    focusOn(this.rows.lastElementChild?.querySelector("input, select, textarea"));
  }

  /** A member with the buttons that move and remove it. @param {number} number @returns {Part} */
  row(number) {
    const { of, field } = this;
    const name = `${this.member} ${number + 1}`;
    const title = of.kind === "record" ? "" : `${field.title || field.name} ${number + 1}`;
    const inner = this.make(
      { ...this.formContext, beside: undefined },
      { ...of, title, label: name, text: "", rule: "" },
      [...this.place, number],
    );
    const up = quietButton("↑", `Move up: ${name}`, () => this.shift(number, -1));
    const down = quietButton("↓", `Move down: ${name}`, () => this.shift(number, 1));
    const removal = quietButton("✕", `Remove: ${name}`, () => this.remove(number));
    return {
      element: h(
        "li",
        { class: "row-card" },
        inner.element,
        h("span", { class: "row-buttons" }, up, down, removal),
      ),
      update: () => {
        up.toggleAttribute("disabled", number === 0);
        down.toggleAttribute("disabled", number === this.value().length - 1);
        inner.update();
      },
    };
  }

  /** @param {number} number @param {number} by */
  shift(number, by) {
    this.write(moved(this.value(), number, number + by));
    this.formContext.context.announce(`Moved to place ${number + by + 1}.`);
    focusOn(this.rows.children[number + by]?.querySelector(".row-buttons button:not([disabled])"));
  }

  /** @param {number} number */
  remove(number) {
    this.write(this.value().filter((_, at) => at !== number));
    this.formContext.context.announce(`Removed: ${this.member} ${number + 1}.`);
    const next = this.rows.children[Math.min(number, this.rows.children.length - 1)];
    focusOn(next?.querySelector(".row-buttons button:last-child") ?? this.add);
  }

  update() {
    this.beside?.update();
    const count = this.value().length;
    this.empty.hidden = count > 0;
    this.show(count);
  }
}

/** @param {Element | null | undefined} element */
function focusOn(element) {
  /** @type {HTMLElement | null | undefined} */ (element)?.focus();
}

/** @param {string} sign @param {string} label @param {() => void} act */
function quietButton(sign, label, act) {
  return h("button", { type: "button", class: "quiet", "aria-label": label, onclick: act }, sign);
}
