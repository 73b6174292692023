/** Looking for ships in the ship data, as they were on the scenario's date. */

import { h } from "../../../darkseas/kit/dom.js";
import { freshId } from "../fields/controls/labels.js";
import { priceOf, shipDate } from "./budget.js";
import { sideOf } from "./roster.js";
import { marksOf } from "./ship_marks.js";
import { ShipQuery } from "./ship_query.js";
import { ratingWords, profile } from "./ship_row.js";

/** @typedef {import("../types.js").FoundShip} FoundShip */
/** @typedef {import("./ship_query.js").ShipPage} ShipPage */
/** @typedef {import("../types.js").Context} Context */

/**
 * @typedef {object} Host  the part that receives the ships
 * @property {() => {value: string, title: string}[]} targets  where ships may be added
 * @property {string} target  where they are added now
 * @property {(value: string) => void} choose
 * @property {(ship: FoundShip, value: string) => void} add
 * @property {() => string} usualNavy  the navy of the side that ships are added to
 */

/**
 * A ship of the ship data as the order of battle has it.
 * @param {FoundShip} found @returns {import("../types.js").Ship}
 */
export function shipFrom({ name, class_name, navy, kind, ratings, class_key, radar_sets }) {
  return {
    key: "",
    name,
    class_name,
    navy,
    kind,
    ratings: ratings ?? {},
    ...(class_key ? { class_key } : {}),
    ...(radar_sets ? { radar_sets } : {}),
  };
}

/** @param {Context} context @param {Host} host @returns {import("../types.js").Part} */
export function shipSearch(context, host) {
  return new ShipSearch(context, host);
}

class ShipSearch {
  /** Whether somebody chose a navy, which then stays. */
  isChosen = false;
  /** The side whose usual navy is looked for. */
  followed = "";
  /** The targets that are offered, as one text. */
  offered = "";
  count = h("p", { class: "soft small", role: "status" });
  list = h("ul", { class: "found-ships" });
  /** Where the marks of each ship stand that is shown. @type {Map<FoundShip, HTMLElement>} */
  marks = new Map();
  /** The sides that the marks are about. @type {import("../types.js").Side[] | undefined} */
  marked = undefined;

  /** @param {Context} context @param {Host} host */
  constructor(context, host) {
    this.context = context;
    this.host = host;
    this.query = new ShipQuery({
      get: async (path) => /** @type {ShipPage} */ (await context.api.get(path)),
      wanted: () => this.wanted(),
      show: (answer) => this.show(answer),
      fail: (fault) => {
        this.count.textContent = `The ship data cannot be read just now. ${fault.message}`;
      },
    });
    this.words = /** @type {HTMLInputElement} */ (h("input", this.ofWords()));
    this.navy = this.navies();
    this.kind = this.kinds();
    this.to = /** @type {HTMLSelectElement} */ (h("select", { onchange: () => this.aim() }));
    this.more = h(
      "button",
      {
        type: "button",
        class: "button small-button",
        hidden: true,
        onclick: () => void this.query.ask(this.query.page + 1),
      },
      "More ships",
    );
    this.element = this.section();
    context.onFindings(() => this.showMarks());
  }

  ofWords() {
    return {
      type: "search",
      maxlength: 100,
      autocomplete: "off",
      placeholder: "Chokai, Fletcher, 8-inch…",
      oninput: () => this.type(),
    };
  }

  /** Who types a name looks for it in all navies, unless they chose one. */
  type() {
    if (!this.isChosen) this.lookIn(this.words.value.trim() ? "" : this.host.usualNavy());
    this.query.askSoon();
  }

  /** @param {string} navy  its key, or "" for all */
  lookIn(navy) {
    this.navy.value = navy;
    if (this.navy.value !== navy) this.navy.value = "";
  }

  navies() {
    const choose = () => {
      this.isChosen = true;
      void this.query.ask(1);
    };
    const all = h("option", { value: "" }, "all navies");
    const { navies } = this.context.known;
    const options = navies.map((/** @type {{key: string, name: string}} */ one) =>
      h("option", { value: one.key }, one.name),
    );
    return /** @type {HTMLSelectElement} */ (h("select", { onchange: choose }, all, ...options));
  }

  kinds() {
    const all = h("option", { value: "" }, "all types");
    const options = Object.entries(this.context.known.kinds).map(([value, title]) =>
      h("option", { value }, String(title)),
    );
    const ask = () => void this.query.ask(1);
    return /** @type {HTMLSelectElement} */ (h("select", { onchange: ask }, all, ...options));
  }

  section() {
    return h(
      "section",
      { class: "ship-search", "aria-label": "Ship data" },
      h("h3", {}, "Ship data"),
      h(
        "div",
        { class: "search-fields" },
        labelled("Add ships to", this.to),
        labelled("Name, class or guns", this.words),
        labelled("Navy", this.navy),
        labelled("Type", this.kind),
      ),
      this.count,
      this.list,
      this.more,
    );
  }

  /** Somebody chose where ships are added. */
  aim() {
    this.host.choose(this.to.value);
    this.showMarks();
    this.followTarget();
  }

