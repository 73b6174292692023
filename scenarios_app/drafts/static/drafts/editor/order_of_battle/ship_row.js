/** One ship in the order of battle: a line that is dragged, moved by keys, and opened. */

import { h, s } from "../../../darkseas/kit/dom.js";
import { silhouette } from "../../../darkseas/chart/pieces/silhouettes.js";
import { openMenu } from "../../../darkseas/kit/menu.js";
import { originOf } from "../fields/origins.js";
import { ratingsInWords } from "./ratings_text.js";
import { berths, copyShip, groupWith, moveShip, removeShip, shiftShip, shipOf, sideOf } from "./roster.js";
import { shipForm } from "./ship_form.js";

/** @typedef {import("../types.js").Answers} Answers */
/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Ship} Ship */

/** A ship in profile. @param {string} kind */
export function profile(kind) {
  const drawn = silhouette(kind, 46);
  return s(
    "svg",
    { class: "profile", viewBox: "-24 -13 48 22", width: 48, height: 22, "aria-hidden": "true" },
    drawn,
  );
}

/**
 * Ratings as a row of words; each may carry its origin.
 * @param {Context} context @param {Answers | null | undefined} ratings
 * @param {(name: string) => string} [originOfRating]
 */
export function ratingWords(context, ratings, originOfRating = () => "") {
  return ratingsInWords(context.form.parts.ratings, ratings).map((one) => {
    const origin = originOfRating(one.name);
    return h(
      "span",
      { class: "rating" },
      one.words,
      origin ? h("span", { class: `origin origin-${origin}` }, origin) : null,
    );
  });
}

/**
 * @param {Context} context @param {string} side @param {string} key
 * @param {(key: string) => void} refocus  puts the focus on a ship's row, wherever it went
 */
export function shipRow(context, side, key, refocus) {
  return new ShipRow(context, side, key, refocus);
}

class ShipRow {
  picture = h("span", { class: "picture-slot" });
  name = h("strong", {});
  className = h("span", { class: "soft small class-name" });
  ensign = h("span", { class: "ensign" });
  ratings = h("span", { class: "ratings-line" });
  slot = h("div", { class: "editor-slot" });
  /** The ship that is shown. @type {Ship | null} */
  shown = null;
  /** The origins that are shown with her. @type {Record<string, string> | undefined} */
  origins = undefined;
  /** Her form, while the row is open. @type {import("../types.js").Part | null} */
  form = null;

