/**
 * The drawing of a map in the editor: layers in tiles, numbers if there is room, cursor and brush.
 */

import { s } from "../../../darkseas/kit/dom.js";
import { names, hachure, MARGIN, shorePath } from "../../../darkseas/chart/hexes/ground.js";
import { anchorsPath, sidesPath } from "../../../darkseas/chart/hexes/coast_marks.js";
import { written } from "../../../darkseas/chart/hexes/numbering.js";
import {
  bounds,
  centre,
  centreOf,
  hexesPath,
  RADIUS,
  ROW,
  WIDTH,
} from "../../../darkseas/chart/hexes/geometry.js";
import { makeMinimap } from "../../../darkseas/chart/interactive/minimap.js";
import { makeScaleBar } from "../../../darkseas/chart/hexes/scale_bar.js";
import { Viewport } from "../../../darkseas/chart/interactive/viewport.js";
import { hatchPatterns, LOOKS } from "./area_styles.js";
import { gridPath, outlinePath } from "../model/hex_shapes.js";
import { setOf } from "../model/map_edits.js";
import { TileLayer, tilesOf } from "./tiles.js";

/** @typedef {import("../types.js").MapSpec} MapSpec */
/** @typedef {import("../types.js").Hex} Hex */
/** @typedef {import("../types.js").Zone} Zone */
/** @typedef {import("../../../darkseas/chart/hexes/ground.js").Coast} Coast */

/** Pixels a hex must have for its number, and for the strokes of land. */
const ROOM = { numbered: 46, roomy: 30 };
/** Numbers come and go in blocks of so many columns and rows. */
const NUMBER_BLOCK = 6;
const MINIMAP_MARGIN = 12;

let made = 0;

export class MapView {
  ids = `map-editor-${(made += 1)}`;
  /** @type {MapSpec | null} */
  map = null;
  /** @type {Map<string, TileLayer>} */
  areas = new Map();
  /** @type {Map<string, TileLayer>} */
  zones = new Map();
  tiles = tilesOf({ cols: 0, rows: 0 });
  numberTiles = this.tiles;
  /** @type {Map<string, SVGElement>} */
  numbers = new Map();
  soon = 0;

  sea = s("rect", { class: "sea" });
  frame = s("rect");
  coast = s("g", { class: "real-coast", "clip-path": `url(#${this.ids}-frame)` });
  shallows = new TileLayer("shallow-hexes", [hexesPath]);
  land = new TileLayer("ground-land", [hexesPath, hexesPath, outlinePath], true);
  out = new TileLayer("out-hexes", [hexesPath, crosses, outlinePath], true);
  ports = new TileLayer("port-hexes", [anchorsPath]);
  grid = s("g", { class: "grid" });
  areaGroup = s("g", { class: "areas" });
  zoneGroup = s("g", { class: "zones" });
  sides = s("path", { class: "hexside-coast" });
  numberGroup = s("g", { class: "hex-numbers" });
  nameGroup = s("g", {});
  brush = s("path", { class: "brush" });
  cursor = s("path", { class: "cursor-hex" });

  /** @param {HTMLElement} host */
  constructor(host) {
    this.land.element.setAttribute("fill", `url(#${this.ids}-hachure)`);
    this.svg = /** @type {SVGSVGElement} */ (
      s(
        "svg",
        { class: "chart hexes edited", "aria-hidden": "true" },
        s(
          "defs",
          {},
          hachure(`${this.ids}-hachure`),
          ...hatchPatterns(this.ids),
          s("clipPath", { id: `${this.ids}-frame` }, this.frame),
        ),
        this.sea,
        this.coast,
        this.shallows.element,
        this.land.element,
        this.grid,
        this.areaGroup,
        this.zoneGroup,
        this.out.element,
        this.sides,
        this.ports.element,
        this.numberGroup,
        this.nameGroup,
        this.brush,
        this.cursor,
      )
    );
    host.append(this.svg);
    this.bar = makeScaleBar();
    this.view = new Viewport(this.svg, bounds({ cols: 1, rows: 1 }, MARGIN), () => this.seen());
    this.minimap = makeMinimap(this.view);
    this.minimapLand = s("path", { class: "land" });
    host.append(this.bar.element, this.minimap.element);
  }

