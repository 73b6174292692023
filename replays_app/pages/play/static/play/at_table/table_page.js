/** Battle page at a table: records the players' orders and dice results. */

import { drawDice } from "./dice_panel.js";
import { LaterForms } from "./later_forms.js";
import { UnsentAtTable } from "./unsent_at_table.js";
import { Outbox } from "./outbox.js";
import { drawOutbox } from "./outbox_line.js";
import { sendInOrder } from "./sending_in_order.js";
import { inSeat, TableApi } from "./table_api.js";
import { diceDeeds, seatRow } from "./table_controls.js";
import { compared, recordedAlready, recorderLines, signedText, speaksFor } from "./two_recorders.js";
import { hasDice, likelySides, needing, newEntry, staysWhole } from "./throws.js";
import { drawQuiet } from "../bar/no_order_due.js";
import { drawRuling, missing, NO_RULING, rulingDeeds } from "../bar/ruling_panel.js";
import { newKey } from "../../darkseas/kit/api.js";
import { chipsOf, chipText } from "../order/chips.js";
import { blanksOf } from "../order/filled_order.js";
import { FightPage } from "../page/page.js";
import { NoAnswer } from "../../darkseas/chart/battle_reader.js";
import { createApi, Refusal } from "../../darkseas/kit/api.js";
import { byId, h } from "../../darkseas/kit/dom.js";

/** @typedef {import("./throws.js").Entry} Entry */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Forms} Forms */

/** Milliseconds before waiting entries are sent again, if no event reports that the browser is online. */
const AGAIN_MS = 5000;
const USUAL_DIE = 6;
const CONFIRM_AGAIN = "The log has new entries. Check the dice in the log, then confirm again.";
const ON_PAPER = "You cannot enter new kinds of orders offline: write them down with their dice.";
const AS_ASKED_LAST = `You are offline; this form may be out of date. ${ON_PAPER}`;
const LOOK_FIRST =
  "Another device recorded the previous order. Check the log for this one too, then send or remove it.";

/**
 * Whether a side's earlier forms may be filled again: entries are waiting, its own among them, or it was not
 * to move before them.
 * @param {Entry[]} waiting @param {string} seat @param {Form[]} forms
 */
function isPastWhatWasAsked(waiting, seat, forms) {
  return (
    waiting.some((entry) => entry.seat === seat) || (waiting.length > 0 && !forms.some((one) => one.pressing))
  );
}

export class TablePage extends FightPage {
  /** @param {HTMLElement} page */
  constructor(page) {
    super(page);
    const { api = "", csrf = "", battle = "", seats = "", witnesses = "" } = page.dataset;
    this.seats = seats.split(" ");
    this.seat = this.seats[0];
    this.table = new TableApi(api, createApi(csrf));
    this.outbox = new Outbox(battle);
    this.unsentOfSeats = new Map(
      this.seats.map((seat) => [seat, new UnsentAtTable(battle, seat, this.table)]),
    );
    this.asking.unsent = this.unsentOf(this.seat).orders;
    /** Current forms of each seat, as the site sent them last. @type {Map<string, Forms>} */
    this.asks = new Map();
    this.later = new LaterForms();
    this.witnesses = witnesses.split(" ").filter(Boolean);
    this.present = (page.dataset.present ?? "").split(" ").filter(Boolean);
    /** Note about an order that two devices recorded. */
    this.settled = "";
    this.isLost = false;
    /** Whether the forms are older than the waiting entries. */
    this.isPast = false;
    /** Whether a request for the needed dice is running. */
    this.isBusy = false;
    this.kind = USUAL_DIE;
    /** The die picked for swapping. @type {number | null} */
    this.picked = null;
    /** Why the site refused the last entry. */
    this.refusal = "";
    /** Whether the refusal was against a rule, so that a ruling can record the order. */
    this.isAgainstRules = false;
    this.ruling = NO_RULING;
    this.isFirst = true;
    addEventListener("online", () => this.queue(() => this.sendWaiting()));
    setInterval(() => this.isLost && this.state !== "rolling" && this.queue(() => this.tryAgain()), AGAIN_MS);
  }

