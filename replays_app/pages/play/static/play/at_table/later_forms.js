/**
 * Forms for orders that a side may have next, while an earlier order still waits for a connection: the last
 * forms of that side, as they were then. Nobody can predict the site's next forms; what it refuses is shown
 * once the browser is online.
 */

/** @typedef {import("../types.js").Form} Form */

export class LaterForms {
  constructor() {
    /** @type {Map<string, Map<string, Form>>} */
    this.seats = new Map();
  }

  /** Records the current forms of a seat. @param {string} seat @param {Form[]} forms */
  note(seat, forms) {
    const known = this.seats.get(seat) ?? new Map();
    for (const form of forms) {
      const name = `${form.order} ${form.title}`;
      known.delete(name); // the most recent form comes last
      known.set(name, form);
    }
    this.seats.set(seat, known);
  }

  /**
   * Forms that a seat may get next, none of them required. The one due longest ago comes first, because turns
   * repeat.
   * @param {string} seat @returns {Form[]}
   */
  of(seat) {
    return [...(this.seats.get(seat)?.values() ?? [])].map((form) => ({ ...form, pressing: false }));
  }
}
