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
    /** Since when the seat is called, or waits. @type {string | null} */
    this.since = null;
    /** All sides that are called, told to the umpire alone. @type {import("../types.js").Called[]} */
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
    /** Whether the captain is asked, and has not answered yet. */
    this.isAdvised = false;
    /** What is asked before an order goes out that orders nothing; "" before Send is pressed. */
    this.question = "";
    /** What the last change took into the order, or back, in words. */
    this.taken = "";
    /** Whether the order stands as the captain would give it. */
    this.isCaptains = false;
    /** What was filled before Suggest, As last turn or Clear took its place. @type {FilledOrder | null} */
    this.earlier = null;
    /** Whether ways are laid from waypoint to waypoint. */
    this.isByWaypoints = false;
    /** @type {import("../types.js").PreviewLine[]} */
    this.preview = [];
    /** @type {Record<"notes" | "reasons" | "lost", string[]>} */
    this.said = { notes: [], reasons: [], lost: [] };
    /** @type {Map<string, string>} */
    this.refused = new Map();
  }

  /** Forgets what was said of the order before it was another one. */
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
   * Takes the forms that may be filled now; what still holds of an order in work stays, the rest is named.
   * What nobody waits for, such as to resign, stays open where it was opened: no other order slips under a
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

  /** The order stands: nothing of it is in work any more. */
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

  /** What the captain would order, where lines share what they fire with. @param {Form} form */
  async readAdvice(form) {
    this.advice = null;
    if (!form.pressing || !form.blanks.some((blank) => blank.blank === "rows" && blank.once)) return;
    const advice = await this.api.suggestion().catch(() => null);
    if (this.order?.form === form) this.advice = advice;
  }

  /** What was ordered last turn, where something of it may be ordered again. @param {Form} form */
  async readLast(form) {
    this.last = null;
    const last = await this.api.lastTurnsOrder(form, this.side, this.length).catch(() => null);
    if (!last || this.order?.form !== form) return;
    if (isSame(blanksOf(readOrder(form, last).order), blanksOf(emptyOrder(form)))) return;
    this.last = last;
    this.changed();
  }

  /** The order is another one now. @param {FilledOrder} order */
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

  /** Keeps what is filled, on the site, for this seat alone. @param {boolean} [isLeaving] */
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

  /** Says at each line why the site does not take it. @param {unknown} fault */
  refuse(fault) {
    const { errors = [] } = /** @type {{errors?: import("../order/refusals.js").Error[]}} */ (fault);
    const { refused, isShown } = refusalsOf(/** @type {FilledOrder} */ (this.order), errors);
    this.refused = refused;
    this.said.notes = isShown ? [] : [whyNot(fault)];
  }

  /** What is chosen on the chart. @param {import("../../darkseas/chart/types.js").Picked} picked */
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

  /** The order has a line more, perhaps: where the captain fills it, or nothing is left for it, that is said.
   * @param {FilledOrder} order @param {Held | null} held */
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
   * A new line with more to choose begins as the captain would fill it, where he would.
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

  /** Fills in what the captain would order; what has been sent since is left alone. */
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
   * The form that an order is filled in: one that holds all of it, the one in work before others.
   * @param {string} name @param {Blanks} blanks
   */
  formFor(name, blanks) {
    const known = this.order?.form;
    const ofKind = this.forms.filter((one) => one.order === name);
    const inWork = ofKind.filter((one) => one === known);
    const isWhole = (/** @type {Form} */ one) => holdsWhole(one, blanks);
    return inWork.find(isWhole) ?? ofKind.find(isWhole) ?? inWork[0] ?? ofKind[0];
  }

  /** Fills the form of this order again. @param {Blanks | null} blanks  null for nothing */
  refill(blanks) {
    if (!this.order) return;
    const { form } = this.order;
    this.said.reasons = [];
    this.replace(blanks ? readOrder(form, blanks).order : emptyOrder(form));
  }

  /** Another order takes the place of what is filled, which can come back. @param {FilledOrder} order */
  replace(order) {
    this.held = null;
    this.earlier = replaced(this.order, order);
    this.become(order);
  }

  /** What stood before comes back, and can be changed for the other one again. */
  backToEarlier() {
    if (!this.earlier) return;
    this.said.reasons = [];
    this.replace(this.earlier);
  }

  /** What the bar may do. @returns {Deeds} */
  get deeds() {
    return deedsOf(this);
  }

  /** @param {Held | null} held */
  take(held) {
    if (this.order) this.hold(held, this.order);
    this.changed();
  }

  /** Keeps something in hand, its way by waypoints where ways are laid so. @param {Held | null} held
   * @param {FilledOrder} order */
  hold(held, order) {
    this.question = "";
    this.held = held && choosing.byWaypoints(order, held, this.isByWaypoints);
  }

  /**
   * Sends what is complete; else takes in hand what is still open. What orders nothing goes out at the second
   * press, unless the captain would order nothing either.
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