  /** @param {ReturnType<typeof createApi>} api */
  askingAs(api) {
    return inSeat(api, () => this.seat ?? this.page.dataset.seats?.split(" ")[0] ?? "");
  }

  /** @param {string} seat */
  unsentOf(seat) {
    return /** @type {UnsentAtTable} */ (this.unsentOfSeats.get(seat));
  }

  /** Restores what an earlier page left in this browser. */
  async restore() {
    this.isFirst = false;
    for (const unsent of this.unsentOfSeats.values()) await unsent.restore();
    const refusal = await this.flush();
    if (refusal) await this.takeOut(refusal);
    else if (!this.isLost) await this.readOn("Results");
  }

  /** Reads the forms of each seat, and switches to one with orders due. */
  async ask() {
    if (this.isFirst) await this.restore();
    try {
      for (const seat of this.seats) {
        const forms = await this.table.forms(seat);
        this.asks.set(seat, forms);
        this.later.note(seat, forms.forms);
      }
      this.isLost = false;
      this.readRulings();
    } catch (fault) {
      if (!(fault instanceof Refusal && fault.isPassing)) throw fault;
      this.isLost = true;
    }
    const called = this.seats.filter((seat) => this.asks.get(seat)?.forms.some((form) => form.pressing));
    this.turnToSeat(called.includes(this.seat) ? this.seat : (called[0] ?? this.seat));
    this.kind = likelySides(this.outbox.inHand ?? this.outbox.waiting.at(-1), this.kind);
    if (this.outbox.inHand) this.state = "rolling";
    this.draw();
    if (this.state === "rolling" && !this.outbox.inHand?.needed) await this.nextThrow();
  }

  /** Switches to the seat whose orders are recorded now. @param {string} seat */
  turnToSeat(seat) {
    const inWork = seat === this.seat ? this.asking.order?.form : undefined;
    if (this.asking.order) this.asking.unsent.note(this.asking.order);
    this.asking.order = null;
    this.seat = seat;
    this.asking.isSending = false;
    this.asking.unsent = this.unsentOf(seat).orders;
    const known = this.asks.get(seat) ?? { side: seat, length: this.asking.length, forms: [] };
    const isWaiting = this.isLost && isPastWhatWasAsked(this.outbox.waiting, seat, known.forms);
    this.isPast = isWaiting;
    const forms = isWaiting ? this.later.of(seat) : known.forms;
    this.asking.open({ ...known, forms }, this.log.pieces);
    const again = isWaiting && forms.find((form) => form.title === inWork?.title);
    if (again && !this.asking.order) this.asking.turnTo(again);
    this.state = this.stateNow();
  }

  /** Handles new log entries, recorded here or elsewhere. @param {number} length */
  async catchUp(length) {
    const known = this.asks.get(this.seats[0])?.length ?? 0;
    if (length <= known || ["rolling", "ruling", "sending"].includes(this.state)) return;
    await this.readOn("New entries");
    await this.ask();
  }

  // --- an order and its dice ---

  /** @param {import("../types.js").FilledOrder} order */
  send(order) {
    const { form } = order;
    const about = {
      kind: /** @type {const} */ ("order"),
      seat: this.seat,
      title: `${this.nameOf(this.seat)}: ${form.title}`,
    };
    const blanks = blanksOf(order);
    const expected = this.outbox.waiting.length ? null : this.asking.length;
    [this.refusal, this.settled] = ["", ""];
    const says = chipsOf(order).map(chipText);
    this.outbox.take(newEntry({ ...about, says, order: form.order, blanks, expected, key: newKey() }));
    this.queue(() => this.nextThrow(true));
  }

