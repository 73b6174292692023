/** The battle page: map and log for one seat, and the order that is due. */

import { Relief } from "./auto_orders.js";
import { Asking } from "../asking/order_in_hand.js";
import { answersOffer, drawOffer } from "../bar/draw_offer.js";
import { drawBar } from "../bar/order_bar.js";
import { watchPresses } from "../../darkseas/kit/press_through_redraw.js";
import { button, drawPlaying, drawQuiet } from "../bar/no_order_due.js";
import { drawSeedElsewhere } from "../bar/seed_elsewhere.js";
import { sinceText } from "../bar/waiting_since.js";
import { showStakes, worthsOf } from "../beside/points_at_stake.js";
import { BattleApi } from "../following/battle_api.js";
import { follow } from "../following/live.js";
import { LogFollower } from "../following/log_follower.js";
import { blanksOf, emptyOrder, faultsOf } from "../order/filled_order.js";
import { AT_ONCE, CatchUp } from "../following/catch_up.js";
import { OwnDice } from "../following/own_dice.js";
import { SeatNotes, send } from "../following/sending.js";
import { HeadingCount } from "../following/heading_count.js";
import { tabTitle } from "../following/title.js";
import { showTrouble } from "../../replays_app/battle_log/status_lines.js";
import { NoAnswer } from "../../darkseas/chart/battle_reader.js";
import { createApi, newKey, Refusal } from "../../darkseas/kit/api.js";
import { byId, h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */

/** States in which it is certain whether it is your turn. */
const COUNTED = new Set(["asking", "sealed", "sending", "waiting", "over"]);

/**
 * Announces to screen readers what was added to the order. The line stays in the document while the bar is
 * redrawn, or they would not announce it.
 * @param {string} words
 */
function sayTaken(words) {
  const line = byId("taken");
  if (line.textContent !== words) line.textContent = words;
}

const PROOF = "The check runs in your browser and shows any die changed or chosen afterwards.";

export class FightPage {
  /** @param {HTMLElement} page */
  constructor(page) {
    const { api = "", side = "", csrf = "", battle = "", dice = "" } = page.dataset;
    this.page = page;
    this.bar = byId("bar");
    watchPresses(this.bar);
    /** What ships count, by key. @type {Map<string, string>} */
    this.worths = new Map();
    /** Kept here, because redrawing the bar removes its contents from the document. */
    this.rematch = byId("rematch");
    this.title = page.dataset.title ?? "";
    const { perspective = side } = page.dataset;
    this.api = new BattleApi(api, this.askingAs(createApi(csrf)));
    this.notes = new SeatNotes(`${battle}/${perspective}`);
    this.dice = new OwnDice(dice, battle, side);
    this.log = new LogFollower(api, perspective);
    this.asking = new Asking(
      this.api,
      () => this.draw(),
      (order) => this.send(order),
    );
    this.news = new CatchUp({
      line: (n) => this.log.reader.line(n),
      show: (n, left) => this.showPlaying(n, left),
    });
    this.relief = new Relief((isOn) => {
      byId("relief").hidden = !isOn;
    });
    /**
     * The state of the page: playing, asking, sending, looking back, waiting, over; or sealed if the dice
     * seed is in another browser.
     */
    this.state = "playing";
    this.playing = "";
    this.calls = new HeadingCount(document.querySelector(".site-head .count"));
    this.unseen = 0;
    /** Entries since the last visit: from `from` to before `end`. */
    this.missed = { from: 0, end: 0 };
    /** Queue of actions that read the log, one after the other. @type {Promise<void>} */
    this.turn = Promise.resolve();
  }

  /** API client of this page. @param {ReturnType<typeof createApi>} api */
  askingAs(api) {
    return api;
  }

  async open() {
    const picked = (/** @type {import("../../darkseas/chart/types.js").Picked} */ one) =>
      this.state === "asking" && this.asking.pick(one);
    const followed = (/** @type {boolean} */ on) => byId("follow").setAttribute("aria-pressed", String(on));
    const worth = (/** @type {string} */ ship) => this.worths.get(ship) ?? "";
    await this.log.open({ coast: this.page.dataset.coast, picked, followed, worth });
    const { entries } = this.log;
    const from = Math.min(this.notes.seen ?? 0, entries);
    await this.log.show(Math.max(Math.min(from, entries) - 1, 0));
    if (from) this.missed = { from, end: entries };
    await this.play(from || 1, "Since your last visit");
    this.asking.unsent.restore(await this.api.unsent().catch(() => null));
    const dispatch = this.notes.dispatch;
    if (dispatch) await this.give(dispatch);
    else await this.ask();
    follow(this.api, this.asking.length, (length) => this.queue(() => this.catchUp(length)));
  }

  /** Runs an action that reads the log after those already queued. @param {() => Promise<void>} act */
  queue(act) {
    this.turn = this.turn.then(act).catch((fault) => this.fail(fault));
    return this.turn;
  }

  /** Plays entries not seen yet. @param {number} from @param {string} title */
  async play(from, title) {
    const end = this.log.entries;
    this.startPlaying(title);
    this.page.classList.add("plays");
    await this.news.play(from, end);
    this.page.classList.remove("plays");
    this.notes.noteSeen(end);
    this.unseen = document.hidden ? this.unseen + end - from : 0;
  }

  /** Stops asking for orders until resumed. @param {string} title */
  startPlaying(title) {
    [this.state, this.playing] = ["playing", title];
    this.page.dataset.state = this.state;
  }

  /** @param {number} n @param {number} left */
  async showPlaying(n, left) {
    const line = await this.log.show(n);
    if (!line) return;
    const about = { where: this.log.where(n), title: this.playing, left };
    drawPlaying(this.bar, line, this.log.sides ?? [], about, {
      words: "Skip to now",
      act: () => this.news.skip(),
    });
  }

  /** Handles new entries since the seat's forms were read. @param {number} length */
  async catchUp(length) {
    if (length <= this.asking.length) return;
    await this.readOn("New entries");
    await this.ask();
  }

  /** @param {string} title */
  async readOn(title) {
    const from = this.log.entries;
    await this.log.grow();
    await this.play(from, title);
  }

  /** Reads the orders due now. */
  async ask() {
    const forms = await this.api.forms();
    if (forms.length > this.log.entries) await this.readOn("New entries");
    this.worths = worthsOf(forms.standing);
    showStakes(byId("stakes"), forms.standing, this.log.sides ?? [], this.log.isOver);
    const due = this.dice.due(forms.forms);
    if (due) return this.giveNew(due, {});
    const isElsewhere = this.dice.isElsewhere(forms.forms);
    this.asking.open(isElsewhere ? { ...forms, forms: [] } : forms, this.log.pieces);
    this.state = isElsewhere ? "sealed" : this.stateNow();
    this.draw();
    if (this.relief.isOn) await this.relieve();
  }

  /** Submits the captain's orders as long as auto-orders are on. */
  async relieve() {
    const isHis = () => {
      const form = this.state === "asking" ? this.asking.order?.form : undefined;
      return form !== undefined && this.relief.goesOn(form, this.log.turn);
    };
    if (this.log.isOver) this.relief.end();
    if (!isHis()) return;
    await this.asking.suggest();
    const { order, isCaptains } = this.asking;
    if (order && isCaptains && !faultsOf(order).length && isHis()) this.send(order);
    else this.relief.end();
  }

  /** The state of the page once all entries are shown. */
  stateNow() {
    return this.log.isOver ? "over" : this.asking.order ? "asking" : "waiting";
  }

  /** Draws bar, map and title in the present state. */
  draw() {
    const { asked } = this.asking;
    if (asked && (this.state === "asking" || this.state === "sending")) {
      const missed = this.missed.end - this.missed.from;
      const showMissed = () => this.queue(() => this.showMissed());
      const answer = (/** @type {import("../types.js").Form} */ form) => this.answer(form);
      const deeds = { ...this.asking.deeds, answer, showMissed, ...this.relieving(asked.order.form) };
      drawBar(this.bar, { ...asked, missed }, deeds);
    }
    sayTaken((this.state === "asking" && asked?.taken) || "");
    if (this.state === "sealed") this.drawSealed();
    if (this.state === "waiting") this.drawWaiting();
    if (this.state === "over") this.drawOver();
    const offer = (this.state === "asking" && this.asking.offer) || null;
    this.log.chart?.controls?.offer(offer ?? { pieces: [], places: [], held: "", plans: [] });
    [this.page.dataset.state, this.page.dataset.length] = [this.state, String(this.log.entries)];
    const isCalled = this.state === "asking" || this.state === "sealed";
    if (COUNTED.has(this.state)) this.calls.show(isCalled || this.state === "sending");
    document.title = tabTitle(this.title, { isCalled, isOver: this.state === "over", unseen: this.unseen });
  }

  /** The action that turns on auto-orders, if it is offered. @param {import("../types.js").Form} form */
  relieving(form) {
    if (!this.relief.isOffered(form, this.log.turn)) return {};
    const relieve = () => {
      this.relief.begin(form.order, this.log.turn);
      this.queue(() => this.relieve());
    };
    return { relieve };
  }

  /** Replays the entries since the last visit. */
  async showMissed() {
    const { from, end } = this.missed;
    this.startPlaying("Since your last visit");
    await this.news.play(from, end);
    await this.ask();
  }

  drawSealed() {
    const { order, blanks } = this.dice.givingUp;
    drawSeedElsewhere(this.bar, this.page.dataset.sealed ?? "", () =>
      this.queue(() => this.giveNew(order, blanks)),
    );
  }

  drawWaiting() {
    /** @param {import("../types.js").Form} form */
    const turnTo = (form) => {
      this.state = "asking";
      this.asking.turnTo(form);
    };
    const first = drawOffer(this.asking.forms, (form) => this.answer(form));
    const others = this.asking.forms
      .filter((form) => !answersOffer(form))
      .map((form) => button(form.title, () => turnTo(form)));
    const since = sinceText(this.asking.since, new Date());
    const called = since ? `The other side is to move, ${since}.` : "The other side is to move.";
    const because = `${called} This page updates automatically.`;
    drawQuiet(this.bar, { title: "Waiting", because, first }, others);
  }

  drawOver() {
    const { result } = this.log;
    const { replay = "", prose = "", check = "", next = "", nextTitle = "" } = this.page.dataset;
    const { occasion = "", occasionWords = "" } = this.page.dataset;
    const { title, reason } = this.log.ending;
    const back = occasion ? h("a", { class: "button main", href: occasion }, occasionWords) : null;
    const goOn = next ? h("a", { class: "button", href: next }, `Play next: “${nextTitle}”`) : null;
    const inShort = h("span", {}, h("a", { href: prose }, "Read the summary"), ".");
    this.rematch.hidden = false;
    this.dice.forget();
    const proof = this.page.dataset.seats ? "" : PROOF;
    const told = [...(result?.told ?? []), inShort, proof].filter(Boolean);
    const { head = "" } = result ?? {};
    drawQuiet(this.bar, { title, because: reason, told, head }, [
      back,
      h("a", { class: back ? "button" : "button main", href: replay }, "Watch the replay"),
      h("a", { class: "button", href: check }, "Check the dice"),
      this.rematch,
      goOn,
    ]);
  }

  /** @param {FilledOrder} order */
  send(order) {
    const { form } = order;
    const blanks = blanksOf(order);
    this.queue(() => this.giveNew(form.order, blanks));
  }

  /** Answers a draw offer. @param {import("../types.js").Form} form */
  answer(form) {
    if (this.state === "sending") return;
    this.send(emptyOrder(form));
  }

  /** @param {string} name @param {import("../types.js").Blanks} blanks @returns {Promise<void>} */
  async giveNew(name, blanks) {
    this.relief.note(name, this.log.turn);
    const order = await this.dice.with({ order: name, blanks, expected: this.log.entries });
    await this.give({ order, key: newKey() });
  }

  /**
   * Sends an order until the site has answered; the browser stores it until then.
   * @param {import("../following/sending.js").Dispatch} dispatch
   */
  async give(dispatch) {
    this.notes.noteDispatch(dispatch);
    this.asking.isSending = true;
    this.state = "sending";
    this.draw();
    const lost = () =>
      showTrouble(byId("trouble"), "You are offline. Your order is saved and will be sent automatically.");
    try {
      await send((order, key) => this.put(order, key), dispatch, lost);
      this.dice.taken();
      this.missed = { from: 0, end: 0 };
      this.asking.close();
      await this.readOn("Results");
    } catch (fault) {
      await this.refused(fault);
      return;
    } finally {
      this.asking.isSending = false;
      this.notes.noteDispatch(null);
      showTrouble(byId("trouble"), "");
    }
    await this.ask();
  }

  /**
   * Submits an order to the site.
   * @param {import("../following/battle_api.js").SentOrder} order @param {string} key
   */
  put(order, key) {
    return this.api.give(order, key);
  }

  /** Handles a refused order: shows new entries, or what is wrong with the order. @param {unknown} fault */
  async refused(fault) {
    if (!(fault instanceof Refusal)) throw fault;
    this.asking.isSending = false;
    if (fault.status !== 409) {
      this.relief.end();
      if (!this.asking.order) await this.ask();
      if (this.asking.order) this.asking.refuse(fault);
      this.state = this.asking.order ? "asking" : "waiting";
      return this.draw();
    }
    await this.readOn("New entries");
    await this.ask();
    if (this.asking.order)
      this.asking.said.notes = ["The log has new entries. Check your order, then submit it."];
    return this.draw();
  }

  /** Shows an earlier entry; the order waits. @param {number} n */
  async lookBack(n) {
    if (this.state === "playing" || n >= this.log.entries) return;
    const line = await this.log.show(n);
    if (!line) return;
    this.state = "looking back";
    this.draw();
    drawPlaying(
      this.bar,
      line,
      this.log.sides ?? [],
      { where: this.log.where(n), title: `Entry ${n}`, left: 0 },
      { words: "Back to now", act: () => this.queue(() => this.lookAtNow()) },
    );
  }

  async lookAtNow() {
    history.replaceState(null, "", location.pathname);
    await this.log.show(this.log.entries - 1);
    await this.ask();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.news.speed = speed;
    if (speed === AT_ONCE) this.news.skip();
  }

  /** @param {unknown} fault */
  fail(fault) {
    const isKnown = fault instanceof NoAnswer || fault instanceof Refusal;
    const words = isKnown
      ? /** @type {Error} */ (fault).message
      : "An error occurred. Reload the page; your order is saved.";
    showTrouble(byId("trouble"), words);
    if (!isKnown) throw fault;
  }
}
