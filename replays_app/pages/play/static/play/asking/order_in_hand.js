/** The order in hand: filled by suggestion, map and fields, saved as a draft, and submitted. */

import { deedsOf } from "./bar_actions.js";
import { stillOpen } from "./kept_open.js";
import { UnsentOrders } from "./unsent_orders.js";
import { whyNot } from "../following/battle_api.js";
import * as choosing from "../order/choosing.js";
import { blanksOf, emptyOrder, faultsOf, replaced } from "../order/filled_order.js";
import { asAdvised, holdsWhole, readOrder } from "../order/read_order.js";
import { handlesOf } from "../order/form_subjects.js";
import { isSame } from "../order/cells.js";
import { guidePlans, inHandFirst, letGoText, offerOf } from "../order/offering.js";
import { passingQuestion } from "../order/confirm_before_sending.js";
import { takenText } from "./last_change_text.js";
import { whyBare } from "../order/line_edits.js";
import { lostText, refusalsOf } from "../order/refusals.js";
import { namedBeside, pickedInForm, withForm } from "./whole_form.js";
import { newestAnswer } from "../../darkseas/kit/latest_response.js";

/** @typedef {import("../types.js").Blanks} Blanks */
/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Held} Held */
/** @typedef {import("../bar/order_bar.js").Asked} Asked */
/** @typedef {import("../bar/order_bar.js").Deeds} Deeds */

/** Idle times in milliseconds before the odds are requested, and before the draft is saved. */
const [PREVIEW_MS, KEEP_MS] = [220, 600];
const BESIDE_GUIDE =
  "The captain (computer opponent) does not follow the tutorial. Change any line that differs.";
const FILLED_IN = "Filled in by the captain (computer opponent). Change any field.";

export class Asking {
  /**
   * @param {import("../following/battle_api.js").BattleApi} api
   * @param {() => void} changed  redraws bar and map @param {(order: FilledOrder) => void} send
   */
  constructor(api, changed, send) {
    this.api = api;
    this.changed = changed;
    this.send = send;
    this.unsent = new UnsentOrders((data, isLeaving) => api.keepUnsent(data, isLeaving));
    this.side = "";
    /** Since when the seat's orders are due, or since when it waits. @type {string | null} */
    this.since = null;
    /** All sides with orders due; only the umpire gets them. @type {import("../types.js").Called[]} */
    this.called = [];
    this.length = 0;
    /** @type {FilledOrder | null} */
    this.order = null;
    /** @type {Held | null} */
    this.held = null;
    /** @type {import("../order/form_subjects.js").Handle[]} */
    this.handles = [];
    /** @type {import("../../darkseas/chart/types.js").Piece[]} */
    this.pieces = [];
    this.previews = newestAnswer();
    this.timers = { preview: 0, keep: 0 };
    /** @type {Blanks | null} */
    this.last = null;
    /** @type {import("../types.js").Suggestion | null} */
    this.advice = null;
    this.isSending = false;
    /** Whether the captain's suggestion was requested and has not arrived yet. */
    this.isAdvised = false;
    /** Question before an empty order is submitted; "" before Submit is pressed. */
    this.question = "";
    /** What the last change added to the order or removed from it, in words. */
    this.taken = "";
    /** Whether the order is exactly the captain's suggestion. */
    this.isCaptains = false;
    /**
     * What was filled in before Suggest, Repeat last turn or Clear replaced it.
     * @type {FilledOrder | null}
     */
    this.earlier = null;
    /** Whether routes are chosen by waypoints. */
    this.isByWaypoints = false;
    /** @type {import("../types.js").PreviewLine[]} */
    this.preview = [];
    /** @type {Record<"notes" | "reasons" | "lost", string[]>} */
    this.said = { notes: [], reasons: [], lost: [] };
    /** @type {Map<string, string>} */
    this.refused = new Map();
  }

  /** Clears the messages about the order before a change. */
  forget() {
    this.preview = [];
    this.said = { notes: [], reasons: [], lost: [] };
    this.refused = new Map();
    [this.question, this.isCaptains, this.taken] = ["", false, ""];
  }

  get forms() {
    return this.unsent.forms;
  }

  /**
   * Takes the forms that can be filled now. The order in progress keeps what is still possible; the rest is
   * listed. An open optional form, such as resigning, stays open, so that no other order slips under a
   * finger.
   * @param {import("../types.js").Forms} forms @param {import("../../darkseas/chart/types.js").Piece[]}
   *   pieces
   */
  open({ forms, side, length, since = null, called = [] }, pieces) {
    const before = this.order?.form;
    if (this.order) this.unsent.note(this.order);
    [this.side, this.length, this.since, this.pieces] = [side, length, since, pieces];
    this.called = called;
    this.unsent.open(forms);
    const form = stillOpen(before, forms) ?? this.unsent.wanted;
    if (form) this.turnTo(form);
    else this.order = null;
  }

