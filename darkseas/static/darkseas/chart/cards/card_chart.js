/** Two fleets as cards: rows by group, the fronts facing each other, arrows for who fires at whom. */

import { redraw, withCarriers } from "../pieces/pieces.js";
import { boxAround } from "../geometry.js";
import { drawAttacks } from "./attack_arrows.js";
import { layOut, middle, nextCard, placeOf } from "./layout.js";
import { cardLegend } from "./legend.js";
import { CARD, drawCard } from "./card.js";
import { s } from "../../kit/dom.js";
import { InteractiveChart } from "../interactive/interactive_chart.js";
import { typeName } from "../pieces/silhouettes.js";
import { StillChart, asPicture } from "../static_chart.js";
import { freshStrokesOf } from "../stroke_marks.js";

/** @typedef {import("../types.js").Chart} Chart */
/** @typedef {import("../types.js").Ground} Ground */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../geometry.js").Box} Box */

/** Pixels a card must be wide for its name. */
const LEGIBLE = 76;
/** Below this a card is too small to follow a fight on the whole chart. */
const SMALL_CARD = 80;
/** How many cards across are shown at least while following, and in the picture of a battle. */
const [FOLLOW_CARDS, CLOSE_CARDS] = [2.6, 4];
/** Room about what is followed, as part of a card's width, and for words under a card, in pixels. */
const [ROOM, WORDS_BELOW] = [0.2, 14];
/** The smallest cards on a chart that can be moved, and in a picture, which shows all of them. */
const [SMALLEST, SMALLEST_PICTURED] = [52, 24];
/** Narrower windows scroll instead of shrinking the cards further, so that names stay readable. */
const [NARROW, SMALLEST_THERE] = [560, 92];
/** Face-down cards drawn for a row whose cards are unknown. */
const UNTOLD = 2;
/** Width of a wave crest, and of a letter in a fleet's name. */
const [CREST, NAME_LETTER] = [24, 8.4];
/** Assumed window size before the first layout. */
const USUAL = { w: 640, h: 400 };

/**
 * Opens a chart of cards in an element. `still` draws a picture: no zoom, no card of particulars.
 * @param {HTMLElement} host @param {Ground} ground
 * @param {import("../types.js").ChartOptions} [options]
 * @returns {Promise<import("../types.js").ChartView>}
 */
export async function openCardChart(host, ground, options = {}) {
  const sides = ground.sides.map((side) => ({ key: side.key, side: side.key, title: "" }));
  return new CardChart(host, ground.rows?.length ? ground : { ...ground, rows: sides }, options);
}

class CardChart {
  /**
   * @param {HTMLElement} host @param {Ground} ground
   * @param {import("../types.js").ChartOptions} options
   */
  constructor(host, ground, options) {
    this.label = "Chart of cards. Arrows move it, plus and minus zoom, Enter goes to the cards.";
    this.host = host;
    this.isPicture = Boolean(options.still);
    this.ground = ground;
    this.rows = new Map((ground.rows ?? []).map((row) => [row.key, row]));
    this.sides = new Map(ground.sides.map((side) => [side.key, side]));
    this.navy = (/** @type {string} */ key) => this.sides.get(key)?.navy ?? "none";
    /** @type {Map<string, {element: SVGElement, drawn: string}>} */
    this.cards = new Map();
    /** @type {Chart | null} */
    this.chart = null;
    /** @type {Chart | null} */
    this.previous = null;
    /** @type {string[]} */
    this.focus = [];
    /** @type {string[]} */
    this.closeUpOn = [];
    /** @type {InteractiveChart | null} */
    this.controls = null;
    this.layers = Object.fromEntries(
      ["strait", "frames", "past", "deck", "offers", "shots", "labels"].map((name) => [
        name,
        s("g", { class: name }),
      ]),
    );
    this.svg = /** @type {SVGSVGElement} */ (
      s(
        "svg",
        {
          class: `chart cards${options.still ? " still" : ""}`,
          "aria-hidden": options.still ? "true" : null,
        },
        ...Object.values(this.layers),
      )
    );
    host.replaceChildren(this.svg);
    this.layout = this.layOut();
    if (options.still) this.still = new StillChart(this.svg, this.layout.whole, (unit) => this.seen(unit));
    else this.controls = new InteractiveChart(host, this.svg, this.layout.whole, this, options);
    const offers = this.controls?.offers;
    if (offers) this.layers.offers.append(offers.plans);
    new ResizeObserver(() => this.resized()).observe(this.svg);
  }

