/** Playtest results: a row per state of the draft, newest first, with the changes between states. */

import { h } from "../../../darkseas/kit/dom.js";

/**
 * A state of the draft that was fought often; counts are over all its battles, by side.
 * @typedef {object} FoughtState
 * @property {string} made_at @property {number | null} revision @property {boolean} is_now
 * @property {Record<string, string>} names @property {string[]} changes @property {number} further_changes
 * @property {number} battles @property {Record<string, number>} wins @property {number} drawn
 * @property {Record<string, number>} losses @property {number} turns
 */

export class FoughtStates {
  /** @type {FoughtState[]} */
  states = [];
  /** The scenario at the last query; later changes have no playtests yet. */
  seen = "";
  isChanged = false;
  element = h("section", { class: "fought-states", hidden: true });

  /** @param {import("../types.js").Context} context */
  constructor(context) {
    this.context = context;
  }

  /** Fetches the results from the site; if that fails, the old ones remain. */
  async ask() {
    const seen = this.state();
    try {
      const api = /** @type {{get: (path: string) => Promise<{fought: FoughtState[]}>}} */ (
        /** @type {unknown} */ (this.context.api)
      );
      this.states = (await api.get(this.context.known.fight_url)).fought;
    } catch {
      return;
    }
    this.seen = seen;
    this.isChanged = false;
    this.show();
  }

  /** The parts that captains fight by, as one text. */
  state() {
    const { sides, map, sea, aims, options } = this.context.store.spec;
    return JSON.stringify([sides, map, sea, aims, options]);
  }

  /** Notices that the draft has changed since the playtests. */
  update() {
    if (this.isChanged || !this.states[0]?.is_now || this.state() === this.seen) return;
    this.isChanged = true;
    this.show();
  }

  show() {
    this.element.hidden = this.states.length === 0;
    const sides = Object.entries(this.states[0]?.names ?? {});
    this.element.replaceChildren(
      h("h3", {}, "Playtests so far"),
      h(
        "p",
        { class: "soft" },
        "It stays when you leave. Publish a state that was fought, and its battles go with the revision; " +
          "change it after that, and the revision says that it has not been fought.",
      ),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": "States that were fought" },
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, ...headings(sides))),
          h("tbody", {}, ...this.states.map((state) => this.row(state, sides))),
        ),
      ),
    );
  }

  /** @param {FoughtState} state @param {[string, string][]} sides */
  row(state, sides) {
    const { battles, wins, losses, drawn, turns } = state;
    const counts = sides.flatMap(([key]) => [
      `${wins[key] ?? 0} of ${battles}`,
      ((losses[key] ?? 0) / battles).toFixed(1),
    ]);
    const cells = [...counts, String(drawn), (turns / battles).toFixed(1)];
    const further = state.further_changes;
    const more = further ? [`and ${further} other ${further === 1 ? "change" : "changes"}`] : [];
    const changes = [...state.changes, ...more];
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        this.title(state),
        changes.length ? h("ul", { class: "small soft" }, ...changes.map((text) => h("li", {}, text))) : "",
      ),
      ...cells.map((text) => h("td", { class: "number" }, text)),
    );
  }

  /** @param {FoughtState} state */
  title({ is_now: isNow, revision, made_at: madeAt }) {
    if (isNow) return this.isChanged ? "Before your last changes" : "As it is now";
    if (revision) return `Revision ${revision}`;
    return `As it was on ${madeAt.slice(0, 10)}, ${madeAt.slice(11, 16)}`;
  }
}

/** @param {[string, string][]} sides */
function headings(sides) {
  const ofSides = sides.flatMap(([, name]) => [`${name} won`, `${name}: ships lost a battle`]);
  return [
    h("th", {}, "State, and what changed before it was fought"),
    ...[...ofSides, "Drawn", "Turns"].map((title) => h("th", { class: "number" }, title)),
  ];
}