  /**
   * Requests the dice that the current order still needs; while offline, all dice are entered as they fell.
   * @param {boolean} [isSent]  after submitting: an order without dice is recorded at once
   * @returns {Promise<void>}
   */
  async nextThrow(isSent = false) {
    const entry = this.outbox.inHand;
    if (!entry) return;
    if (this.outbox.waiting.length && !this.outbox.isHeld) {
      const refusal = await this.flush(); // its dice depend on the results of the orders before it
      if (refusal) return this.takeOut(refusal);
      if (this.outbox.inHand?.key !== entry.key) return this.ask();
    }
    [this.state, this.asking.isSending, this.isBusy] = ["rolling", true, true];
    this.draw();
    try {
      const expected = entry.expected ?? (await this.table.forms(entry.seat)).length;
      const known = { ...entry, expected };
      this.outbox.hold(needing(known, await this.table.nextThrow(known)));
      this.kind = likelySides(this.outbox.inHand, this.kind);
      this.isLost = false;
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      if (!fault.isPassing) return this.takeOut(fault);
      this.isLost = true;
    } finally {
      this.isBusy = false;
    }
    if (this.outbox.inHand?.throws.length !== entry.throws.length) return this.nextThrow();
    const needsNobody = !this.outbox.inHand.needed && !hasDice(this.outbox.inHand) && !this.isLost;
    if (isSent && needsNobody) this.record();
    else this.draw();
  }

  /** Replaces the current entry. @param {Entry} entry */
  hold(entry) {
    const before = this.outbox.inHand;
    this.outbox.hold(entry);
    this.kind = likelySides(entry, this.kind);
    const isAsked = before?.needed && !entry.needed && !this.isLost;
    if (isAsked) this.queue(() => this.nextThrow());
    else this.draw();
  }

  /**
   * Handles a refused entry without losing any of it. If the log has grown, the entry may be recorded on the
   * new position; if the rules refuse it, it returns to its form with the reason.
   * @param {Refusal} fault
   */
  async takeOut(fault) {
    const entry = /** @type {Entry} */ (this.outbox.inHand);
    const second = recordedAlready(fault);
    if (second) return this.meetSecond(entry, second);
    const isBehind = typeof fault.problem.length === "number";
    this.asking.isSending = false;
    this.refusal = `${entry.title}: ${fault.message}`;
    this.isAgainstRules = ![undefined, "dice"].includes(/** @type {string} */ (fault.problem.rule));
    if (isBehind && entry.kind === "order") this.outbox.hold({ ...entry, expected: null, isReady: false });
    else this.outbox.letGo();
    if (!isBehind && entry.kind === "order") this.unsentOf(entry.seat).takeBack(entry);
    await this.readOn("New entries"); // the site may have recorded an earlier attempt
    await this.ask();
    if (isBehind && entry.kind === "order") return; // it was due again, and was handled
    if (this.outbox.inHand || this.log.isOver) return;
    const { forms = [] } = this.asks.get(entry.seat) ?? {};
    if (staysWhole(entry, forms)) {
      this.outbox.putBack(entry, fault.message);
      return this.draw();
    }
    this.turnToSeat(entry.seat);
    if (entry.kind === "ruling") this.reopenRuling(entry, fault.message);
    else if (this.asking.order) this.asking.refuse(fault);
    this.draw();
  }

  /**
   * Handles an order that another device has already recorded: an identical one counts once, a different one
   * is kept for checking.
   * @param {Entry} entry @param {import("./two_recorders.js").Recorded} recorded
   * @returns {Promise<void>}
   */
  async meetSecond(entry, recorded) {
    const { isSame, words } = compared(entry, recorded);
    [this.asking.isSending, this.refusal, this.settled] = [false, "", isSame ? words : ""];
    if (isSame) this.outbox.settle(recorded.length, LOOK_FIRST);
    else this.outbox.putBack(entry, words);
    this.unsentOf(entry.seat).forget(entry.order);
    await this.readOn("New entries");
    if (isSame && this.outbox.waiting.length) return this.sendWaiting();
    await this.ask();
  }

