/**
 * What a side may be asked after an order that still waits for the line: the forms that it was asked last, as
 * they were then. Nobody can say what the site will ask; what it refuses is shown when the line is back.
 */

/** @typedef {import("../types.js").Form} Form */

export class LaterForms {
  constructor() {
    /** @type {Map<string, Map<string, Form>>} */
    this.seats = new Map();
  }

  /** A seat is asked these now. @param {string} seat @param {Form[]} forms */
  note(seat, forms) {
    const known = this.seats.get(seat) ?? new Map();
    for (const form of forms) {
      const name = `${form.order} ${form.title}`;
      known.delete(name); // what was asked last stands last
      known.set(name, form);
    }
    this.seats.set(seat, known);
  }

  /** What may come next of a seat, none of it waited for; what was asked longest ago comes first, for turns
   * go round. @param {string} seat @returns {Form[]} */
  of(seat) {
    return [...(this.seats.get(seat)?.values() ?? [])].map((form) => ({ ...form, pressing: false }));
  }
}
