/** A side of the order of battle: its task groups with their ships, and ships in none. */

import { h } from "../../../darkseas/kit/dom.js";
import { keyedList } from "../../../darkseas/kit/keyed_list.js";
import { freshRecord } from "../fields/fresh_values.js";
import { hasBudgets, spentInWords } from "./budget.js";
import { groupTray, layShips } from "./group_tray.js";
import { addGroup, addShip, nextGroupName, sideOf, withoutGroup } from "./roster.js";
import { shipRow } from "./ship_row.js";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Side} Side */

export class SideTray {
  /** @type {Map<string, ReturnType<typeof shipRow>>} */
  rows = new Map();
  title = h("span", {});
  spent = h("p", { class: "small spent", role: "status" });
  groups = h("div", { class: "group-trays" });
  looseTitle = h("h5", {});
  /** The side that is shown. @type {Side | null} */
  shown = null;
  /** The origins that are shown with it. @type {Record<string, string> | undefined} */
  origins = undefined;

  /**
   * @param {Context} context @param {string} key
   * @param {(target: string) => void} choose  where ships are added
   */
  constructor(context, key, choose) {
    this.context = context;
    this.key = key;
    this.choose = choose;
    this.looseList = h("ol", { class: "ships", "data-drop": "yes", "data-side": key, "data-group": "" });
    this.loose = h(
      "section",
      { class: "tray loose" },
      this.looseTitle,
      this.looseList,
      h("p", { class: "soft small hint" }, "Press “Add” next to a ship in the ship data, or drag one here."),
    );
    this.element = this.section();
    context.onFindings(() => this.showSpent());
    this.showGroups = keyedList(
      this.groups,
      (/** @type {import("../types.js").Group} */ group) => group.key,
      (group) => groupTray(context, key, group.key, (ship) => this.rowOf(ship), choose),
    );
  }

  section() {
    return h(
      "section",
      { class: "side-tray", "data-place": `sides.${this.key}.ships`, "aria-label": "" },
      h("h4", {}, h("span", { class: "ensign" }), this.title),
      this.spent,
      h("p", { class: "found" }),
      h(
        "div",
        { "data-place": `sides.${this.key}.groups`, class: "groups-place" },
        h("p", { class: "found" }),
        this.groups,
        this.loose,
      ),
      h(
        "p",
        { class: "row-buttons" },
        smallButton("Add a task group", () => this.newGroup()),
        smallButton("Add a ship of your own", () => this.ownShip()),
      ),
    );
  }

  /** What its ships cost, as far as they are saved. */
  showSpent() {
    this.spent.hidden = !hasBudgets(this.context.form);
    if (!this.spent.hidden) this.spent.textContent = spentInWords(this.side(), this.context.costs());
  }

  side() {
    return sideOf(this.context.store.spec, this.key);
  }

  /** The side of this tray, which must be in the document. */
  knownSide() {
    return /** @type {Side} */ (this.side());
  }

  /** @param {string} ship @returns {ReturnType<typeof shipRow>} */
  rowOf(ship) {
    const known = this.rows.get(ship);
    if (known) return known;
    const row = shipRow(this.context, this.key, ship, (key) => this.refocus(key));
    this.rows.set(ship, row);
    return row;
  }

  newGroup() {
    const { context, key } = this;
    const name = nextGroupName(context.store.spec);
    const form = context.form.parts["groups.rules"] ?? { name: "", kind: "record" };
    const rules = freshRecord(form, [], { context });
    context.store.change(`Add ${name}`, (spec) => addGroup(spec, key, name, rules));
    this.choose(`${key}/${this.knownSide().groups?.at(-1)?.key ?? ""}`);
    context.announce(`${name} added. Ships are added to it now.`);
    const input = /** @type {HTMLInputElement | null} */ (
      this.groups.lastElementChild?.querySelector("input")
    );
    input?.focus();
    input?.select();
  }

  ownShip() {
    const { context } = this;
    const side = this.knownSide();
    const form = context.form.parts.ratings ?? { name: "", kind: "record" };
    const ship = {
      key: "",
      name: "New ship",
      class_name: "",
      navy: side.navies?.[0] ?? context.known.navies[0]?.key ?? "",
      kind: "DD",
      ratings: freshRecord(form, [], { context }),
      origin: "house",
    };
    context.store.change("Add a ship of your own", (spec) =>
      addShip(spec, { side: this.key, group: side.groups?.at(-1)?.key ?? "" }, ship),
    );
    const row = this.rowOf(this.knownSide().ships.at(-1)?.key ?? "");
    row.open();
    context.announce("A ship of your own was added. Name her and give her ratings.");
    /** @type {HTMLElement | null} */ (row.element.querySelector(".ship-editor input"))?.focus();
  }

  /** @param {string} ship */
  refocus(ship) {
    const handle = document.querySelector(`[data-drag$=":${CSS.escape(ship)}"] .handle`);
    /** @type {HTMLElement | null} */ (handle ?? this.element.querySelector(".handle, button"))?.focus();
  }

  /** Opens a ship that is shown. @param {string} ship */
  open(ship) {
    this.rows.get(ship)?.open();
  }

  update() {
    const { spec } = this.context.store;
    const side = this.side();
    if (!side || (side === this.shown && spec.origins === this.origins)) return;
    [this.shown, this.origins] = [side, spec.origins];
    this.title.textContent = side.name;
    this.element.setAttribute("aria-label", `Ships of ${side.name}`);
    /** @type {HTMLElement} */ (this.element.querySelector(".ensign")).className =
      `ensign navy-${side.navies?.[0] ?? ""} notch-${spec.sides.indexOf(side)}`;
    const focused = document.activeElement;
    this.showShips(side);
    if (
      focused instanceof HTMLElement &&
      focused !== document.activeElement &&
      this.element.contains(focused)
    )
      focused.focus({ preventScroll: true });
  }

  /** @param {Side} side */
  showShips(side) {
    this.showSpent();
    const groups = side.groups ?? [];
    this.showGroups(groups);
    const loose = withoutGroup(side);
    this.looseTitle.textContent = groups.length ? "In no task group" : "Ships";
    this.loose.hidden = !loose.length && groups.length > 0;
    layShips(this.looseList, loose, (ship) => this.rowOf(ship));
    for (const key of this.rows.keys())
      if (!side.ships.some((ship) => ship.key === key)) this.rows.delete(key);
  }
}

/** @param {string} words @param {() => void} act */
function smallButton(words, act) {
  return h("button", { type: "button", class: "button small-button", onclick: act }, words);
}