  /** Confirms all dice known here that the other side entered. */
  async confirmDice() {
    const { length } = /** @type {Forms} */ (this.asks.get(this.seat));
    try {
      await this.table.confirm(this.seat, length);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      if (fault.isPassing) this.isLost = true;
      else this.settled = fault.status === 409 ? CONFIRM_AGAIN : fault.message;
    }
    if (this.isLost) return this.draw();
    await this.readOn("New entries");
    await this.ask();
  }

  /** Returns from the dice to the order; an order taken back from the waiting ones is filled in again. */
  drop() {
    const entry = this.outbox.inHand;
    this.outbox.letGo();
    if (entry?.kind === "order") this.unsentOf(entry.seat).takeBack(entry);
    [this.asking.isSending, this.picked] = [false, null];
    this.queue(() => this.ask());
  }

  record() {
    const entry = this.outbox.inHand;
    if (!entry) return;
    const before = this.page.dataset.witnesses?.split(" ").filter(Boolean) ?? [];
    const isNews = [...before].sort().join() !== [...this.witnesses].sort().join();
    const isReady = !this.isLost;
    this.outbox.add({ ...entry, witnesses: isNews ? this.witnesses : null, isReady, isUnsure: false });
    this.picked = null;
    this.asking.close();
    this.unsentOf(entry.seat).forget(entry.order);
    this.refusal = "";
    this.queue(() => this.sendWaiting());
  }

  /**
   * Sends waiting entries once the browser is online; until then nothing moves while somebody fills in a
   * form.
   */
  async tryAgain() {
    try {
      await this.table.forms(this.seat);
    } catch (fault) {
      if (fault instanceof Refusal && fault.isPassing) return;
      throw fault;
    }
    await this.sendWaiting();
  }

  /** Sends the waiting entries, then shows their results. */
  async sendWaiting() {
    const refusal = await this.flush();
    if (refusal) return this.takeOut(refusal);
    if (this.isLost && this.outbox.waiting.length) return this.askOthers();
    try {
      await this.readOn("Results");
      await this.ask();
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
      this.isLost = true;
      this.askOthers();
    }
  }

  /**
   * Sends waiting entries in order until all are recorded, the connection is lost or one needs a person; that
   * one becomes the current entry.
   * @returns {Promise<Refusal | undefined>}  why the site refused it
   */
  async flush() {
    if (!this.outbox.waiting.length || this.outbox.isHeld) return undefined;
    [this.state, this.asking.isSending] = ["sending", true];
    this.draw();
    const outcome = await sendInOrder(this.outbox, this.table, () => {
      this.page.dataset.witnesses = this.witnesses.join(" ");
      this.showOutbox();
    });
    this.isLost = outcome.end === "lost";
    if (outcome.end === "dice" || outcome.end === "refused") this.outbox.takeBack();
    this.showOutbox();
    return outcome.refusal;
  }

  /** While offline: turn to other seats with a required order first; earlier forms may appear again. */
  askOthers() {
    const waiting = this.outbox.waiting.map((entry) => entry.seat);
    const others = this.seats.filter((seat) => !waiting.includes(seat));
    const called = others.find((one) => this.asks.get(one)?.forms.some((form) => form.pressing));
    const seat = this.asking.order ? this.seat : called; // keep the form being filled in under the finger
    this.turnToSeat(seat ?? this.seat);
    this.draw();
  }

  /** Removes a waiting entry; an order returns to its form. @param {string} key */
  async takeOutWaiting(key) {
    const entry = this.outbox.takeOut(key);
    if (!entry) return;
    if (entry.kind === "order") this.unsentOf(entry.seat).takeBack(entry);
    if (this.outbox.inHand) return this.draw();
    await this.sendWaiting();
    if (!this.isLost || entry.kind !== "order") return;
    this.turnToSeat(entry.seat);
    this.draw();
  }

  // --- rulings ---

