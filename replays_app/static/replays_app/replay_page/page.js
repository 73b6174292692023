/** The replay page: one entry of a battle from one perspective, on the map and in words. */

import { readAddress, writeAddress } from "./url_state.js";
import { Autoplay } from "../battle_log/autoplay.js";
import { readAnalysis } from "../battle_log/chance_line.js";
import { openChart } from "../../darkseas/chart/charts.js";
import { whereWords } from "../../darkseas/chart/hexes/nearest_place.js";
import { starts, stretchAt, stretches } from "../battle_log/turns_and_phases.js";
import { byId } from "../../darkseas/kit/dom.js";
import { target } from "./navigation.js";
import { listenToPage } from "./controls.js";
import { firstContact, isShown, leastOf, markDetail } from "./detail.js";
import { listenToHiding, showReached, lastShown } from "./hidden_result.js";
import { hitWords, learnKinds, makeFilter, nextHit } from "./log_filter.js";
import { LogView } from "../battle_log/log_view.js";
import { Moments } from "../battle_log/moments.js";
import { openPanes, openState } from "./panes.js";
import { leadOut, openShare } from "./share.js";
import { counterpartIn, OpenViews, SameMoment } from "./same_moment.js";
import { NoAnswer, Reader, WHOLE_TRUTH } from "../../darkseas/chart/battle_reader.js";
import { shipPages } from "../../darkseas/chart/pieces/ship_pages.js";
import { showLegend } from "../../darkseas/chart/legend.js";
import { endOf, showCaptions, showResult, showTrouble } from "../battle_log/status_lines.js";
import {
  nearWords,
  notOpenWords,
  showBroken,
  showInShort,
  showMoment,
  showPerspectives,
  stayWords,
  viewName,
} from "./status_text.js";
import { Timeline } from "./timeline.js";
import { showWorkings } from "../battle_log/workings.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */

const AHEAD = 3;
const AHEAD_PLAYING = 8;