  /** What the fields say. @returns {import("./ship_query.js").Wanted} */
  wanted() {
    const [q, navy, kind] = [this.words.value.trim(), this.navy.value, this.kind.value];
    return { q, navy, kind, date: this.scenarioDate(), system: this.context.form.system };
  }

  scenarioDate() {
    return shipDate(this.context.store.spec);
  }

  /** @param {ShipPage} answer */
  show(answer) {
    if (this.query.page === 1) this.marks.clear();
    const rows = answer.ships.map((one) => this.row(one));
    if (this.query.page === 1) this.list.replaceChildren(...rows);
    else this.list.append(...rows);
    this.showMarks();
    this.more.hidden = answer.page >= answer.pages;
    this.count.replaceChildren(
      countInWords(answer.count, this.query.date),
      ...this.instead(answer.instead),
      ...(answer.count || !this.navy.value ? [] : [" ", this.inAllNavies()]),
    );
  }

  inAllNavies() {
    const widen = () => {
      this.isChosen = false;
      this.navy.value = "";
      this.words.focus();
      void this.query.ask(1);
    };
    return h(
      "button",
      { type: "button", class: "button small-button", onclick: widen },
      "Look in all navies",
    );
  }

  /** A button for each question that may have been meant. @param {string[]} questions */
  instead(questions) {
    if (!questions.length) return [];
    const buttons = questions.flatMap((text, number) => [
      number ? " or " : "",
      h("button", { type: "button", class: "button small-button", onclick: () => this.askFor(text) }, text),
    ]);
    return [" Did you mean ", ...buttons, "?"];
  }

  /** @param {string} text */
  askFor(text) {
    this.words.value = text;
    this.words.focus();
    void this.query.ask(1);
  }

  /** @param {FoundShip} ship */
  row(ship) {
    const marks = h("span", { class: "ship-marks", id: freshId("marks") });
    this.marks.set(ship, marks);
    const add = () => this.host.add(ship, this.to.value);
    const element = h(
      "li",
      { class: "found-ship", "data-drag": "data", "data-title": ship.name },
      h("span", { class: "handle", "aria-hidden": "true" }, "⠿"),
      profile(ship.kind),
      h(
        "span",
        { class: "ship-name" },
        h("span", { class: `ensign navy-${ship.navy}`, title: ship.navy }),
        h("strong", {}, ship.name),
        h("span", { class: "soft small class-name" }, `${ship.kind}, ${ship.class_name}`),
        marks,
      ),
      h("span", { class: "ratings-line" }, ...this.ratings(ship)),
      h(
        "button",
        { type: "button", class: "button small-button", "aria-describedby": marks.id, onclick: add },
        "Add",
        h("span", { class: "unseen" }, ` ${ship.name}`),
      ),
    );
    this.context.known.found.set(element, ship);
    return element;
  }

  /** Says of each ship whether she is there on the day, and whether she is in the draft. */
  showMarks() {
    const { spec } = this.context.store;
    this.marked = spec.sides;
    for (const [ship, element] of this.marks)
      element.replaceChildren(
        ...this.price(ship),
        ...marksOf(spec, ship, this.query.date !== "").map(({ kind, words }) =>
          h("span", { class: `ship-mark ${kind}` }, words),
        ),
      );
  }

  /** What a ship costs, where ships are bought. @param {FoundShip} ship */
  price({ cost }) {
    const side = sideOf(this.context.store.spec, this.host.target.split("/")[0]);
    const { words, isTooDear } = priceOf(cost, side, this.context.costs());
    return words ? [h("span", { class: `ship-mark${isTooDear ? " ended" : ""}` }, words)] : [];
  }

  /** @param {FoundShip} ship */
  ratings({ ratings }) {
    if (ratings) return ratingWords(this.context, ratings);
    return [h("span", { class: "soft" }, "no ratings known")];
  }

  /**
   * The navy follows the side that ships are added to, until somebody chooses one; not while ships are added.
   */
  followTarget() {
    const [side] = this.host.target.split("/");
    if (side === this.followed) return;
    this.followed = side;
    const usual = this.host.usualNavy();
    if (this.isChosen || this.words.value.trim() || this.navy.value === usual) return;
    this.lookIn(usual);
    void this.query.ask(1);
  }

  update() {
    const targets = this.host.targets();
    const text = JSON.stringify(targets);
    if (text !== this.offered) {
      this.offered = text;
      this.to.replaceChildren(...targets.map((one) => h("option", { value: one.value }, one.title)));
    }
    this.to.value = this.host.target;
    if (!this.query.isBegun) {
      this.navy.value = this.host.usualNavy();
      void this.query.ask(1);
    } else if (this.query.date !== this.scenarioDate()) this.query.askSoon();
    this.followTarget();
    if (this.context.store.spec.sides !== this.marked) this.showMarks();
  }
}

/** @param {string} title @param {HTMLElement} control */
function labelled(title, control) {
  control.id = freshId("search");
  return h("div", { class: "field" }, h("label", { for: control.id }, title), control);
}

/** How many ships there are, as on which day. @param {number} count @param {string} date */
function countInWords(count, date) {
  const when = date ? `, as on ${date}` : "; give the scenario a date to see them as they were that day";
  return count
    ? `${count} ship${count === 1 ? "" : "s"} found${when}.`
    : `No such ship${when}. Try fewer letters.`;
}