  /** Closes the order after the site has accepted it. */
  close() {
    if (this.order) this.unsent.drop(this.order.form);
    clearTimeout(this.timers.keep);
    clearTimeout(this.timers.preview);
    [this.order, this.held, this.earlier] = [null, null, null];
    this.unsent.forms = [];
    this.forget();
  }

  /** @param {Form} form */
  turnTo(form) {
    const before = this.unsent.of(form);
    const known = this.order?.form.title === form.title ? this.order : null;
    this.forget();
    [this.held, this.earlier] = [null, null];
    const read = before ? readOrder(form, before) : { order: emptyOrder(form), lost: [] };
    this.order = read.order;
    this.handles = handlesOf(read.order, this.pieces);
    this.said.lost = read.lost.map((one) => lostText(known, one, before ?? {}));
    this.readLast(form);
    this.readAdvice(form);
    this.update();
  }

  /** Reads the captain's suggestion, if the lines of this form share weapons. @param {Form} form */
  async readAdvice(form) {
    this.advice = null;
    if (!form.pressing || !form.blanks.some((blank) => blank.blank === "rows" && blank.once)) return;
    const advice = await this.api.suggestion().catch(() => null);
    if (this.order?.form === form) this.advice = advice;
  }

  /** Reads the order of last turn, if any of it can be repeated. @param {Form} form */
  async readLast(form) {
    this.last = null;
    const last = await this.api.lastTurnsOrder(form, this.side, this.length).catch(() => null);
    if (!last || this.order?.form !== form) return;
    if (isSame(blanksOf(readOrder(form, last).order), blanksOf(emptyOrder(form)))) return;
    this.last = last;
    this.changed();
  }

  /** Replaces the order. @param {FilledOrder} order */
  become(order) {
    const { reasons } = this.said;
    this.forget();
    this.said.reasons = reasons;
    this.taken = takenText(this.order, order);
    if (order.blanks !== this.order?.blanks) this.handles = handlesOf(order, this.pieces);
    this.order = order;
    this.update();
  }

  update() {
    this.changed();
    clearTimeout(this.timers.preview);
    this.timers.preview = setTimeout(() => this.askPreview(), PREVIEW_MS);
    clearTimeout(this.timers.keep);
    this.timers.keep = setTimeout(() => this.keep(), KEEP_MS);
  }

  /** Saves the draft on the site, for this seat only. @param {boolean} [isLeaving] */
  async keep(isLeaving = false) {
    clearTimeout(this.timers.keep);
    const { order } = this;
    if (!order || this.isSending) return;
    try {
      await this.unsent.keep(order, isLeaving);
    } catch (fault) {
      if (this.order !== order) return;
      this.refuse(fault);
      this.changed();
    }
  }

  async askPreview() {
    const { order } = this;
    if (!order || faultsOf(order).length || this.isSending) return;
    try {
      const lines = await this.previews(() => this.api.preview(order.form.order, blanksOf(order)));
      if (!lines || this.order !== order) return;
      this.preview = lines;
    } catch (fault) {
      if (this.order === order) this.refuse(fault);
    }
    this.changed();
  }

  /** Shows at each line why the site refused it. @param {unknown} fault */
  refuse(fault) {
    const { errors = [] } = /** @type {{errors?: import("../order/refusals.js").Error[]}} */ (fault);
    const { refused, isShown } = refusalsOf(/** @type {FilledOrder} */ (this.order), errors);
    this.refused = refused;
    this.said.notes = isShown ? [] : [whyNot(fault)];
  }

  /** Handles what was chosen on the map. @param {import("../../darkseas/chart/types.js").Picked} picked */
  pick(picked) {
    if (!this.order || this.isSending) return false;
    const inForm = pickedInForm(this.order, this.forms, picked, this.pieces);
    if (inForm?.form) this.turnTo(inForm.form);
    if (inForm?.order) this.become(inForm.order);
    if (inForm) return true;
    const { order, held, isMeant } = choosing.choose(this.order, this.held, picked, this.handles);
    if (order !== this.order) this.becomeAdvised(order, held);
    else if (!this.held && !isMeant && picked.place) {
      this.taken = inHandFirst(this.handles);
      this.changed();
    } else {
      if (this.held && !held && !picked.piece) this.taken = letGoText(this.handles, this.held);
      this.hold(held, order);
      if (isMeant) this.changed();
    }
    return isMeant;
  }