  async readRulings() {
    const forms = await this.table.rulings(this.seat).catch(() => null);
    if (forms) this.ruling = { ...this.ruling, forms };
  }

  async openRuling() {
    await this.readRulings();
    this.ruling = {
      ...this.ruling,
      chosen: null,
      blanks: {},
      reason: this.isAgainstRules ? this.refusal : "",
      note: "",
    };
    this.state = "ruling";
    this.draw();
  }

  /** Reopens a refused ruling for changes. @param {Entry} entry @param {string} note */
  reopenRuling({ order, blanks, reason }, note) {
    const chosen = this.ruling.forms.find((form) => form.order === order) ?? null;
    this.ruling = { ...this.ruling, chosen, blanks, reason, note };
    this.state = "ruling";
  }

  dropRuling() {
    this.turnToSeat(this.seat);
    this.draw();
  }

  rule() {
    const { chosen, blanks, reason } = this.ruling;
    if (!chosen || missing(this.ruling)) return this.draw();
    const about = {
      kind: /** @type {const} */ ("ruling"),
      seat: this.seat,
      title: `Ruling: ${chosen.title}`,
    };
    const expected = this.asks.get(this.seat)?.length ?? this.asking.length;
    this.outbox.add({
      ...newEntry({ ...about, order: chosen.order, blanks, expected, key: newKey() }),
      reason,
    });
    this.refusal = "";
    this.queue(() => this.sendWaiting());
  }

  // --- drawing ---

  draw() {
    const entry = this.outbox?.inHand;
    if (this.state === "rolling" && entry) this.drawRolling(entry);
    else if (this.state === "ruling") drawRuling(this.bar, this.ruling, rulingDeeds(this));
    super.draw();
    if (this.state === "sending" && !this.asking.order)
      drawQuiet(
        this.bar,
        { title: "Recording …", because: "Saved in this browser until the site has stored it." },
        [],
      );
    if (["asking", "waiting"].includes(this.state)) this.bar.prepend(seatRow(this), ...this.recorderLines());
    this.showOutbox();
  }

  recorderLines() {
    const { isLost } = this;
    const note = this.settled || (this.isPast ? AS_ASKED_LAST : "");
    const { unconfirmed: count = 0, unconfirmed_throws: throws } = this.asks.get(this.seat) ?? {};
    return recorderLines({ count, throws, note, isLost }, () => this.queue(() => this.confirmDice()));
  }

  /** @param {Entry} entry */
  drawRolling(entry) {
    const { isLost, isBusy, kind, witnesses, refusal, picked } = this;
    const sides = this.log.sides ?? [];
    const spoken = speaksFor(this.seats, this.present, sides);
    drawDice(
      this.bar,
      entry,
      { isLost, isBusy, kind, sides, witnesses, spoken, own: this.seats, refusal, picked },
      diceDeeds(this),
    );
  }

  drawWaiting() {
    super.drawWaiting();
    const words = this.isLost
      ? `You are offline: the next order due is not known yet. ${ON_PAPER}`
      : "You have no orders due. This page updates automatically.";
    this.bar.querySelector(".because")?.replaceChildren(words);
  }

  drawOver() {
    super.drawOver();
    const { sign = "", unsigned = "" } = this.page.dataset;
    byId("rematch").hidden = true;
    const words = signedText(unsigned.split(" "), this.log.sides ?? []);
    this.bar.querySelector(".ask")?.append(h("p", { class: "signed" }, words));
    this.bar.querySelector(".deeds")?.prepend(h("a", { class: "button main", href: sign }, "Sign the log"));
  }

  showOutbox() {
    drawOutbox(this.outbox, this.isLost, {
      takeOut: (key) => this.queue(() => this.takeOutWaiting(key)),
      tryAgain: () => {
        this.outbox.tryAgain();
        this.queue(() => this.sendWaiting());
      },
    });
  }

  /** @param {string} seat */
  nameOf(seat) {
    return this.log.sides?.find((side) => side.key === seat)?.name ?? seat;
  }
}