  /** Shows a map; redraws only the differences from the last one. @param {MapSpec} map */
  draw(map) {
    const before = this.map;
    if (map === before) return;
    this.map = map;
    const isOfOtherSize = !before || before.cols !== map.cols || before.rows !== map.rows;
    if (isOfOtherSize) this.lay(map);
    this.shallows.show(setOf(map.shallows));
    this.land.show(setOf(map.land));
    this.out.show(setOf(map.excluded));
    this.ports.show(setOf(map.ports));
    if (isOfOtherSize || before.edges !== map.edges) this.sides.setAttribute("d", sidesPath(map.edges ?? []));
    if (isOfOtherSize || before.places !== map.places) this.nameGroup.replaceChildren(names(map));
    if (isOfOtherSize || before.areas !== map.areas) this.drawAreas(map.areas ?? {});
    if (before && before.numbering !== map.numbering) this.forgetNumbers();
    if (before?.hex_yards !== map.hex_yards) this.measure(map.hex_yards);
    if (isOfOtherSize) this.view.fit();
    this.drawMinimap(map, before);
  }

  /** Begins a map of another size. @param {MapSpec} map */
  lay(map) {
    const whole = bounds(map, MARGIN);
    // How wide the map is for its height: on a narrow page its frame is no higher than the map.
    const pane = this.svg.parentElement?.parentElement;
    pane?.style.setProperty("--map-shape", String(whole.w / whole.h));
    this.tiles = tilesOf(map);
    this.numberTiles = tilesOf(map, NUMBER_BLOCK);
    for (const layer of [
      this.shallows,
      this.land,
      this.out,
      this.ports,
      ...this.areas.values(),
      ...this.zones.values(),
    ])
      layer.lay(this.tiles);
    this.grid.replaceChildren(...[...this.tiles.values()].map((tile) => s("path", { d: gridPath(tile) })));
    for (const [name, value] of Object.entries({ x: whole.x, y: whole.y, width: whole.w, height: whole.h })) {
      this.sea.setAttribute(name, String(value));
      this.frame.setAttribute(name, String(value));
    }
    this.forgetNumbers();
    this.minimap.frame(bounds(map, MINIMAP_MARGIN), [this.minimapLand]);
    this.view.whole = whole;
    this.view.showsAll = true;
    this.view.resized();
  }

  /** @param {number} [yards] */
  measure(yards) {
    const bar = makeScaleBar(yards);
    this.bar.element.replaceWith(bar.element);
    this.bar = bar;
    bar.update(this.view.unit);
  }

  /** @param {MapSpec} map @param {MapSpec | null} before */
  drawMinimap(map, before) {
    if (before?.land === map.land) return;
    cancelAnimationFrame(this.soon);
    this.soon = requestAnimationFrame(() => {
      if (!this.minimap.element.hidden) this.minimapLand.setAttribute("d", hexesPath(map.land ?? []));
    });
  }

  /** @param {Record<string, string[]>} areas */
  drawAreas(areas) {
    const looks = Object.keys(areas);
    this.drawSets(
      this.areas,
      this.areaGroup,
      looks.map((name, i) => ({
        key: name,
        className: `area look-${i % LOOKS}`,
        fill: `url(#${this.ids}-${i % LOOKS})`,
        hexes: areas[name],
      })),
    );
  }

  /** @param {Zone[]} zones @param {string} [chosen]  the path of the one in hand */
  drawZones(zones, chosen) {
    this.drawSets(
      this.zones,
      this.zoneGroup,
      zones.map((zone) => ({
        key: zone.path,
        className: `zone navy-${zone.navy} notch-${zone.notch % 4}${zone.path === chosen ? " chosen" : ""}`,
        fill: "",
        hexes: zone.hexes,
      })),
    );
  }