export class Replay {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.n = -1;
    /** @type {Line | undefined} The entry that is shown, once there is one. */
    this.line = undefined;
    /** The last entry shown so far in this perspective. */
    this.reached = -1;
    this.moments = new Moments();
    this.ground = "";
    this.same = new SameMoment();
    this.analysis = readAnalysis(page.dataset.analysis);
    /** Entries of the turning points, in the view that numbers all entries. @type {number[]} */
    this.turningPoints = [];
    const { api = "", reels } = page.dataset;
    this.views = new OpenViews((perspective) => new Reader(api, perspective, { reels }));
    /** Counts requests for another view: late answers to older ones are dropped. */
    this.looks = 0;
    /** @type {import("./detail.js").Detail} */
    this.detail = "all";
    /** @type {import("./log_filter.js").Filter | null} */
    this.filter = null;
    this.autoplay = new Autoplay(
      () => this.playOn(),
      (playing) => this.showPlaying(playing),
    );
    this.timeline = new Timeline(byId("timeline"), byId("range", HTMLInputElement), (n, done) =>
      this.goTo(n, done, !done),
    );
  }

  /**
   * Opens the battle from a perspective; "" leaves the choice to the server. `n` is the entry to show first.
   * @param {string} perspective @param {number} [n]
   */
  async open(perspective, n) {
    const view = await this.views.open(perspective);
    if (n !== undefined) view.reader.expect(n);
    await this.openView(view);
  }

  /**
   * Opens the perspective in an address; if the viewer may not use it, opens a permitted one and explains.
   * @param {string} perspective @param {number} n
   */
  async openAddress(perspective, n) {
    try {
      await this.open(perspective, n);
      await this.goTo(n, false);
    } catch (trouble) {
      if (!perspective || !(trouble instanceof NoAnswer) || trouble.status !== 404) throw trouble;
      await this.open("", n);
      await this.goTo(n, false);
      if (this.outline) showTrouble(byId("trouble"), notOpenWords(perspective, this.outline));
    }
  }

  /** @param {import("./same_moment.js").View} view */
  async openView({ reader, outline }) {
    this.log?.close();
    this.reader = reader;
    this.outline = outline;
    this.line = undefined;
    this.reached = -1;
    this.stretches = stretches(outline);
    this.turnStarts = starts(outline, "turn");
    this.phaseStarts = starts(outline, "phase");
    this.filter = null;
    const ground = JSON.stringify(outline.ground);
    if (ground !== this.ground) {
      this.ground = ground;
      this.chart = await openChart(byId("chart"), outline.ground, {
        coast: this.page.dataset.coast,
        followed: (on) => this.showFollowing(on),
        shipPage: shipPages(),
      });
      byId("chart").setAttribute("aria-label", this.chart?.label ?? "Map");
      byId("chart-tools").hidden = !this.chart?.controls;
    }
    this.log = new LogView(byId("log"), reader, this.stretches, outline.ground.sides, () => this.showHits());
    this.log.showFrom(leastOf(this.detail));
    this.hideLater();
    makeFilter(byId("filter"), outline, (filter) => this.applyFilter(filter));
    this.timeline.open(outline, reader.entries);
    this.showChance();
    showLegend(byId("signs"), outline.ground.sides, this.chart?.legend() ?? []);
    showPerspectives(byId("perspective", HTMLSelectElement), outline);
    for (const id of ["result", "menu-result"]) showResult(byId(id), outline);
    showBroken(byId("broken"), outline);
    byId("number", HTMLInputElement).max = String(reader.entries - 1);
    byId("entries").textContent = String(reader.entries - 1);
    byId("counted").textContent = ` · view: ${viewName(outline)}`;
  }

  /** Draws the chance to win, in the view whose numbers the analysis uses. */
  async showChance() {
    this.turningPoints = [];
    const { reader, outline } = this;
    const analysis = await this.analysis;
    if (!analysis || !outline || reader !== this.reader || reader?.perspective !== WHOLE_TRUTH) return;
    const side = outline.ground.sides.find((one) => one.key === analysis.sides[0]);
    this.timeline.showChance(analysis, side?.name ?? "");
    this.turningPoints = analysis.turning_points.map((point) => point.seq);
  }

  get last() {
    return (this.reader?.entries ?? 1) - 1;
  }

  /**
   * Shows an entry.
   * @param {number} wanted @param {boolean} [chosen]  whether the browser's "back" should lead here
   * @param {boolean} [passing]  whether the pointer is still moving
   */
  async goTo(wanted, chosen = true, passing = false) {
    const { reader, outline } = this;
    if (!reader || !outline) return;
    const n = Math.min(Math.max(wanted, 0), this.last);
    const isElsewhere = n !== this.n;
    const where = this.pointAt(n);
    if (!passing && (isElsewhere || chosen)) writeAddress(reader.perspective, n, chosen, this.detail);
    try {
      const moment = await this.moments.read(reader, n, passing);
      if (!moment) return;
      this.show(moment, where);
      reader.ahead(n, this.autoplay.playing ? AHEAD_PLAYING : AHEAD);
    } catch (trouble) {
      this.fail(trouble instanceof NoAnswer ? this.stayShown(n, trouble) : trouble);
    }
  }

  /** Updates everything that names the current entry, before its map is available. @param {number} n */
  pointAt(n) {
    this.n = n;
    const where = stretchAt(this.stretches ?? [], n);
    this.timeline.show(
      n,
      `Entry ${n} of ${this.last}, ${[where.turnTitle, where.title].filter(Boolean).join(", ")}`,
    );
    this.showEnds();
    if (this.outline) {
      showReached(this.page, n, this.outline);
      byId("to-contact").hidden = n >= firstContact(this.outline);
    }
    leadOut(this.reader?.perspective ?? "", n);
    return where;
  }

  /**
   * Returns to the entry that the map shows if another one cannot be loaded, and says so.
   * @param {number} missed @param {NoAnswer} trouble
   */
  stayShown(missed, trouble) {
    if (!this.line || this.line.n === missed || this.n !== missed) return trouble;
    const { n } = this.line;
    this.pointAt(n);
    byId("number", HTMLInputElement).value = String(n);
    writeAddress(this.reader?.perspective ?? "", n, false, this.detail);
    return new NoAnswer(
      `Entry ${missed} is not loaded yet; the page still shows entry ${n}. ${trouble.message}`,
    );
  }

  /**
   * @param {import("../battle_log/moments.js").Moment} moment
   * @param {import("../battle_log/turns_and_phases.js").Stretch} where
   */
  show({ line, chart, previous }, where) {
    this.line = line;
    this.reached = Math.max(this.reached, line.n);
    this.hideLater();
    showTrouble(byId("trouble"), "");
    const { sides = [], map = null } = this.outline?.ground ?? {};
    showMoment(line, where, sides, whereWords(map, line.focus, chart.pieces));
    showCaptions(byId("captions"), chart.captions ?? [], this.outline?.ground.sides ?? []);
    showWorkings(byId("sum"), line);
    this.showHits();
    if (this.outline && (line.n === this.last || line.n === endOf(this.outline)))
      showInShort(byId("sum"), this.outline);
    this.chart?.draw(chart, previous, line.focus);
    this.log?.show(line.n).catch((trouble) => this.fail(trouble));
    document.title = `${line.n} · ${this.outline?.title} · darkseas`;
  }

  /** @param {unknown} trouble */
  fail(trouble) {
    this.autoplay.stop();
    showTrouble(
      byId("trouble"),
      trouble instanceof NoAnswer
        ? trouble.message
        : "An error occurred. Reload the page; the battle itself is safe.",
    );
    if (!(trouble instanceof NoAnswer)) throw trouble;
  }

  /** Whether stepping stops at a line. @param {Line} line */
  isWanted(line) {
    return isShown(this.detail, line) && (!this.filter || this.filter.matches(line));
  }

  /** @returns {Promise<Line | null>} */
  async playOn() {
    const n = await target("next", this.position).catch((trouble) => {
      this.fail(trouble);
      return null;
    });
    if (n === null) return null;
    await this.goTo(n, false);
    return this.line ?? null;
  }

  /** Performs the action of a button or key. @param {string} action @param {boolean} [held] */
  async act(action, held = false) {
    if (action.startsWith("speed-")) return this.setSpeed(Number(action.slice(6)));
    const controls = this.chart?.controls;
    /** @type {Record<string, () => void>} */
    const actions = {
      play: () => {
        if (this.n >= this.last && !this.autoplay.playing) this.n = -1;
        this.autoplay.toggle();
      },
      "zoom-in": () => controls?.zoom(1.4),
      "zoom-out": () => controls?.zoom(1 / 1.4),
      fit: () => controls?.fit(),
      follow: () => controls?.follow(!controls.follows()),
      help: () => byId("help", HTMLDialogElement).showModal(),
      number: () => {
        byId("number", HTMLInputElement).focus();
        byId("number", HTMLInputElement).select();
      },
      perspective: () => this.nextPerspective(),
      small: () => this.setDetail(this.detail === "all" ? "fewer" : "all"),
      key: () => this.setDetail(this.detail === "key" ? "all" : "key"),
      find: () => byId("words").focus(),
      share: () => this.share(),
      "hit-before": () => this.toHit(-1),
      "hit-after": () => this.toHit(1),
      log: () => this.openSheet("log"),
      sum: () => this.openSheet("sum"),
    };
    if (actions[action]) return actions[action]();
    this.autoplay.stop();
    try {
      const n = await target(action, this.position);
      if (n !== null) await this.goTo(n, !held);
    } catch (trouble) {
      this.fail(trouble);
    }
  }

  /** The current position, for navigation. @returns {import("./navigation.js").Position} */
  get position() {
    return {
      n: this.n,
      last: this.last,
      result: this.outline?.result?.n ?? this.last,
      contact: this.outline ? firstContact(this.outline) : 0,
      turns: this.turnStarts ?? [],
      phases: this.phaseStarts ?? [],
      turningPoints: this.turningPoints,
      reader: /** @type {Reader} */ (this.reader),
      isWanted: (line) => this.isWanted(line),
    };
  }

  /** @param {import("./log_filter.js").Filter | null} filter */
  async applyFilter(filter) {
    this.filter = filter;
    this.hideLater();
    const isSeen = (/** @type {Line} */ line) => isShown(this.detail, line);
    await this.log?.apply(filter, isSeen).catch((trouble) => this.fail(trouble));
  }

  /** Shows the number of the current match. */
  showHits() {
    const { isSearching = false, until = Infinity } = this.log ?? {};
    const { hits, leftOut } = this.log?.finds ?? { hits: [], leftOut: 0 };
    byId("hits").hidden = !this.filter;
    const words = () => hitWords(hits, this.n, isSearching, leftOut, until < this.last);
    byId("found").textContent = this.filter ? words() : "";
  }

  /** Keeps the log from showing what stays hidden until the viewer reaches it. */
  hideLater() {
    if (this.outline) this.log?.tellUntil(lastShown(this.reached, this.outline));
  }

  /** Goes to the next match, or to the previous one. @param {1 | -1} direction */
  toHit(direction) {
    const n = nextHit(this.log?.finds.hits ?? [], this.n, direction);
    this.autoplay.stop();
    if (n !== undefined) this.goTo(n);
  }

  /** Chooses how much is shown, played and stepped through. @param {import("./detail.js").Detail} detail */
  setDetail(detail) {
    this.detail = detail;
    byId("detail", HTMLSelectElement).value = detail;
    markDetail(byId("log"), detail);
    this.log?.showFrom(leastOf(detail));
    if (this.filter) this.applyFilter(this.filter);
    const contact = this.outline ? firstContact(this.outline) : 0;
    if (detail === "key" && this.n < contact) this.goTo(contact);
    else if (this.n >= 0) this.goTo(this.n, false);
    this.log?.reveal();
  }

  share() {
    const { line, reader, outline } = this;
    if (!line || !reader || !outline) return;
    byId("replay-menu").hidePopover();
    openShare({
      perspective: reader.perspective,
      seenBy: viewName(outline),
      n: line.n,
      title: outline.title,
      sentence: line.sentence,
      detail: this.detail,
      inWholeTruth: this.inWholeTruth(line.n),
    });
  }

  /**
   * The number of an entry in the view of the whole truth; null if the viewer may not use that view.
   * @param {number} n
   */
  async inWholeTruth(n) {
    const { reader, outline } = this;
    const isOpen = outline?.perspectives.some((one) => one.key === WHOLE_TRUTH);
    if (!reader || !isOpen || reader.perspective === WHOLE_TRUTH) return null;
    const whole = new Reader(this.page.dataset.api ?? "", WHOLE_TRUTH);
    return whole.counterpart(n, reader.perspective).catch(() => null);
  }

  /** Reads all lines, so that every kind can be chosen. */
  async learn() {
    const { reader } = this;
    for (let index = 0; reader && reader === this.reader && index < reader.windowCount; index++) {
      learnKinds(byId("filter"), await reader.window(index).catch(() => []));
    }
  }

  nextPerspective() {
    const select = byId("perspective", HTMLSelectElement);
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    this.lookAs(select.value);
  }

  /** @param {string} perspective @param {number} [wanted]  the entry in its own count */
  async lookAs(perspective, wanted) {
    this.autoplay.stop();
    const look = (this.looks += 1);
    const here = { perspective: this.reader?.perspective ?? "", n: Math.max(this.n, 0) };
    try {
      const view = await this.views.open(perspective);
      const { n, isNear } =
        wanted === undefined ? await this.sameIn(here, view) : { n: wanted, isNear: false };
      await this.moments.read(view.reader, Math.min(n, view.reader.entries - 1));
      if (look !== this.looks) return;
      await this.openView(view);
      await this.goTo(n, wanted === undefined);
      if (isNear) showTrouble(byId("trouble"), nearWords(view.outline));
    } catch (trouble) {
      if (look === this.looks) this.stayInView(trouble);
    }
  }

  /** @param {import("./same_moment.js").Place} here @param {import("./same_moment.js").View} view */
  async sameIn(here, view) {
    let isNear = false;
    const where = stretchAt(this.stretches ?? [], here.n);
    const n = await this.same.in(here, view.reader.perspective, async (place) => {
      const found = await counterpartIn(view, place, where);
      isNear = found.isNear;
      return found.n;
    });
    return { n, isNear };
  }

  /** Keeps the current view if another one cannot be loaded. @param {unknown} trouble */
  stayInView(trouble) {
    byId("perspective", HTMLSelectElement).value = this.reader?.perspective ?? "";
    const { outline } = this;
    const isSaid = trouble instanceof NoAnswer && outline;
    this.fail(isSaid ? new NoAnswer(stayWords(trouble.message, outline)) : trouble);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.autoplay.speed = speed;
    byId("speed", HTMLSelectElement).value = String(speed);
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    const button = byId("play");
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    button.classList.toggle("playing", playing);
    this.page.classList.toggle("plays", playing);
  }

  /** @param {boolean} on */
  showFollowing(on) {
    byId("follow").setAttribute("aria-pressed", String(on));
  }

  showEnds() {
    for (const button of document.querySelectorAll("[data-go]")) {
      const isBack = /first|previous/.test(/** @type {HTMLElement} */ (button).dataset.go ?? "");
      button.setAttribute("aria-disabled", String(isBack ? this.n <= 0 : this.n >= this.last));
    }
  }

  /** On a small screen log and modifiers are sheets, one open at a time. @param {string} name */
  openSheet(name) {
    const isOpen = this.page.dataset.sheet === name;
    this.page.dataset.sheet = isOpen ? "" : name;
    for (const button of document.querySelectorAll("[data-sheet-of]")) {
      button.setAttribute(
        "aria-expanded",
        String(!isOpen && /** @type {HTMLElement} */ (button).dataset.sheetOf === name),
      );
    }
    if (!isOpen) this.log?.reveal();
    byId(name).focus({ preventScroll: true });
  }
}

const replay = new Replay(byId("replay"));
listenToPage(replay);
openPanes(byId("replay"));
openState();
listenToHiding(() => {
  replay.timeline.show(replay.n);
  replay.hideLater();
  replay.showHits();
  leadOut(replay.reader?.perspective ?? "", replay.n);
});
const { perspective, n, detail } = readAddress();
replay
  .openAddress(perspective, n ?? 0)
  .then(() => (detail === "all" ? undefined : replay.setDetail(detail)))
  .catch((trouble) => replay.fail(trouble));
