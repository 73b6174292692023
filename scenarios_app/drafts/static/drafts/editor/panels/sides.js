/** The two sides, and the order of battle: ships from the ship data, dragged or sent into task groups. */

import { h } from "../../../darkseas/kit/dom.js";
import { letDrag } from "../../../darkseas/kit/drag_and_drop.js";
import { mayBeLeftOut } from "../fields/form_description.js";
import { keyedList } from "../../../darkseas/kit/keyed_list.js";
import { keyOf } from "../../../darkseas/kit/slugs.js";
import { freshRecord } from "../fields/fresh_values.js";
import { alter } from "../fields/document_paths.js";
import { hasBudgets } from "../order_of_battle/budget.js";
import { budgetForm } from "../order_of_battle/budget_form.js";
import {
  addGroup,
  addShip,
  addSide,
  moveShip,
  nextGroupName,
  renameSide,
  shipCount,
  shipOf,
  sideOf,
} from "../order_of_battle/roster.js";
import { askForSecond } from "../order_of_battle/second_time.js";
import { placesOf } from "../order_of_battle/ship_marks.js";
import { shipFrom, shipSearch } from "../order_of_battle/ship_search_form.js";
import { SideTray } from "../order_of_battle/side_tray.js";
import { sideCard } from "./side_card.js";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").FoundShip} FoundShip */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Spec} Spec */

/** @param {HTMLElement} element @param {Context} context */
export function mount(element, context) {
  return new SidesPanel(element, context);
}

class SidesPanel {
  /** Sides that were given another name here. @type {Set<string>} */
  named = new Set();
  /** @type {Map<string, SideTray>} */
  trays = new Map();
  /** Where ships are added: "side/group". */
  target = "";

  /** @param {HTMLElement} element @param {Context} context */
  constructor(element, context) {
    this.context = context;
    this.store = context.store;
    const cards = h("div", { class: "side-cards" });
    const trays = h("div", { class: "trays" });
    this.another = h(
      "button",
      { type: "button", class: "button", onclick: () => this.addSide() },
      "Add a side",
    );
    this.search = this.makeSearch();
    this.budgets = hasBudgets(context.form) ? budgetForm(context) : null;
    element.append(
      h(
        "p",
        { class: "lead" },
        "Name the two sides, then bring their ships from the ship data: press “Add”, " +
          "or drag a ship into a task group.",
      ),
      cards,
      this.another,
      h("h3", { id: "oob" }, "Order of battle"),
      ...(this.budgets ? [this.budgets.element] : []),
      h("div", { class: "order-of-battle" }, this.search.element, trays),
    );
    letDrag(element, (landing) => this.land(landing));
    const keyOfSide = (/** @type {Side} */ side) => side.key;
    this.showCards = keyedList(cards, keyOfSide, ({ key }) =>
      sideCard(context, key, () => this.named.add(key)),
    );
    this.showTrays = keyedList(trays, keyOfSide, ({ key }) => this.makeTray(key));
  }

  makeSearch() {
    const panel = this;
    return shipSearch(this.context, {
      targets: () => this.targets(),
      get target() {
        return panel.target;
      },
      choose: (value) => {
        this.target = value;
      },
      add: (ship, target) => this.add(ship, target),
      usualNavy: () => sideOf(this.store.spec, this.target.split("/")[0])?.navies?.[0] ?? "",
    });
  }

  /** @param {string} key */
  makeTray(key) {
    const tray = new SideTray(this.context, key, (target) => {
      this.target = target;
      this.search.update();
    });
    this.trays.set(key, tray);
    return tray;
  }

  addSide() {
    const form = this.context.form.parts["sides.rules"] ?? { name: "", kind: "record" };
    const rules = freshRecord(form, [], { context: this.context });
    this.store.change("Add a side", (spec) => addSide(spec, rules));
  }

  /** Whether the first ship of a side starts its first group: if the rules need no fields of groups. */
  startsGroups() {
    const { form } = this.context;
    return form.has_map && mayBeLeftOut(form.parts["groups.rules"]);
  }

  /** Where ships may be added, in words. */
  targets() {
    const starts = this.startsGroups();
    return (this.store.spec.sides ?? []).flatMap((side) => {
      const groups = side.groups ?? [];
      const loose = groups.length || !starts ? "no task group" : "a first task group";
      return [
        ...groups.map((group) => ({
          value: `${side.key}/${group.key}`,
          title: `${side.name}: ${group.name}`,
        })),
        { value: `${side.key}/`, title: groups.length || starts ? `${side.name}: ${loose}` : side.name },
      ];
    });
  }

