/** The map editor. It takes a map and returns changed ones; its host handles undo and saving. */

import { h } from "../../darkseas/kit/dom.js";
import { label } from "../../darkseas/chart/hexes/geometry.js";
import { makeAreas } from "./panels/areas.js";
import { coastOf, makeRealPlace } from "./panels/coast.js";
import { makeFiles } from "./panels/files.js";
import { isOn, sideName } from "./model/hex_shapes.js";
import { KEYS_IN_WORDS, listenToKeys } from "./tools/keyboard.js";
import { makeLabels } from "./panels/labels.js";
import { PointerControls } from "./tools/pointer.js";
import { MapView } from "./drawing/map_view.js";
import { makeSizes } from "./panels/size.js";
import { hexInWords, numberOf, sideInWords } from "./model/hex_text.js";
import { SideBrushStroke, BrushStroke } from "./tools/brush_stroke.js";
import { makeToolbar } from "./tools/toolbar.js";
import { heldAt, toolOf } from "./tools/tools.js";
import { makeZones } from "./panels/zones.js";

/** @typedef {import("./types.js").Host} Host */
/** @typedef {import("./types.js").MapSpec} MapSpec */
/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").EditorContext} EditorContext */

/** The editor of one map: its drawing, the current choice, the cursor. @implements {EditorContext} */
class MapEditor {
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
    this.mapView = new MapView(chart);
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
    this.mapView.showBrush([]);
    this.chart.dataset.tool = this.choice.tool;
    for (const listener of this.choiceListeners) listener();
    this.drawZones(this.zones());
    const tool = toolOf(this.choice.tool);
    this.host.announce(part.shape ? `Brush: ${this.choice.shape}` : `${tool.title}. ${tool.tip}.`);
    this.isReady();
  }

  /** Returns whether the current tool is ready; shows what is missing. */
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
    this.mapView.draw(map);
    this.drawZones(this.zones());
    if (!isOn(map, this.cursor)) this.cursor = { col: 0, row: 0 };
    this.moveTo(this.cursor);
    void this.drawCoast(map);
    for (const listener of this.mapListeners) listener();
  }

  /** @param {import("./types.js").Zone[]} zones */
  drawZones(zones) {
    this.mapView.drawZones(zones, this.choice.tool === "zone" ? this.choice.zone : "");
  }

  /** @param {MapSpec} map */
  async drawCoast(map) {
    const wanted = `${map.coast ?? ""} ${map.coast_col ?? 0} ${map.coast_row ?? 0}`;
    if (wanted === this.coast) return;
    this.coast = wanted;
    const found = await coastOf(map.coast ?? "");
    if (this.coast === wanted) this.mapView.drawCoast(found);
  }

  focus() {
    this.chart.focus({ preventScroll: true });
  }

  /** @param {Hex} at @param {number} [side] */
  moveTo(at, side = this.side) {
    this.cursor = at;
    this.side = side;
    this.mapView.showCursor(this.place(), this.choice.tool === "coast" ? sideName(this.map, at, side) : "");
  }

  place() {
    return label(this.cursor.col, this.cursor.row);
  }

  /** @param {Hex | null} at @param {string[]} [footprint] @param {string} [side] */
  hover(at, footprint = [], side = "") {
    this.mapView.showBrush(footprint, side);
    const shown = this.mapView.map ?? this.map;
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

  /** Cancels a stroke started with keys; returns whether there was one. */
  letGo() {
    const had = this.corner !== null;
    this.corner = null;
    this.mapView.showBrush([]);
    if (had) this.host.announce("Rectangle let go.");
    return had;
  }
}

/**
 * Applies the current tool at the cursor, by key or click.
 * @param {MapEditor} editor
 */
function act(editor) {
  const { tool, shape } = editor.choice;
  if (tool === "look") return editor.sayHex();
  if (tool === "pick") return takeUp(editor);
  if (tool === "label")
    return editor.chart.dispatchEvent(new CustomEvent("name-place", { detail: editor.place() }));
  if (tool === "coast")
    return new SideBrushStroke(editor, sideName(editor.map, editor.cursor, editor.side)).commit();
  if (!editor.isReady()) return;
  if (shape === "rectangle" && !editor.corner) {
    editor.corner = editor.cursor;
    editor.mapView.showBrush([editor.place()]);
    return editor.host.announce(
      `Rectangle begins at ${numberOf(editor.place(), editor.map)}. Go to the other corner and press Enter.`,
    );
  }
  const stroke = new BrushStroke(editor, editor.corner ?? editor.cursor);
  stroke.to(editor.cursor);
  stroke.commit();
  editor.corner = null;
  editor.mapView.showBrush([]);
}

/** @param {MapEditor} editor */
function takeUp(editor) {
  const held = heldAt(editor.map, editor.place());
  editor.choose(held);
}

/**
 * Puts a map editor into an element; it fills the element's width and has the given height.
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
  const editor = new MapEditor(host, chart);
  const panels = [
    makeAreas(editor),
    host.zones ? makeZones(editor) : null,
    makeLabels(editor),
    makeSizes(editor),
    makeRealPlace(editor),
    makeFiles(editor),
    makeKeys(),
  ].filter((panel) => panel !== null);
  pane.append(editor.status);
  root.replaceChildren(
    makeToolbar(editor),
    h("div", { class: "desk" }, pane, h("div", { class: "panels" }, ...panels)),
  );
  listenToKeys(editor, chart, new PointerControls(editor, chart));
  editor.refresh();
  const forget = host.subscribe(() => editor.refresh());
  return {
    refresh: () => editor.refresh(),
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
