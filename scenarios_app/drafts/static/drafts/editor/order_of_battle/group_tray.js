/** A task group of the order of battle with its ships, and how rows of ships are laid into lists. */

import { h } from "../../../darkseas/kit/dom.js";
import { fieldPart } from "../fields/fields.js";
import { groupOf, inGroup, removeGroup, shipCount, sideOf } from "./roster.js";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Group} Group */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Ship} Ship */

/**
 * Puts rows of ships into a list, in order; each row is one element wherever it lies.
 * @param {HTMLElement} list @param {Ship[]} ships @param {(key: string) => Part} rowOf
 */
export function layShips(list, ships, rowOf) {
  const rows = ships.map((ship) => rowOf(ship.key));
  const elements = new Set(rows.map((row) => row.element));
  for (const child of [...list.children])
    if (!elements.has(/** @type {HTMLElement} */ (child))) child.remove();
  let next = list.firstElementChild;
  for (const row of rows) {
    if (row.element === next) next = next.nextElementSibling;
    else list.insertBefore(row.element, next);
    row.update();
  }
  list.classList.toggle("empty", !ships.length);
}

/**
 * @param {Context} context @param {string} side @param {string} key
 * @param {(ship: string) => Part} rowOf @param {(target: string) => void} choose @returns {Part}
 */
export function groupTray(context, side, key, rowOf, choose) {
  return new GroupTray(context, side, key, rowOf, choose);
}

class GroupTray {
  count = h("span", { class: "soft small" });

  /**
   * @param {Context} context @param {string} side @param {string} key
   * @param {(ship: string) => Part} rowOf @param {(target: string) => void} choose
   */
  constructor(context, side, key, rowOf, choose) {
    this.context = context;
    this.side = side;
    this.key = key;
    this.rowOf = rowOf;
    this.choose = choose;
    this.name = fieldPart(
      { context, isCompact: true, subject: this.group()?.name },
      { name: "name", kind: "text", title: "Task group", longest: 60 },
      ["sides", side, "groups", key, "name"],
    );
    this.name.element.removeAttribute("data-place");
    this.list = h("ol", { class: "ships", "data-drop": "yes", "data-side": side, "data-group": key });
    this.removal = h("button", { type: "button", class: "quiet", onclick: () => this.remove() }, "✕");
    this.addHere = h("button", { type: "button", class: "quiet", onclick: () => this.aim() }, "Add here");
    this.element = this.tray();
  }

  tray() {
    return h(
      "section",
      { class: "tray", "data-place": `sides.${this.side}.groups.${this.key}` },
      h("header", {}, this.name.element, this.count, this.addHere, this.removal),
      h("p", { class: "found" }),
      this.list,
      h(
        "p",
        { class: "soft small hint" },
        "Drag ships here, or press “Add here” and choose some from the ship data.",
      ),
    );
  }

  group() {
    return groupOf(this.context.store.spec, this.side, this.key);
  }

  /** Makes this group the one that ships are added to. */
  aim() {
    this.choose(`${this.side}/${this.key}`);
    this.context.announce(`Ships are added to ${/** @type {Group} */ (this.group()).name} now.`);
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
    this.name.update();
    this.count.textContent = shipCount(ships);
    this.removal.setAttribute("aria-label", `Remove ${group.name}; its ships stay`);
    this.addHere.setAttribute("aria-label", `Add ships to ${group.name}`);
    layShips(this.list, ships, this.rowOf);
  }
}
