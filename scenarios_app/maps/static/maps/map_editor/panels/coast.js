/** A map out of a real place: a frame over a real coastline, and the land that the library has there. */

import { h, s } from "../../../darkseas/kit/dom.js";
import { drawGround, MARGIN } from "../../../darkseas/chart/hexes/ground.js";
import { bounds, centre, ROW, WIDTH } from "../../../darkseas/chart/hexes/geometry.js";
import { apiOf, inWords } from "../map_api.js";
import { hexAt } from "../model/hex_shapes.js";
import { withRealPlace } from "../model/map_edits.js";
import { button, choiceOf, field, makePanel } from "./panel.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */
/** @typedef {import("../types.js").MapSpec} MapSpec */
/** @typedef {import("../../../darkseas/chart/hexes/ground.js").Coast} Coast */
/** @typedef {{coast: string, title: string, map: MapSpec}} RealCoast */
/** @typedef {{col: number, row: number, cols: number, rows: number}} Frame */

/** @type {Map<string, Promise<Coast | null>>} */
const fetched = new Map();

/**
 * The coastline of that name, or nothing where there is none: the hexes alone are true enough.
 * @param {string} name @returns {Promise<Coast | null>}
 */
export function coastOf(name) {
  if (!/^[a-z0-9_]{1,60}$/.test(name)) return Promise.resolve(null);
  const request =
    fetched.get(name) ??
    fetch(new URL(`../../coast/${name}.json`, import.meta.url))
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
  fetched.set(name, request);
  return request;
}

/** @param {EditorContext} editor @returns {HTMLElement} */
export function makeRealPlace(editor) {
  return new RealPlace(editor).element;
}

class RealPlace {
  /** @param {EditorContext} editor */
  constructor(editor) {
    this.editor = editor;
    /** @type {RealCoast[] | null} */
    this.coasts = null;
    /** @type {RealCoast | null} */
    this.chosen = null;
    this.choice = choiceOf([["", "Choose a coast"]], { onchange: () => this.choose(this.choice.value) });
    this.picture = h("div", { class: "real-picture" });
    this.frameShape = s("rect", { class: "frame-shape" });
    /** @type {Record<keyof Frame, HTMLInputElement>} */
    this.fields = /** @type {any} */ (
      Object.fromEntries(
        ["col", "row", "cols", "rows"].map((name) => [
          name,
          h("input", {
            type: "number",
            min: 0,
            step: name === "row" ? 2 : 1,
            onchange: () => this.lay(this.frame()),
          }),
        ]),
      )
    );
    this.take = button("Take this part", () => {
      void this.takePart();
    });
    this.status = h("p", { class: "small", role: "status" });
    const { col, row, cols, rows } = this.fields;
    this.parts = h(
      "div",
      { hidden: true },
      this.picture,
      h(
        "p",
        { class: "soft small" },
        "Drag the frame over the part you want, or write its first column and row, and its size.",
      ),
      h(
        "div",
        { class: "row four" },
        field("Column", col),
        field("Row, even", row),
        field("Columns", cols),
        field("Rows", rows),
      ),
      this.take,
    );
    this.element = makePanel(
      "From a real place",
      false,
      field("Coastline", this.choice),
      this.parts,
      this.status,
    );
    this.element.addEventListener("toggle", () => {
      void this.load();
    });
  }

  async load() {
    if (this.coasts || !(/** @type {HTMLDetailsElement} */ (this.element).open)) return;
    try {
      const answer = /** @type {{coasts: RealCoast[]}} */ (
        await apiOf(this.editor.host).get("/api/v1/coasts/")
      );
      this.coasts = answer.coasts;
      this.choice.append(...answer.coasts.map((one) => h("option", { value: one.coast }, one.title)));
    } catch (fault) {
      this.status.textContent = inWords(fault);
    }
  }