  /**
   * Replaces the order; if it has a new line that the captain fills, or for which nothing is left, a note
   * says so.
   * @param {FilledOrder} order @param {Held | null} held
   */
  becomeAdvised(order, held) {
    const { blank = "", line = 0 } = held ?? {};
    const isNew = blank !== "" && order.lines[blank].length > (this.order?.lines[blank]?.length ?? 0);
    const bare = isNew ? whyBare(order, blank, line) : "";
    const advised = isNew && !bare ? this.advise(order, blank, line) : order;
    this.hold(held, order);
    this.become(advised);
    if (advised === order && !bare) return;
    this.said.notes = [bare || FILLED_IN];
    this.changed();
  }

  /**
   * Fills a new line that has further choices with the captain's suggestion, if there is one.
   * @param {FilledOrder} order @param {string} blank @param {number} line
   */
  advise(order, blank, line) {
    return this.advice?.order === order.form.order
      ? asAdvised(order, blank, line, this.advice.blanks)
      : order;
  }

  /** @returns {import("../../darkseas/chart/types.js").Offer | null} */
  get offer() {
    if (!this.order || this.isSending) return null;
    const offer = offerOf(this.order, this.held, this.handles, this.pieces);
    offer.plans.push(...guidePlans(this.order, offer.plans));
    return withForm(offer, this.order, this.forms, this.pieces);
  }

  /** @returns {Asked | null} */
  get asked() {
    const { order, held, handles, preview, said, refused, isSending, isAdvised, since, question, taken } =
      this;
    if (!order) return null;
    const others = namedBeside(
      order.form,
      this.forms.filter((form) => form !== order.form),
    );
    return {
      order,
      held,
      handles,
      others,
      preview,
      refused,
      isSending,
      isAdvised,
      since,
      question,
      taken,
      hasLast: this.last !== null,
      hasEarlier: this.earlier?.form === order.form,
      ...said,
    };
  }

  /** Fills in the captain's suggestion; an order that is being submitted stays as it is. */
  async suggest() {
    this.isAdvised = true;
    this.changed();
    try {
      const { order, blanks, reasons } = await this.api.suggestion();
      const form = this.isSending ? undefined : this.formFor(order, blanks);
      if (!form) return;
      if (form !== this.order?.form) this.turnTo(form);
      this.replace(readOrder(form, blanks).order);
      this.said.reasons = form.guide?.length ? [BESIDE_GUIDE, ...(reasons ?? [])] : (reasons ?? []);
      this.isCaptains = true;
    } catch (fault) {
      this.said.notes = [whyNot(fault)];
    } finally {
      this.isAdvised = false;
      this.changed();
    }
  }

  /**
   * Returns the form for an order: preferably one that fits all of it, and the one in progress before others.
   * @param {string} name @param {Blanks} blanks
   */
  formFor(name, blanks) {
    const known = this.order?.form;
    const ofKind = this.forms.filter((one) => one.order === name);
    const inWork = ofKind.filter((one) => one === known);
    const isWhole = (/** @type {Form} */ one) => holdsWhole(one, blanks);
    return inWork.find(isWhole) ?? ofKind.find(isWhole) ?? inWork[0] ?? ofKind[0];
  }

  /** Fills the form of this order again. @param {Blanks | null} blanks  null for an empty order */
  refill(blanks) {
    if (!this.order) return;
    const { form } = this.order;
    this.said.reasons = [];
    this.replace(blanks ? readOrder(form, blanks).order : emptyOrder(form));
  }

  /** Replaces the entries with another order; `backToEarlier` restores them. @param {FilledOrder} order */
  replace(order) {
    this.held = null;
    this.earlier = replaced(this.order, order);
    this.become(order);
  }

  /** Restores the earlier entries; calling it again restores the later ones. */
  backToEarlier() {
    if (!this.earlier) return;
    this.said.reasons = [];
    this.replace(this.earlier);
  }

  /** Actions of the order bar. @returns {Deeds} */
  get deeds() {
    return deedsOf(this);
  }

  /** @param {Held | null} held */
  take(held) {
    if (this.order) this.hold(held, this.order);
    this.changed();
  }

  /**
   * Selects something; its route is chosen by waypoints if they are turned on.
   * @param {Held | null} held
   * @param {FilledOrder} order
   */
  hold(held, order) {
    this.question = "";
    this.held = held && choosing.byWaypoints(order, held, this.isByWaypoints);
  }

  /**
   * Submits a complete order; otherwise selects what is still open. An empty order needs a second press,
   * unless the captain would order nothing either.
   * @param {FilledOrder} order
   */
  sendOrOpen(order) {
    const [fault] = faultsOf(order);
    if (!fault) {
      const isAsked = this.question !== "" || this.isCaptains;
      this.question = isAsked ? "" : passingQuestion(order, this.handles);
      return this.question ? this.changed() : this.send(order);
    }
    return this.take(
      fault.at === null ? null : choosing.holdLine(this.handles, order, fault.blank, fault.at),
    );
  }
}