  legend() {
    return cardLegend(this.ground.sides);
  }

  /** Where everything lies in the window as it is now. The style sheet says what lies over its edges. */
  layOut() {
    const w = this.svg.clientWidth || USUAL.w;
    const smallest = w < NARROW ? SMALLEST_THERE : SMALLEST;
    return layOut({ rows: this.ground.rows ?? [], sides: this.ground.sides }, this.chart?.pieces ?? [], {
      w,
      h: this.svg.clientHeight || USUAL.h,
      least: this.isPicture ? SMALLEST_PICTURED : smallest,
      top: this.covered("top"),
      right: this.covered("right"),
      bottom: this.covered("bottom"),
    });
  }

  /**
   * How many pixels of the window's edge lie under something else.
   * @param {"top" | "right" | "bottom"} edge
   */
  covered(edge) {
    return parseFloat(getComputedStyle(this.host).getPropertyValue(`--covered-${edge}`)) || 0;
  }

  resized() {
    this.svg.classList.add("at-once");
    if (this.chart) this.draw(this.chart, this.previous, this.focus);
    this.closeUp(this.closeUpOn);
    requestAnimationFrame(() => this.svg.classList.remove("at-once"));
  }

  /** @param {Chart} chart @param {Chart | null} previous @param {string[]} focus */
  draw(chart, previous, focus) {
    const isFirst = !this.chart;
    const shown =
      this.isPicture && !chart.pieces.length ? { ...chart, pieces: untold(this.ground.rows ?? []) } : chart;
    [this.chart, this.previous, this.focus] = [shown, previous, focus];
    this.layout = this.layOut();
    this.frame();
    const fresh = this.freshStrokes();
    const attacks = drawAttacks(chart.strokes ?? [], new Set(fresh), this.layout, this.navy);
    const focused = this.focused(fresh);
    this.layers.past.replaceChildren(...attacks.past);
    this.layers.shots.replaceChildren(...attacks.now);
    this.layers.labels.replaceChildren(...attacks.labels);
    this.drawCards(shown.pieces, new Set(focused));
    if (isFirst && this.controls && this.layout.size.w / this.controls.view.unit < SMALL_CARD)
      this.controls.follow(true);
    this.controls?.drawn(this.dots(), focused);
  }

  /**
   * What the sentence is about: its own places and pieces, and both ends of what is fired now.
   * @param {import("../types.js").Stroke[]} fresh
   */
  focused(fresh) {
    const pieces = this.chart?.pieces ?? [];
    const ends = fresh.flatMap((stroke) =>
      pieces.filter((piece) => stroke.path.includes(piece.at)).map((piece) => piece.key),
    );
    return [...withCarriers([...this.focus, ...ends], pieces)];
  }

  /** The strait, and each group's border with its title and those of its rows. */
  frame() {
    const { strait, frames, headings, whole } = this.layout;
    this.layers.strait.replaceChildren(...drawStrait(strait, this.ground.sides));
    this.layers.frames.replaceChildren(
      ...frames.map((one) => drawFrame(one, this.navy(one.side))),
      ...headings.map((one) => s("text", { class: "row-title", x: one.x, y: one.y }, one.text)),
    );
    if (this.still) {
      this.still.whole = whole;
      this.still.show(whole);
    }
    this.controls?.resize(
      whole,
      frames.map((one) =>
        s("rect", {
          class: `group-frame navy-${this.navy(one.side)}`,
          x: one.x,
          y: one.y,
          width: one.w,
          height: one.h,
        }),
      ),
    );
  }

