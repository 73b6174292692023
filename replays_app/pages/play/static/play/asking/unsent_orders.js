/** Unsent entries of each form, stored on the site and visible only to the seat. */

import { isSame } from "../order/cells.js";
import { blanksOf, emptyOrder } from "../order/filled_order.js";
import { Refusal } from "../../darkseas/kit/api.js";

/** @typedef {import("../types.js").Blanks} Blanks */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../following/battle_api.js").Unsent} Unsent */

/**
 * Responses of the site to drafts that it will never store: too long, or with a name that no order may have.
 */
const NEVER_KEPT = [413, 422];

export class UnsentOrders {
  /** @param {(data: Unsent, isLeaving: boolean) => Promise<void>} put */
  constructor(put) {
    this.put = put;
    this.current = "";
    /** @type {Form[]} */
    this.forms = [];
    /** @type {{[key: string]: Blanks}} */
    this.filled = {};
  }

  /** Takes the draft stored earlier, here or in another window. @param {Unsent | null} unsent */
  restore(unsent) {
    if (!unsent) return;
    this.filled = { ...unsent.orders };
    this.current = unsent.current;
  }

  /** Takes the forms that can be filled now; drafts of other forms are deleted. @param {Form[]} forms */
  open(forms) {
    this.forms = forms;
    const keys = new Set(forms.map((form) => this.keyOf(form)));
    for (const key of Object.keys(this.filled)) if (!keys.has(key)) delete this.filled[key];
  }

  /** Returns the key of a form: two forms may lead to the same order. @param {Form} form */
  keyOf(form) {
    const alike = this.forms.filter((one) => one.order === form.order);
    const at = alike.findIndex((one) => one.title === form.title);
    return at > 0 ? `${form.order}#${at}` : form.order;
  }

  /**
   * The form being filled in, else the first required one; undefined if there is none. A form that was
   * submitted no longer counts as being filled in, so its kind is not preferred for the next ship.
   */
  get wanted() {
    const pressing = this.forms.filter((form) => form.pressing);
    const isInWork = (/** @type {Form} */ form) => this.keyOf(form) === this.current && this.of(form);
    return pressing.find(isInWork) ?? pressing[0];
  }

  /** @param {Form} form @returns {Blanks | undefined} */
  of(form) {
    return this.filled[this.keyOf(form)];
  }

  /** Notes the entries of an order; returns whether they have changed. @param {FilledOrder} order */
  note(order) {
    const [key, blanks] = [this.keyOf(order.form), blanksOf(order)];
    const known = this.filled[key] ?? blanksOf(emptyOrder(order.form));
    if (isSame(blanks, known)) return false;
    this.filled[key] = blanks;
    this.current = key;
    return true;
  }

  /** Deletes the draft of an accepted order. @param {Form} form */
  drop(form) {
    delete this.filled[this.keyOf(form)];
  }

  /**
   * Stores the draft on the site; while offline, with the next change. A draft that the site refuses raises,
   * and is not stored with other orders either.
   * @param {FilledOrder} order @param {boolean} isLeaving
   */
  async keep(order, isLeaving) {
    const key = this.keyOf(order.form);
    const before = this.filled[key];
    if (!this.note(order)) return;
    try {
      await this.put({ current: this.current, orders: { ...this.filled } }, isLeaving);
    } catch (fault) {
      if (!(fault instanceof Refusal) || !NEVER_KEPT.includes(fault.status)) return;
      if (before) this.filled[key] = before;
      else delete this.filled[key];
      throw fault;
    }
  }
}
