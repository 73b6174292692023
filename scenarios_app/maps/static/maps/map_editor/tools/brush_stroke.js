/** One stroke of the brush: seen at once, and one step for undo when the hand lets go. */

import { label } from "../../../darkseas/chart/hexes/geometry.js";
import { around, flood, labelsOn, lineOf, rectangle } from "../model/hex_shapes.js";
import { hasSide, setOf, withSides } from "../model/map_edits.js";
import { hexes } from "../model/hex_text.js";
import { isSetting, likeness, painted, RADIUS, toolOf } from "./tools.js";

/** @typedef {import("../types.js").Hex} Hex */
/** @typedef {import("../types.js").EditorContext} EditorContext */

/** Paints hexes with the tool and shape that are in hand. */
export class BrushStroke {
  /** @param {EditorContext} editor @param {Hex} from */
  constructor(editor, from) {
    this.editor = editor;
    this.choice = { ...editor.choice };
    this.before = editor.map;
    this.from = from;
    this.last = from;
    this.zone = editor.zones().find((zone) => zone.path === this.choice.zone);
    this.zoneBefore = setOf(this.zone?.hexes);
    this.isIn = isSetting(this.before, this.choice, this.zoneBefore, label(from.col, from.row));
    /** @type {Set<string>} */
    this.places = new Set();
    this.to(from);
  }

  /** @param {Hex} at */
  to(at) {
    const { shape } = this.choice;
    if (shape === "fill")
      this.places = new Set(
        flood(this.before, this.from, likeness(this.before, this.choice, this.zoneBefore)),
      );
    else if (shape === "rectangle") this.places = new Set(labelsOn(this.before, rectangle(this.from, at)));
    else for (const one of lineOf(this.last, at)) this.add(around(one, RADIUS[shape] ?? 0));
    this.last = at;
  }

  /** @param {Hex[]} found */
  add(found) {
    for (const place of labelsOn(this.before, found)) this.places.add(place);
  }

  /** What the zone becomes. */
  zoneHexes() {
    if (this.zone?.isOne) return this.isIn ? labelsOn(this.before, [this.last]) : [];
    const next = new Set(this.zoneBefore);
    for (const place of this.places) this.isIn ? next.add(place) : next.delete(place);
    return [...next].sort();
  }

  show() {
    const { editor, zone } = this;
    if (zone && this.choice.tool === "zone")
      editor.drawZones(
        editor.zones().map((one) => (one.path === zone.path ? { ...one, hexes: this.zoneHexes() } : one)),
      );
    else editor.mapView.draw(painted(this.before, this.choice, this.places, this.isIn));
  }

  commit() {
    const { editor, choice, places, isIn } = this;
    if (choice.tool === "zone") {
      if (this.zone) editor.host.changeZone?.(this.zone.path, this.zoneHexes());
    } else editor.change(toolOf(choice.tool).says, (map) => painted(map, choice, places, isIn));
    editor.refresh();
    editor.host.announce(`${hexes(places.size)}: ${this.inWords()}`);
  }

  inWords() {
    const { tool, area } = this.choice;
    const way = this.isIn ? "in" : "out of";
    if (tool === "area") return `${way} area ${area}`;
    if (tool === "zone") return `${way} ${this.zone?.title ?? "the zone"}`;
    if (tool === "out") return this.isIn ? "out of play" : "in play again";
    if (tool === "port") return this.isIn ? "port" : "no port";
    return tool;
  }
}

/** Draws coast along hexsides, or removes it if the stroke starts on some. */
export class SideBrushStroke {
  /** @param {EditorContext} editor @param {string} side */
  constructor(editor, side) {
    this.editor = editor;
    this.before = editor.map;
    this.isIn = !hasSide(this.before, side);
    this.sides = new Set([side]);
  }

  /** @param {string} side */
  to(side) {
    this.sides.add(side);
  }

  show() {
    this.editor.mapView.draw(withSides(this.before, this.sides, this.isIn));
  }

  commit() {
    const { editor, sides, isIn } = this;
    editor.change(toolOf("coast").says, (map) => withSides(map, sides, isIn));
    editor.refresh();
    editor.host.announce(
      `${sides.size} ${sides.size === 1 ? "hexside" : "hexsides"}: ${isIn ? "coast" : "open"}`,
    );
  }
}