  /** @param {string} value */
  titleOf(value) {
    return this.targets().find((target) => target.value === value)?.title;
  }

  /**
   * Adds a ship; one that is in the draft already only when somebody says so.
   * @param {FoundShip} ship @param {string} target
   * @param {string} [before]  the key of the ship it goes before
   */
  add(ship, target, before = "") {
    const places = placesOf(this.store.spec, ship);
    if (places.length) askForSecond(ship.name, places, () => this.put(ship, target, before));
    else this.put(ship, target, before);
  }

  /** @param {FoundShip} ship @param {string} target @param {string} before */
  put(ship, target, before) {
    const [side, group] = target.split("/");
    const title = this.titleOf(target) ?? side;
    this.store.change(`Add ${ship.name}`, (spec) => {
      const ready = this.withFirstGroup(withNavy(spec, side, ship.navy), side);
      const berth = { side, group: group || firstGroup(ready, spec, side) };
      return addShip(ready, berth, shipFrom(ship), before);
    });
    if (!group) this.target = `${side}/${sideOf(this.store.spec, side)?.groups?.[0]?.key ?? ""}`;
    this.search.update();
    const count = shipCount(sideOf(this.store.spec, side)?.ships ?? []);
    this.context.announce(`${ship.name} added to ${title}. ${count} on that side now.`);
  }

  /** @param {Spec} spec @param {string} side */
  withFirstGroup(spec, side) {
    const known = sideOf(spec, side);
    return this.startsGroups() && known && !known.groups?.length
      ? addGroup(spec, side, nextGroupName(spec))
      : spec;
  }

  /** @param {import("../../../darkseas/kit/drag_and_drop.js").Landing} landing */
  land({ source, drop, before }) {
    const berth = { side: drop.dataset.side ?? "", group: drop.dataset.group ?? "" };
    const target = `${berth.side}/${berth.group}`;
    const beforeKey = before?.dataset.drag?.split(":")[2] ?? "";
    const found = this.context.known.found.get(source);
    if (found) return this.add(found, target, beforeKey);
    const [, side, key] = (source.dataset.drag ?? "").split(":");
    const name = shipOf(this.store.spec, side, key)?.name ?? key;
    this.store.change(`Move ${name}`, (spec) => moveShip(spec, side, key, berth, beforeKey));
    this.context.announce(`${name} moved to ${this.titleOf(target)}.`);
  }

  update() {
    const sides = this.store.spec.sides ?? [];
    const targets = this.targets();
    if (!targets.some((target) => target.value === this.target)) this.target = targets[0]?.value ?? "";
    this.another.hidden = sides.length > 1;
    this.showCards(sides);
    this.showTrays(sides);
    this.search.update();
    this.budgets?.update();
  }

  /** Keys follow the names that were given here, as long as nothing was published under them. */
  leave() {
    const { context, store } = this;
    for (const key of this.named) {
      const name = sideOf(store.spec, key)?.name ?? "";
      const next = keyOf(name);
      if (context.draft().scenario?.revision || !next || context.known.reserved.includes(next)) continue;
      store.change(`Name, ${name}`, (spec) => renameSide(spec, key, next, context.form.parts));
    }
    this.named.clear();
  }

  /** Opens the ship that a place is about. @param {string} where */
  reveal(where) {
    const [, side, part, key, ...rest] = where.split(".");
    if (part === "ships" && key && rest.length) this.trays.get(side)?.open(key);
  }
}

/**
 * The group that was begun for a side's first ship, or none.
 * @param {Spec} ready @param {Spec} spec @param {string} side
 */
function firstGroup(ready, spec, side) {
  return ready === spec || sideOf(spec, side)?.groups?.length
    ? ""
    : (sideOf(ready, side)?.groups?.[0]?.key ?? "");
}

/** A side has the navies of its ships. @param {Spec} spec @param {string} side @param {string} navy */
function withNavy(spec, side, navy) {
  return alter(spec, ["sides", side, "navies"], (/** @type {Side["navies"]} */ navies) =>
    (navies ?? []).includes(navy) ? navies : [...(navies ?? []), navy],
  );
}