  /** @param {string} name */
  async choose(name) {
    this.chosen = this.coasts?.find((one) => one.coast === name) ?? null;
    this.parts.hidden = true;
    if (!this.chosen) return;
    const { map } = this.chosen;
    const coast = await coastOf(name);
    if (this.chosen?.coast !== name) return;
    const box = bounds(map, MARGIN);
    const svg = s(
      "svg",
      { class: "chart still", viewBox: `${box.x} ${box.y} ${box.w} ${box.h}`, "aria-hidden": "true" },
      drawGround({ ...map, places: [] }, coast),
      this.frameShape,
    );
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      this.drag(svg, event);
    });
    svg.addEventListener("pointermove", (event) => {
      if (event.buttons) this.drag(svg, event);
    });
    this.picture.replaceChildren(svg);
    const { cols, rows } = this.editor.map;
    this.lay({ col: 0, row: 0, cols: Math.min(cols, map.cols), rows: Math.min(rows, map.rows) });
    this.parts.hidden = false;
  }

  /** The frame's middle follows the pointer. @param {SVGElement} svg @param {PointerEvent} event */
  drag(svg, event) {
    const seen = svg.getBoundingClientRect();
    if (!this.chosen) return;
    const box = bounds(this.chosen.map, MARGIN);
    const at = hexAt({
      x: box.x + ((event.clientX - seen.left) / seen.width) * box.w,
      y: box.y + ((event.clientY - seen.top) / seen.height) * box.h,
    });
    const { cols, rows } = this.frame();
    this.lay({ col: at.col - Math.floor(cols / 2), row: at.row - Math.floor(rows / 2), cols, rows });
  }

  /** @returns {Frame} */
  frame() {
    const { col, row, cols, rows } = this.fields;
    return {
      col: Number(col.value),
      row: Number(row.value),
      cols: Number(cols.value),
      rows: Number(rows.value),
    };
  }

  /** Lays the frame on the coast, within its map and on an even row. @param {Frame} wanted */
  lay(wanted) {
    if (!this.chosen) return;
    const { map } = this.chosen;
    const within = (/** @type {number} */ n, /** @type {number} */ low, /** @type {number} */ high) =>
      Math.min(Math.max(Math.round(n) || 0, low), high);
    const [cols, rows] = [within(wanted.cols, 1, map.cols), within(wanted.rows, 1, map.rows)];
    const row = within(wanted.row, 0, map.rows - rows);
    const frame = { col: within(wanted.col, 0, map.cols - cols), row: row - (row % 2), cols, rows };
    for (const [name, value] of Object.entries(frame))
      this.fields[/** @type {keyof Frame} */ (name)].value = String(value);
    const at = centre(frame.col, frame.row);
    const box = {
      x: at.x - WIDTH / 2,
      y: at.y - ROW * 0.66,
      width: WIDTH * (cols + (rows > 1 ? 0.5 : 0)),
      height: ROW * (rows + 0.33),
    };
    for (const [name, value] of Object.entries(box)) this.frameShape.setAttribute(name, String(value));
  }

  async takePart() {
    if (!this.chosen) return;
    const { editor } = this;
    try {
      const part = { coast: this.chosen.coast, ...this.frame() };
      const { map: answer } = /** @type {{map: MapSpec}} */ (
        await apiOf(editor.host).post("/api/v1/maps/from-coast/", part)
      );
      const { gone } = withRealPlace(editor.map, answer);
      editor.change(`Take ${this.chosen.title}`, (map) => withRealPlace(map, answer).map);
      editor.mapView.view.fit();
      this.status.textContent = [
        "Taken: land, places and coast of that part.",
        gone.length ? `Nothing is left of these areas, which lay beyond it: ${gone.join(", ")}.` : "",
        `${gone.length ? "Other areas" : "Areas"} stay on the hexes that they had.`,
        "Land stays yours to paint; undo brings the other map back.",
      ]
        .filter(Boolean)
        .join(" ");
    } catch (fault) {
      this.status.textContent = inWords(fault);
    }
    editor.host.announce(this.status.textContent ?? "");
  }
}