  /** @param {Piece[]} pieces @param {Set<string>} focused */
  drawCards(pieces, focused) {
    for (const piece of pieces) {
      const spot = this.layout.spots.get(piece.key);
      if (!spot) continue;
      const element = this.card(piece);
      element.classList.toggle("now", focused.has(piece.key));
      const at = middle(spot);
      const move = `translate(${at.x.toFixed(2)}px, ${at.y.toFixed(2)}px)`;
      element.style.transform = `${move} scale(${(spot.w / CARD).toFixed(4)})`;
    }
    for (const [key, { element }] of this.cards)
      if (!this.layout.spots.has(key)) {
        element.remove();
        this.cards.delete(key);
      }
  }

  /**
   * Returns the card of a piece; an existing card is redrawn only if the piece has changed.
   * @param {Piece} piece
   */
  card(piece) {
    const drawn = JSON.stringify(piece);
    const known = this.cards.get(piece.key);
    if (known?.drawn === drawn) return known.element;
    const element = drawCard(piece, this.sides.get(piece.side), this.where(piece));
    if (this.isPicture) asPicture(element);
    if (known) {
      known.drawn = drawn;
      return redraw(known.element, element);
    }
    this.layers.deck.append(element);
    this.cards.set(piece.key, { element, drawn });
    return element;
  }

  /** Group and row in words. @param {Piece} piece */
  where(piece) {
    return this.rows.get(placeOf(piece.at).row)?.title ?? "";
  }

  /** @returns {import("../interactive/minimap.js").Dot[]} */
  dots() {
    return (this.chart?.pieces ?? []).flatMap((piece) => {
      const spot = this.layout.spots.get(piece.key);
      return spot && piece.face !== "out" && !piece.marks?.includes("sunk")
        ? [{ ...spot, navy: this.navy(piece.side) }]
        : [];
    });
  }

  /**
   * Shows the surroundings of these places and pieces, and of who fires at whom there.
   * @param {string[]} focus
   */
  closeUp(focus) {
    this.closeUpOn = focus;
    const points = this.boxesOf([...focus, ...this.aimedAt(focus)]).map(middle);
    if (!points.length || !this.still) return;
    const around = boxAround(points, this.layout.size.w);
    const shape = this.layout.whole.w / this.layout.whole.h;
    this.still.closeUp(points, Math.max(CLOSE_CARDS * this.layout.size.w, around.w, around.h * shape));
  }

  /** The other ends of the lines that begin or end with these. @param {string[]} focus */
  aimedAt(focus) {
    const places = new Set(
      (this.chart?.pieces ?? []).filter((piece) => focus.includes(piece.key)).map((piece) => piece.at),
    );
    return this.freshStrokes()
      .filter((stroke) => stroke.path.some((place) => places.has(place)))
      .flatMap((stroke) => stroke.path);
  }

  /** The lines that were not there one entry earlier. */
  freshStrokes() {
    const strokes = this.chart?.strokes ?? [];
    return [...freshStrokesOf(strokes, this.previous ? (this.previous.strokes ?? []) : strokes)];
  }

  /** @param {number} unit */
  seen(unit) {
    this.svg.classList.toggle("legible", this.layout.size.w / unit >= LEGIBLE);
  }

  near() {
    return FOLLOW_CARDS * this.layout.size.w;
  }

  /** Where places and pieces lie. @param {string[]} focus @returns {Box[]} */
  boxesOf(focus) {
    return focus.flatMap((key) => this.layout.spots.get(key) ?? this.layout.places.get(key) ?? []);
  }

  /** @param {string[]} focus */
  around(focus) {
    if (!focus.length) return this.front();
    const corners = this.boxesOf(focus).flatMap((box) => [
      { x: box.x, y: box.y },
      { x: box.x + box.w, y: box.y + box.h },
    ]);
    if (!corners.length) return null;
    const bare = boxAround(corners, ROOM * this.layout.size.w);
    const top = this.covered("top");
    const box = { ...bare, y: bare.y - top, h: bare.h + top + WORDS_BELOW };
    return this.isLong() ? { ...box, x: this.layout.whole.x, w: this.layout.whole.w } : box;
  }

  /** Whether the fleets are longer than the window: then they are read in full width, up and down. */
  isLong() {
    return this.layout.whole.h > (this.svg.clientHeight || USUAL.h) + 1;
  }