  /**
   * Shows named sets of hexes, each in a layer of its own.
   * @param {Map<string, TileLayer>} layers @param {SVGElement} group
   * @param {{key: string, className: string, fill: string, hexes: string[]}[]} wanted
   */
  drawSets(layers, group, wanted) {
    const keys = new Set(wanted.map((one) => one.key));
    for (const [key, layer] of layers)
      if (!keys.has(key)) {
        layer.element.remove();
        layers.delete(key);
      }
    for (const one of wanted) {
      const layer = layers.get(one.key) ?? new TileLayer("", [hexesPath, outlinePath], true);
      if (!layers.has(one.key)) {
        layer.lay(this.tiles);
        layers.set(one.key, layer);
      }
      layer.element.setAttribute("class", one.className);
      if (one.fill) layer.element.setAttribute("fill", one.fill);
      if (!layer.element.isConnected) group.append(layer.element);
      layer.show(setOf(one.hexes));
    }
  }

  /** Shows the coastline beneath, or none. @param {Coast | null} coast */
  drawCoast(coast) {
    const shore = coast && this.map ? shorePath(this.map, coast) : "";
    this.svg.classList.toggle("with-coast", Boolean(shore));
    this.coast.replaceChildren(
      ...(shore ? ["depth near", "depth shoal", "land"] : []).map((name) =>
        s("path", { class: name, d: shore }),
      ),
    );
  }

  // --- what is seen --------------------------------------------------------------------

  seen() {
    if (!this.minimap) return;
    const across = WIDTH / this.view.unit;
    for (const [name, needed] of Object.entries(ROOM)) this.svg.classList.toggle(name, across >= needed);
    this.bar.update(this.view.unit);
    const wasHidden = this.minimap.element.hidden;
    this.minimap.update();
    if (wasHidden && !this.minimap.element.hidden && this.map)
      this.minimapLand.setAttribute("d", hexesPath(this.map.land ?? []));
    this.showNumbers(across >= ROOM.numbered);
  }

  forgetNumbers() {
    this.numbers.clear();
    this.numberGroup.replaceChildren();
    if (this.view) this.seen();
  }

  /** Shows the numbers of visible tiles and removes all others. @param {boolean} hasRoom */
  showNumbers(hasRoom) {
    const { x, y, w, h } = this.view.box;
    for (const [key, tile] of hasRoom ? this.numberTiles : []) {
      const isSeen =
        WIDTH * tile.left < x + w + WIDTH &&
        WIDTH * tile.right > x - WIDTH &&
        ROW * tile.top < y + h + ROW &&
        ROW * tile.bottom > y - ROW;
      const drawn = this.numbers.get(key);
      if (isSeen && !drawn) this.numbers.set(key, this.numberGroup.appendChild(this.numbersOf(tile.places)));
      if (!isSeen && drawn) {
        drawn.remove();
        this.numbers.delete(key);
      }
    }
  }

  /** @param {string[]} places */
  numbersOf(places) {
    const group = s("g", {});
    for (const place of places) {
      const at = centreOf(place);
      group.append(s("text", { x: at.x, y: at.y - RADIUS }, written(place, this.map?.numbering)));
    }
    return group;
  }

  /** @param {Hex} at  brought into view where it is not */
  reveal(at) {
    const point = centre(at.col, at.row);
    const { x, y, w, h } = this.view.box;
    const room = Math.min(WIDTH, w / 4, h / 4);
    if (point.x > x + room && point.x < x + w - room && point.y > y + room && point.y < y + h - room) return;
    this.view.set({ x: point.x - w / 2, y: point.y - h / 2, w, h });
  }

  /** Draws the hexes under the brush. @param {string[]} hexes @param {string} [side] */
  showBrush(hexes, side) {
    this.brush.setAttribute("d", side ? sidesPath([side]) : hexesPath(hexes));
    this.brush.classList.toggle("side", Boolean(side));
  }

  /** Draws where the keys are. @param {string} place @param {string} [side] */
  showCursor(place, side) {
    this.cursor.setAttribute("d", hexesPath([place]) + (side ? sidesPath([side]) : ""));
  }
}

/** Two strokes through each hex. @param {string[]} places */
function crosses(places) {
  return places
    .map((place) => {
      const { x, y } = centreOf(place);
      return `M${x - 18} ${y - 18}l36 36m0-36l-36 36`;
    })
    .join("");
}
