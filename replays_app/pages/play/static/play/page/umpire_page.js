/** The umpire's page: everything that happens, and rulings. */

import { FightPage } from "./page.js";
import { button, drawQuiet } from "../bar/no_order_due.js";
import { calledText } from "../bar/waiting_since.js";
import { drawRuling, missing, NO_RULING, rulingDeeds } from "../bar/ruling_panel.js";
import { newKey } from "../../darkseas/kit/api.js";
import { Refusal } from "../../darkseas/kit/api.js";

const CALM = "This page updates automatically. Make a ruling when the players ask for one.";

export class UmpirePage extends FightPage {
  /** @param {HTMLElement} page */
  constructor(page) {
    super(page);
    this.ruling = NO_RULING;
    /** The last ruling. @type {import("../following/battle_api.js").SentOrder | null} */
    this.given = null;
  }

  /**
   * Shows new entries; those that arrive while a ruling is being filled in are shown when it is made or
   * dropped.
   * @param {number} length
   */
  async catchUp(length) {
    if (this.state !== "ruling") await super.catchUp(length);
  }

  async openRuling() {
    this.ruling = { ...NO_RULING, forms: await this.api.rulings() };
    this.state = "ruling";
    this.draw();
    this.bar.querySelector("button")?.focus();
  }

  dropRuling() {
    this.queue(() => this.ask());
  }

  rule() {
    const { chosen, blanks, reason } = this.ruling;
    if (!chosen || missing(this.ruling)) return this.draw();
    const order = { order: chosen.order, blanks, reason, expected: this.asking.length };
    this.queue(() => this.give({ order, key: newKey() }));
  }

  /** @param {import("../following/battle_api.js").SentOrder} ruling @param {string} key */
  put(ruling, key) {
    this.given = ruling;
    return this.api.rule(ruling, key);
  }

  /** Reopens a refused ruling with the site's reason. @param {unknown} fault */
  async refused(fault) {
    if (!(fault instanceof Refusal)) throw fault;
    if (fault.status === 409) await this.readOn("New entries");
    await this.ask();
    if (this.log.isOver) return;
    await this.openRuling();
    const { order = "", blanks = {}, reason = "" } = this.given ?? {};
    const chosen = this.ruling.forms.find((form) => form.order === order) ?? null;
    this.ruling = { ...this.ruling, chosen, blanks, reason, note: fault.message };
    this.draw();
  }

  draw() {
    if (this.state === "ruling") drawRuling(this.bar, this.ruling, rulingDeeds(this));
    super.draw();
    if (this.state === "sending")
      drawQuiet(this.bar, { title: "Ruling …", because: "Sending it to the site." }, []);
  }

  drawWaiting() {
    const open = button("Ruling", () => this.queue(() => this.openRuling()), "ruling-button");
    const nameOf = (/** @type {string} */ key) =>
      this.log.sides?.find((side) => side.key === key)?.name ?? key;
    const called = calledText(this.asking.called, nameOf, new Date());
    drawQuiet(this.bar, { title: "You are the umpire", because: called, told: [CALM] }, [open]);
  }

  drawOver() {
    super.drawOver();
    this.rematch.hidden = true;
  }
}
