/** A chart that its reader moves: zoomed, followed, its pieces chosen by mouse, touch and keys. */

import { isInside } from "../geometry.js";
import { h } from "../../kit/dom.js";
import { fillWithCrowd, hasToAsk, isFinger } from "./stacked_pieces.js";
import { NOTHING, Offers } from "./choices_on_chart.js";
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
 * @property {(place: string) => import("./stacked_pieces.js").Pile} pile  what lies in a place
 * @property {() => Element[]} elements  the pieces' elements, in the order in which they are gone through
 * @property {(from: Element, arrow: string) => Element | undefined} neighbour  the piece where an arrow key
 *   leads
 */

/** @typedef {import("../types.js").Controls} Controls */

/** @typedef {import("./choices_on_chart.js").OfferedChart} OfferedChart */

/** On a chart of so many pixels the narrowest part that is followed is also the widest with both sides. */
const WIDTH_FOR_NEAR_PX = 140;

/** @implements {Controls} */
export class InteractiveChart {
  /**
   * @param {HTMLElement} host @param {SVGSVGElement} svg @param {Box} whole
   * @param {ControlledChart & OfferedChart} chart @param {import("../types.js").ChartOptions} options
   */
  constructor(host, svg, whole, chart, { followed = () => {}, picked, worth, shipPage }) {
    this.host = host;
    this.chart = chart;
    this.followed = followed;
    this.worth = worth;
    this.shipPage = shipPage;
    this.following = false;
    this.chosen = "";
    /** Who last fought whom. @type {string[]} */
    this.exchange = [];
    this.card = h("div", { class: "piece-card", hidden: true });
    this.view = new Viewport(svg, whole, () => this.seen());
    this.view.byHand = () => this.follow(false);
    this.minimap = makeMinimap(this.view);
    this.offers = picked ? new Offers(host, chart, this.view, picked) : null;
    host.append(this.minimap.element, this.card);
    svg.addEventListener("click", (event) => this.tap(event));
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
    this.offers?.refresh();
    if (!this.card.hidden) this.fillCard();
    this.noteExchange(focus);
    if (this.following) this.keepInView(this.withExchange(focus));
  }

  /** Remembers who last fought whom: pieces of two sides in one sentence. @param {string[]} focus */
  noteExchange(focus) {
    const sides = new Set(focus.flatMap((key) => this.chart.known(key)?.piece.side || []));
    if (sides.size > 1) this.exchange = focus;
  }

  /**
   * What following keeps in view: both sides of the last exchange of fire beside what the sentence is about,
   * as long as that stays near enough to be read.
   * @param {string[]} focus
   */
  withExchange(focus) {
    const all = focus.length ? [...new Set([...focus, ...this.exchange])] : focus;
    return this.isReadable(all) ? all : focus;
  }

  /**
   * What is kept in view while a piece is in hand: the nearest of the other side too, with the same bound.
   * @param {string} held @param {string[]} focus
   */
  withFoe(held, focus) {
    const foe = this.nearestFoe(held);
    const all = foe ? [...focus, foe] : focus;
    return this.isReadable(all) ? all : focus;
  }

  /** @param {string} held @returns {string} */
  nearestFoe(held) {
    const side = this.chart.known(held)?.piece.side;
    const keys = this.chart.elements().map((element) => element.getAttribute("data-key") ?? "");
    const foes = side ? keys.filter((key) => (this.chart.known(key)?.piece.side ?? side) !== side) : [];
    const far = (/** @type {string} */ key) => {
      const box = this.chart.around([held, key]);
      return box ? box.w + box.h : Infinity;
    };
    return foes.reduce((best, key) => (!best || far(key) < far(best) ? key : best), "");
  }

