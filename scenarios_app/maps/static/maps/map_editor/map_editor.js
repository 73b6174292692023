/** The map editor: a map in, painted maps out. It keeps nothing; whoever holds the map undoes and stores. */

import { h } from "../../darkseas/kit/dom.js";
import { label } from "../../darkseas/chart/hexes/geometry.js";
import { makeAreas } from "./panels/areas.js";
import { coastOf, makeRealPlace } from "./panels/coast.js";
import { makeFiles } from "./panels/files.js";
import { isOn, sideName } from "./model/hex_shapes.js";
import { KEYS_IN_WORDS, listenToKeys } from "./tools/keyboard.js";
import { makeLabels } from "./panels/labels.js";
import { PointerHands } from "./tools/pointer.js";
import { Sheet } from "./drawing/map_view.js";
import { makeSizes } from "./panels/size.js";
import { hexInWords, numberOf, sideInWords } from "./model/hex_text.js";
import { SideStroke, Stroke } from "./tools/brush_stroke.js";
import { makeToolbar } from "./tools/toolbar.js";
import { heldAt, toolOf } from "./tools/tools.js";
import { makeZones } from "./panels/zones.js";

/** @typedef {import("./types.js").Host} Host */
/** @typedef {import("./types.js").MapSpec} MapSpec */
/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./types.js").Choice} Choice */

/** What lies on the desk: the sheet, the tool in hand, where the keys are. */
export class Desk {
  /** @param {Host} host @param {HTMLElement} chart */
  constructor(host, chart) {
    this.host = host;
    this.chart = chart;
    /** @type {Choice} */
    this.choice = { tool: "look", shape: "1", area: "", zone: "" };
    /** @type {Hex} */
    this.cursor = { col: 0, row: 0 };
    this.side = 0;
    /** Where a rectangle made by keys began. @type {Hex | null} */
    this.corner = null;
    /** @type {(() => void)[]} */
    this.choiceListeners = [];
    /** @type {(() => void)[]} */
    this.mapListeners = [];
    this.status = h("p", { class: "hex-status", "aria-hidden": "true" });
    this.sheet = new Sheet(chart);
    this.coast = "";
    this.act = () => act(this);
  }

  get map() {
    return this.host.map();
  }

  zones() {
    return this.host.zones?.() ?? [];
  }

  /** @param {string} says @param {(map: MapSpec) => MapSpec} recipe */
  change(says, recipe) {
    if (recipe(this.map) !== this.map) this.host.change(says, recipe);
  }

  /** @param {() => void} listener  called now and whenever another tool, shape, area or zone is chosen */
  onChoice(listener) {
    this.choiceListeners.push(listener);
    listener();
  }

  /** @param {() => void} listener  called now and whenever the map is another */
  onMap(listener) {
    this.mapListeners.push(listener);
    listener();
  }

  /** @param {Partial<Choice>} part */
  choose(part) {
    this.choice = { ...this.choice, ...part };
    this.corner = null;
    this.sheet.showBrush([]);
    this.chart.dataset.tool = this.choice.tool;
    for (const listener of this.choiceListeners) listener();
    this.drawZones(this.zones());
    const tool = toolOf(this.choice.tool);
    this.host.announce(part.shape ? `Brush: ${this.choice.shape}` : `${tool.title}. ${tool.tip}.`);
    this.isReady();
  }

  /** Whether the tool in hand knows what to paint; says what is missing. */
  isReady() {
    const { tool, area, zone } = this.choice;
    const lacks =
      (tool === "area" && !this.map.areas?.[area] && "Choose an area, or name a new one, under Areas.") ||
      (tool === "zone" &&
        !this.zones().some((one) => one.path === zone) &&
        "Choose a zone under Set-up zones.");
    if (lacks) {
      this.status.textContent = lacks;
      this.host.announce(lacks);
    }
    return !lacks;
  }

  refresh() {
    const { map } = this;
    this.sheet.draw(map);
    this.drawZones(this.zones());
    if (!isOn(map, this.cursor)) this.cursor = { col: 0, row: 0 };
    this.moveTo(this.cursor);
    void this.drawCoast(map);
    for (const listener of this.mapListeners) listener();
  }

  /** @param {import("./types.js").Zone[]} zones */
  drawZones(zones) {
    this.sheet.drawZones(zones, this.choice.tool === "zone" ? this.choice.zone : "");
  }