  /** Where one looks while nothing happens: at the strait, as far as the window shows it in full width. */
  front() {
    const { whole, strait } = this.layout;
    const h = Math.min(
      whole.h,
      (whole.w * (this.svg.clientHeight || USUAL.h)) / (this.svg.clientWidth || USUAL.w),
    );
    return {
      x: whole.x,
      y: Math.min(Math.max(middle(strait).y - h / 2, whole.y), whole.y + whole.h - h),
      w: whole.w,
      h,
    };
  }

  /** @param {string} key @returns {import("../interactive/piece_card.js").Known | null} */
  known(key) {
    const piece = this.chart?.pieces.find((one) => one.key === key);
    if (!piece) return null;
    const type = piece.note ? "" : typeName(piece.kind ?? "");
    return { piece, side: this.sides.get(piece.side), facts: [type, this.where(piece)], unnamed: "A card" };
  }

  /** @param {string} name */
  spotOf(name) {
    const box = this.boxesOf([name])[0];
    return box ? middle(box) : null;
  }

  /** Cards lie nowhere else than in their rows. */
  placeAt() {
    return "";
  }

  /** Cards lie beside each other: each is met. @returns {import("../interactive/stacked_pieces.js").Pile} */
  pile() {
    return { keys: [], size: 0 };
  }

  outline() {
    return "";
  }

  /** @param {string} key */
  elementOf(key) {
    return this.cards.get(key)?.element;
  }

  elements() {
    return [...this.layout.spots.keys()].flatMap((key) => this.cards.get(key)?.element ?? []);
  }

  /** @param {Element} from @param {string} arrow */
  neighbour(from, arrow) {
    return this.cards.get(nextCard(this.layout.spots, from.getAttribute("data-key") ?? "", arrow) ?? "")
      ?.element;
  }
}

/** Cards face down in every row. @param {import("../types.js").CardRow[]} rows @returns {Piece[]} */
function untold(rows) {
  return rows.flatMap((row) =>
    Array.from({ length: UNTOLD }, (_, i) => ({
      key: `${row.key}/${i}`,
      side: row.side,
      at: `${row.key}/${i}`,
      face: "down",
    })),
  );
}

/**
 * The water between the fleets, and whose they are.
 * @param {Box} strait @param {import("../types.js").Side[]} sides @returns {SVGElement[]}
 */
function drawStrait(strait, sides) {
  const [left, right, y] = [strait.x, strait.x + strait.w, middle(strait).y];
  const from = left + nameWide(sides[1]);
  const crests = Math.floor((right - nameWide(sides[0]) - from) / CREST);
  return [
    s("path", { class: "swell", d: crests > 0 ? `M${from} ${y}${"q6-5 12 0t12 0".repeat(crests)}` : "" }),
    ...(sides[1] ? [fleetName(sides[1], left, y, "upper")] : []),
    ...(sides[0] ? [fleetName(sides[0], right, y, "lower")] : []),
  ];
}

/** Room for a fleet's name on the water. @param {import("../types.js").Side | undefined} side */
const nameWide = (side) => 30 + (side?.name.length ?? 0) * NAME_LETTER;

/**
 * A fleet's name on the water, and an arrow to where she lies.
 * @param {import("../types.js").Side} side @param {number} x @param {number} y
 * @param {"upper" | "lower"} place
 */
function fleetName(side, x, y, place) {
  const [arrow, at] = place === "upper" ? ["M0 5H12L6-6Z", x] : ["M0-5H12L6 6Z", x - 12];
  return s(
    "g",
    { class: `fleet ${place} navy-${side.navy}` },
    s("path", { d: arrow, transform: `translate(${at} ${y})` }),
    s("text", { x: place === "upper" ? x + 18 : x - 18, y: y + 4.5 }, side.name),
  );
}

/** @param {import("./layout.js").Frame} frame @param {string} navy */
function drawFrame(frame, navy) {
  return s(
    "g",
    { class: `navy-${navy}` },
    s("rect", { class: "group-frame", x: frame.x, y: frame.y, width: frame.w, height: frame.h, rx: 8 }),
    frame.title ? s("text", { class: "group-title", x: frame.x + 12, y: frame.y + 4 }, frame.title) : null,
  );
}