  /** Whether what lies about these can be read when all of it is shown. @param {string[]} keys */
  isReadable(keys) {
    const box = this.chart.around(keys);
    const widest = this.chart.near() * Math.max(1, this.view.svg.clientWidth / WIDTH_FOR_NEAR_PX);
    return box !== null && box.w <= widest && box.h <= widest;
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

  /** @param {import("../types.js").Offer} offer */
  offer(offer) {
    const isOther = this.offers?.show(offer) ?? false;
    if (isOther && offer.places.length && this.following)
      this.keepInView(this.withFoe(offer.held, [offer.held, ...offer.places.map((one) => one.place)]));
  }

  /** @param {MouseEvent} event */
  tap(event) {
    const [target, at] = [/** @type {Element} */ (event.target), this.view.point(event)];
    const key = target.closest("[data-key]")?.getAttribute("data-key") ?? "";
    const tag = target.closest("[data-place]")?.getAttribute("data-place");
    const place = this.chart.known(key)?.piece.at ?? tag ?? this.chart.placeAt(at);
    const [pile, offer] = [this.chart.pile(place), this.offers?.offer ?? NOTHING];
    if (hasToAsk(pile, place, this.view.unit, isFinger(event), offer)) this.ask(pile.keys, place, offer);
    else this.choose(target, at);
  }

  /**
   * Shows what lies in a place, for one of it to be chosen.
   * @param {string[]} keys @param {string} place @param {import("../types.js").Offer} offer
   */
  ask(keys, place, offer) {
    this.chosen = "";
    const known = keys.flatMap((key) => this.chart.known(key) ?? []);
    fillWithCrowd(this.card, known, place, offer, (picked) => {
      const isMeant = this.offers?.picked(picked) ?? false;
      this.chosen = isMeant ? "" : picked.piece;
      this.fillCard();
      this.host.focus({ preventScroll: true });
    });
  }

  /**
   * What is chosen means something to who offered it, or shows what is known of it.
   * @param {Element} target @param {import("../geometry.js").Point} at
   */
  choose(target, at) {
    const isMeant = this.offers?.picked(this.offers.under(target, at)) ?? false;
    this.chosen = isMeant ? "" : (target.closest("[data-key]")?.getAttribute("data-key") ?? "");
    this.fillCard();
  }

  /** Updates the card with the current data of its piece. */
  fillCard() {
    fillCard(this.card, this.chart.known(this.chosen), this.worth, this.shipPage);
    this.card.classList.toggle("at-foot", this.isHigh(this.chosen));
  }

  /** Whether a piece lies in the upper half of what is shown: a card stands below it there.
   * @param {string} key */
  isHigh(key) {
    const at = key ? this.chart.spotOf(key, "") : null;
    return at !== null && at.y < this.view.box.y + this.view.box.h / 2;
  }

  /**
   * Enter goes from the chart to its pieces, arrows from piece to piece, Escape back.
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const elements = this.chart.elements();
    const at = elements.find((element) => element === document.activeElement);
    if (event.key === "Escape" && !this.card.hidden) {
      if (this.card.contains(document.activeElement)) this.host.focus();
      fillCard(this.card, null);
    } else if (this.offers?.walk(event)) this.showFocused();
    else if (event.key === "Escape" && at) this.host.focus();
    else if (event.key === "Enter" && at) this.choose(at, this.pointOf(at));
    else if (event.key === "Enter" && document.activeElement === this.host) this.goTo(elements[0]);
    else if (event.key.startsWith("Arrow") && at) this.goTo(this.chart.neighbour(at, event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where a piece lies, for one that is chosen with a key. @param {Element} element */
  pointOf(element) {
    return this.chart.spotOf(element.getAttribute("data-key") ?? "", "") ?? { x: 0, y: 0 };
  }

  /** @param {Element | undefined} element */
  goTo(element) {
    /** @type {SVGElement | undefined} */ (element)?.focus();
    this.showFocused();
  }

  /** Glides to what has the focus, where that is out of sight. */
  showFocused() {
    const { dataset } = /** @type {SVGElement} */ (document.activeElement ?? this.view.svg);
    const name = dataset.key ?? dataset.place ?? "";
    const box = name && this.chart.around([name]);
    if (!box) return;
    if (!isInside(box, this.view.box))
      this.view.glideTo({
        ...this.view.box,
        x: box.x + (box.w - this.view.box.w) / 2,
        y: box.y + (box.h - this.view.box.h) / 2,
      });
  }
}
