/** A chart that its reader moves: zoomed, followed, its pieces chosen by mouse, touch and keys. */

import { isInside } from "../geometry.js";
import { h } from "../../kit/dom.js";
import { makeMinimap } from "./minimap.js";
import { fillCard } from "./piece_card.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {import("./piece_card.js").Known} Known */

/**
 * What the controls must be told by the chart they move.
 * @typedef {object} ControlledChart
 * @property {(unit: number) => void} seen  called when another part is seen, or from nearer
 * @property {(focus: string[]) => Box | null} around  the box about these places and pieces, or about all
 *   pieces; null for none
 * @property {() => number} near  the narrowest part that is shown while following
 * @property {(key: string) => Known | null} known  what there is to say of a piece
 * @property {() => Element[]} elements  the pieces' elements, in the order in which they are gone through
 * @property {(from: Element, arrow: string) => Element | undefined} neighbour  the piece where an arrow key
 *   leads
 */

/** @typedef {import("../types.js").Controls} Controls */

/** @implements {Controls} */
export class InteractiveChart {
  /**
   * @param {HTMLElement} host @param {SVGSVGElement} svg @param {Box} whole @param {ControlledChart} chart
   * @param {(on: boolean) => void} [followed]  told when the chart begins or ceases to follow
   */
  constructor(host, svg, whole, chart, followed = () => {}) {
    this.host = host;
    this.chart = chart;
    this.followed = followed;
    this.following = false;
    this.chosen = "";
    this.card = h("div", { class: "piece-card", hidden: true });
    this.view = new Viewport(svg, whole, () => this.seen());
    this.view.byHand = () => this.follow(false);
    this.minimap = makeMinimap(this.view);
    host.append(this.minimap.element, this.card);
    svg.addEventListener("click", (event) => this.choose(event.target));
    host.addEventListener("keydown", (event) => this.walk(event));
    this.seen();
  }

  seen() {
    if (!this.minimap) return;
    this.chart.seen(this.view.unit);
    this.minimap.update();
  }

  /**
   * Gives the chart another measure.
   * @param {Box} whole @param {SVGElement[]} ground  what the minimap lies on
   */
  resize(whole, ground) {
    this.minimap.frame(whole, ground);
    this.view.whole = whole;
    this.view.resized();
  }

  /**
   * Shows what a drawn state has changed.
   * @param {import("./minimap.js").Dot[]} dots @param {string[]} focus
   */
  drawn(dots, focus) {
    this.minimap.show(dots);
    if (!this.card.hidden) this.fillCard();
    if (this.following) this.keepInView(focus);
  }

  /** @param {number} factor */
  zoom(factor) {
    this.follow(false);
    this.view.zoom(factor);
  }

  /** @param {number} right @param {number} down */
  pan(right, down) {
    this.follow(false);
    this.view.pan(right, down);
  }

  fit() {
    this.follow(false);
    this.view.fit();
  }

  follows() {
    return this.following;
  }

  /** @param {boolean} on */
  follow(on) {
    if (this.following === on) return;
    this.following = on;
    this.followed(on);
    if (on) this.keepInView([]);
  }

  /** Moves as little as it takes to see what the sentence is about. @param {string[]} focus */
  keepInView(focus) {
    const box = this.chart.around(focus) ?? (this.view.isFitted ? this.chart.around([]) : null);
    if (!box || (isInside(box, this.view.box) && !this.view.isFitted)) return;
    const wide = Math.max(box.w, this.chart.near());
    this.view.show({ ...box, x: box.x + (box.w - wide) / 2, w: wide });
  }

  /** @param {EventTarget | null} target */
  choose(target) {
    this.chosen = /** @type {Element} */ (target).closest("[data-key]")?.getAttribute("data-key") ?? "";
    this.fillCard();
  }

  /** Fills the card anew with what is known of its piece now. */
  fillCard() {
    fillCard(this.card, this.chart.known(this.chosen));
  }

  /**
   * Enter goes from the chart to its pieces, arrows from piece to piece, Escape back.
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const elements = this.chart.elements();
    const at = elements.find((element) => element === document.activeElement);
    if (event.key === "Escape" && !this.card.hidden) fillCard(this.card, null);
    else if (event.key === "Escape" && at) this.host.focus();
    else if (event.key === "Enter" && at) this.choose(at);
    else if (event.key === "Enter" && document.activeElement === this.host) this.goTo(elements[0]);
    else if (event.key.startsWith("Arrow") && at) this.goTo(this.chart.neighbour(at, event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Element | undefined} element */
  goTo(element) {
    const box = element && this.chart.around([element.getAttribute("data-key") ?? ""]);
    if (!element || !box) return;
    /** @type {SVGElement} */ (element).focus();
    if (!isInside(box, this.view.box))
      this.view.glideTo({
        ...this.view.box,
        x: box.x + (box.w - this.view.box.w) / 2,
        y: box.y + (box.h - this.view.box.h) / 2,
      });
  }
}
