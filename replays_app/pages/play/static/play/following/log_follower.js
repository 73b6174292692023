/** The battle so far, next to the bar: map, log, state and modifiers at any entry, growing with the log. */

import { Moments } from "../../replays_app/battle_log/moments.js";
import { LogView } from "../../replays_app/battle_log/log_view.js";
import { endingOf, endOf, showCaptions, showResult } from "../../replays_app/battle_log/status_lines.js";
import { stretchAt, stretches } from "../../replays_app/battle_log/turns_and_phases.js";
import { showWorkings } from "../../replays_app/battle_log/workings.js";
import { Reader } from "../../darkseas/chart/battle_reader.js";
import { openChart } from "../../darkseas/chart/charts.js";
import { byId } from "../../darkseas/kit/dom.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */

export class LogFollower {
  /** @param {string} base  address of the battle @param {string} side  whose view it is */
  constructor(base, side) {
    this.reader = new Reader(base, side);
    this.moments = new Moments();
    this.n = -1;
    /** @type {Line | null} */
    this.line = null;
    /** @type {import("../../darkseas/chart/types.js").Piece[]} */
    this.pieces = [];
  }

  /** @param {import("../../darkseas/chart/types.js").ChartOptions} options */
  async open(options) {
    this.outline = await this.reader.outline();
    this.stretches = stretches(this.outline);
    this.sides = this.outline.ground.sides;
    this.chart = await openChart(byId("chart"), this.outline.ground, options);
    byId("chart").setAttribute("aria-label", this.chart?.label ?? "Map");
    byId("chart-tools").hidden = !this.chart?.controls;
    this.log = new LogView(byId("log"), this.reader, this.stretches, this.sides, () => {});
  }

  get entries() {
    return this.reader.entries;
  }

  get result() {
    return this.outline?.result ?? null;
  }

  /** Whether the battle is over: finished or abandoned. */
  get isOver() {
    return Boolean(this.outline && (this.outline.result || this.outline.status !== "running"));
  }

  /** How the battle ended, as a title and a sentence. */
  get ending() {
    return endingOf(this.outline);
  }

  /** Reads new entries; each, like the result, stays hidden until it is shown. */
  async grow() {
    const before = this.reader.entries;
    this.outline = await this.reader.grow();
    this.stretches = stretches(this.outline);
    this.log?.tellUntil(before - 1);
    this.log?.extend(this.stretches);
  }

  /** Shows an entry everywhere. @param {number} n @returns {Promise<Line | undefined>} */
  async show(n) {
    const moment = await this.moments.read(this.reader, n);
    if (!moment) return undefined;
    const { line, chart, previous } = moment;
    [this.n, this.line, this.pieces] = [n, line, chart.pieces];
    showCaptions(byId("captions"), chart.captions ?? [], this.sides ?? []);
    showWorkings(byId("sum"), line);
    this.chart?.draw(chart, previous, line.focus);
    if (this.log) this.log.tellUntil(Math.max(this.log.until, n));
    await this.log?.show(n);
    if (this.outline && n >= endOf(this.outline)) showResult(byId("result"), this.outline);
    return line;
  }

  /** The turn and phase of an entry, in words. @param {number} n */
  where(n) {
    const stretch = stretchAt(this.stretches ?? [], n);
    return [stretch.turnTitle, stretch.title].filter(Boolean).join(", ");
  }

  /** The turn of the last entry. */
  get turn() {
    return stretchAt(this.stretches ?? [], this.entries - 1).turnTitle;
  }
}