  /**
   * @param {Context} context @param {string} side @param {string} key
   * @param {(key: string) => void} refocus
   */
  constructor(context, side, key, refocus) {
    this.context = context;
    this.store = context.store;
    this.side = side;
    this.key = key;
    this.refocus = refocus;
    this.handle = h(
      "button",
      {
        type: "button",
        class: "handle",
        "aria-haspopup": "menu",
        onclick: () => this.openMenu(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.shiftByKey(event),
      },
      "⠿",
    );
    this.edit = h(
      "button",
      {
        type: "button",
        class: "quiet edit",
        "aria-expanded": "false",
        onclick: () => (this.form ? this.close() : this.open()),
      },
      "Edit",
    );
    this.removal = h("button", { type: "button", class: "quiet removal", onclick: () => this.remove() }, "✕");
    this.element = h(
      "li",
      { class: "ship", "data-drag": `ship:${side}:${key}`, "data-place": `sides.${side}.ships.${key}` },
      this.handle,
      this.picture,
      h("span", { class: "ship-name" }, this.ensign, this.name, this.className),
      this.ratings,
      this.edit,
      this.removal,
      h("p", { class: "found" }),
      this.slot,
    );
  }

  ship() {
    return shipOf(this.store.spec, this.side, this.key);
  }

  /**
   * @param {string} label @param {(spec: import("../types.js").Spec) => import("../types.js").Spec} recipe
   * @param {string} words
   */
  step(label, recipe, words) {
    this.store.change(label, recipe);
    this.context.announce(words);
    this.refocus(this.key);
  }

  openMenu() {
    const { side, key } = this;
    const { name } = /** @type {Ship} */ (this.ship());
    const group = groupWith(sideOf(this.store.spec, side), key);
    const others = berths(this.store.spec).filter((berth) => berth.side !== side || berth.group !== group);
    openMenu(this.handle, `What to do with ${name}`, [
      ...others.map((berth) => ({
        words: `Move to ${berth.title}`,
        run: () =>
          this.step(
            `Move ${name}`,
            (spec) => moveShip(spec, side, key, berth),
            `${name} moved to ${berth.title}.`,
          ),
      })),
      { words: "Up", run: () => this.shift(-1) },
      { words: "Down", run: () => this.shift(1) },
      {
        words: "Copy",
        run: () => this.step(`Copy ${name}`, (spec) => copyShip(spec, side, key), `${name} copied.`),
      },
      { words: "Delete", run: () => this.remove() },
    ]);
  }

  remove() {
    const { side, key } = this;
    const { name } = /** @type {Ship} */ (this.ship());
    this.step(
      `Delete ${name}`,
      (spec) => removeShip(spec, side, key),
      `${name} deleted. Undo brings her back.`,
    );
  }

  /** @param {number} by */
  shift(by) {
    const { name } = /** @type {Ship} */ (this.ship());
    const before = this.store.spec;
    this.store.change(`Move ${name}`, (spec) => shiftShip(spec, this.side, this.key, by));
    this.context.announce(
      this.store.spec === before
        ? `${name} is the ${by < 0 ? "first" : "last"}.`
        : `${name} moved ${by < 0 ? "up" : "down"}.`,
    );
    this.refocus(this.key);
  }

  /** @param {KeyboardEvent} event */
  shiftByKey(event) {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    this.shift(event.key === "ArrowUp" ? -1 : 1);
  }

  open() {
    if (this.form) return;
    this.form = shipForm(this.context, this.side, this.key);
    this.slot.append(this.form.element);
    this.form.update();
    this.showOpen("Close", true);
    this.context.marks();
  }

  close() {
    this.form = null;
    this.slot.replaceChildren();
    this.showOpen("Edit", false);
  }

  /** @param {string} words @param {boolean} isOpen */
  showOpen(words, isOpen) {
    this.edit.textContent = words;
    this.edit.setAttribute("aria-expanded", String(isOpen));
    this.element.classList.toggle("open", isOpen);
  }

  update() {
    const ship = this.ship();
    const { spec } = this.store;
    if (!ship) return;
    if (ship === this.shown && spec.origins === this.origins) return void this.form?.update();
    [this.shown, this.origins] = [ship, spec.origins];
    const count = ship.count ?? 1;
    this.name.textContent = count > 1 ? `${count} × ${ship.name}` : ship.name;
    this.className.textContent = [ship.kind, ship.class_name].filter(Boolean).join(", ");
    const notch = spec.sides.findIndex((side) => side.key === this.side);
    this.ensign.className = `ensign navy-${ship.navy} notch-${notch}`;
    this.ensign.title = ship.navy;
    this.element.dataset.title = ship.name;
    this.handle.setAttribute("aria-label", `Move ${ship.name}: drag, arrow keys, or press for a menu`);
    this.edit.setAttribute("aria-label", `Edit ${ship.name}`);
    this.removal.setAttribute("aria-label", `Delete ${ship.name}`);
    this.removal.title = `Delete ${ship.name}`;
    this.picture.replaceChildren(profile(ship.kind));
    this.showRatings(ship);
    this.form?.update();
    return undefined;
  }

  /** Her ratings; a rating with a different origin shows it. @param {Ship} ship */
  showRatings(ship) {
    const usual = ship.origin ?? "derived";
    const words = ratingWords(this.context, ship.ratings, (rating) => {
      const origin = originOf(this.origins, ["sides", this.side, "ships", this.key, "ratings", rating]);
      return origin && origin !== usual ? origin : "";
    });
    this.ratings.replaceChildren(
      ...(words.length ? words : [h("span", { class: "soft" }, "no ratings yet")]),
      h("span", { class: `origin origin-${usual}`, title: "where her numbers come from" }, usual),
    );
  }
}