  /** @param {MapSpec} map */
  async drawCoast(map) {
    const wanted = `${map.coast ?? ""} ${map.coast_col ?? 0} ${map.coast_row ?? 0}`;
    if (wanted === this.coast) return;
    this.coast = wanted;
    const found = await coastOf(map.coast ?? "");
    if (this.coast === wanted) this.sheet.drawCoast(found);
  }

  focus() {
    this.chart.focus({ preventScroll: true });
  }

  /** @param {Hex} at @param {number} [side] */
  moveTo(at, side = this.side) {
    this.cursor = at;
    this.side = side;
    this.sheet.showCursor(this.place(), this.choice.tool === "coast" ? sideName(this.map, at, side) : "");
  }

  place() {
    return label(this.cursor.col, this.cursor.row);
  }

  /** @param {Hex | null} at @param {string[]} [footprint] @param {string} [side] */
  hover(at, footprint = [], side = "") {
    this.sheet.showBrush(footprint, side);
    const shown = this.sheet.map ?? this.map;
    this.status.textContent = at ? hexInWords(shown, label(at.col, at.row), this.zones()) : "";
  }

  sayHex() {
    const words =
      this.choice.tool === "coast"
        ? sideInWords(this.map, sideName(this.map, this.cursor, this.side))
        : hexInWords(this.map, this.place(), this.zones());
    this.status.textContent = words;
    this.host.announce(words);
  }

  /** Lets go of what was begun with keys; true where there was something. */
  letGo() {
    const had = this.corner !== null;
    this.corner = null;
    this.sheet.showBrush([]);
    if (had) this.host.announce("Rectangle let go.");
    return had;
  }
}

/** Does with keys, or with a plain click, what the tool in hand does at the cursor. @param {Desk} desk */
function act(desk) {
  const { tool, shape } = desk.choice;
  if (tool === "look") return desk.sayHex();
  if (tool === "pick") return takeUp(desk);
  if (tool === "label")
    return desk.chart.dispatchEvent(new CustomEvent("name-place", { detail: desk.place() }));
  if (tool === "coast") return new SideStroke(desk, sideName(desk.map, desk.cursor, desk.side)).commit();
  if (!desk.isReady()) return;
  if (shape === "rectangle" && !desk.corner) {
    desk.corner = desk.cursor;
    desk.sheet.showBrush([desk.place()]);
    return desk.host.announce(
      `Rectangle begins at ${numberOf(desk.place(), desk.map)}. Go to the other corner and press Enter.`,
    );
  }
  const stroke = new Stroke(desk, desk.corner ?? desk.cursor);
  stroke.to(desk.cursor);
  stroke.commit();
  desk.corner = null;
  desk.sheet.showBrush([]);
}

/** @param {Desk} desk */
function takeUp(desk) {
  const held = heldAt(desk.map, desk.place());
  desk.choose(held);
}

/**
 * Puts a map editor into an element; it fills the element's width and is as high as it is told.
 * @param {HTMLElement} element @param {Host} host @returns {{refresh: () => void, destroy: () => void}}
 */
export function mountMapEditor(element, host) {
  const chart = h("div", {
    class: "chart-host",
    tabindex: 0,
    role: "application",
    "aria-roledescription": "hex map",
    "aria-label": "Map. Arrows go from hex to hex, Enter paints, letters choose tools.",
  });
  const root = h("div", { class: "map-editor" });
  const pane = h("div", { class: "chart-pane" }, chart);
  element.replaceChildren(root);
  root.append(pane);
  const desk = new Desk(host, chart);
  const panels = [
    makeAreas(desk),
    host.zones ? makeZones(desk) : null,
    makeLabels(desk),
    makeSizes(desk),
    makeRealPlace(desk),
    makeFiles(desk),
    makeKeys(),
  ].filter((panel) => panel !== null);
  pane.append(desk.status);
  root.replaceChildren(
    makeToolbar(desk),
    h("div", { class: "desk" }, pane, h("div", { class: "panels" }, ...panels)),
  );
  listenToKeys(desk, chart, new PointerHands(desk, chart));
  desk.refresh();
  const forget = host.subscribe(() => desk.refresh());
  return {
    refresh: () => desk.refresh(),
    destroy() {
      forget();
      element.replaceChildren();
    },
  };
}

function makeKeys() {
  return h(
    "details",
    { class: "panel" },
    h("summary", {}, "Keys"),
    h(
      "dl",
      { class: "keys" },
      ...KEYS_IN_WORDS.flatMap(([key, words]) => [h("dt", {}, key), h("dd", {}, words)]),
    ),
  );
}
