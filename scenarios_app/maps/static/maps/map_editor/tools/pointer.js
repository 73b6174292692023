/** Mouse, pen and fingers: one finger works with the tool in hand, two move the map and zoom. */

import { hexAt, isOn, nearnessToSide, sideAt, sideName, around, labelsOn } from "../model/hex_shapes.js";
import { SideBrushStroke, BrushStroke } from "./brush_stroke.js";
import { RADIUS, toolOf } from "./tools.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */
/** @typedef {import("../types.js").Point} Point */

/** Distance from a hexside within which a stroke along hexsides includes it. */
const NEAR_SIDE = 0.62;
const MIDDLE = 1;

export class PointerControls {
  /** @param {EditorContext} editor @param {HTMLElement} host  what the map lies in */
  constructor(editor, host) {
    this.editor = editor;
    this.view = editor.mapView.view;
    this.svg = editor.mapView.svg;
    /** @type {{id: number, stroke: BrushStroke | SideBrushStroke | null, event: PointerEvent} | null} */
    this.working = null;
    this.holdsSpace = false;
    this.frame = 0;
    host.addEventListener("pointerdown", (event) => this.down(event), true);
    host.addEventListener("pointermove", (event) => this.move(event), true);
    for (const end of ["pointerup", "pointercancel"])
      host.addEventListener(end, (event) => this.up(/** @type {PointerEvent} */ (event)), true);
    host.addEventListener("pointerleave", () => editor.hover(null));
    this.svg.addEventListener("auxclick", (event) => event.preventDefault());
  }

  /** @param {Event} event */
  isOnMap(event) {
    return event.target instanceof Node && this.svg.contains(event.target);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!this.isOnMap(event)) return;
    if (this.working) return this.handOver(event);
    if (event.button === MIDDLE) return this.grab(event);
    if (event.button || this.holdsSpace || this.view.fingers.size) return;
    this.editor.focus();
    if (!this.begin(event)) return;
    event.stopPropagation();
    this.svg.setPointerCapture(event.pointerId);
  }

  /** A second finger: the stroke is forgotten, and both fingers move the map. @param {PointerEvent} event */
  handOver(event) {
    const first = this.working;
    if (!first || event.pointerId === first.id) return;
    this.drop();
    this.view.fingers.set(first.id, { x: first.event.clientX, y: first.event.clientY });
  }

  /** The middle button moves the map. @param {PointerEvent} event */
  grab(event) {
    event.preventDefault();
    this.view.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.view.moved = 0;
  }

  /** Starts a stroke if the current tool can; returns whether it did. @param {PointerEvent} event */
  begin(event) {
    const { editor } = this;
    const point = this.view.point(event);
    const at = hexAt(point);
    if (!isOn(editor.map, at)) return false;
    const { tool } = editor.choice;
    editor.moveTo(at, sideAt(at, point));
    if (tool === "look") {
      editor.hover(at);
      return false;
    }
    if (tool === "label" || tool === "pick") {
      this.working = { id: event.pointerId, stroke: null, event };
      return true;
    }
    const stroke =
      tool === "coast"
        ? new SideBrushStroke(editor, sideName(editor.map, at, sideAt(at, point)))
        : editor.isReady()
          ? new BrushStroke(editor, at)
          : null;
    if (!stroke) return false;
    this.working = { id: event.pointerId, stroke, event };
    this.showSoon();
    return true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { working } = this;
    if (!working || event.pointerId !== working.id) {
      if (this.isOnMap(event)) this.hover(event);
      return;
    }
    event.stopPropagation();
    working.event = event;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const one of events.length ? events : [event]) this.follow(working.stroke, this.view.point(one));
    this.showSoon();
  }

  /** @param {BrushStroke | SideBrushStroke | null} stroke @param {Point} point */
  follow(stroke, point) {
    const at = hexAt(point);
    if (stroke instanceof BrushStroke) return stroke.to(at);
    if (
      !(stroke instanceof SideBrushStroke) ||
      !isOn(this.editor.map, at) ||
      nearnessToSide(at, point) < NEAR_SIDE
    )
      return;
    stroke.to(sideName(this.editor.map, at, sideAt(at, point)));
  }

  showSoon() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.working?.stroke?.show();
      if (this.working) this.hover(this.working.event);
    });
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType === "touch" && !this.working) return;
    const { editor } = this;
    const point = this.view.point(event);
    const at = hexAt(point);
    if (!isOn(editor.map, at)) return editor.hover(null);
    const isCoast = editor.choice.tool === "coast";
    const radius = toolOf(editor.choice.tool).paints ? (RADIUS[editor.choice.shape] ?? 0) : 0;
    editor.hover(
      at,
      labelsOn(editor.map, around(at, radius)),
      isCoast ? sideName(editor.map, at, sideAt(at, point)) : "",
    );
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { working } = this;
    if (!working || event.pointerId !== working.id) return;
    event.stopPropagation();
    const { editor } = this;
    this.working = null;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (event.type === "pointercancel") return editor.refresh();
    if (!working.stroke) return editor.act();
    const { stroke } = working;
    stroke.commit();
    if (stroke instanceof BrushStroke && isOn(editor.map, stroke.last)) editor.moveTo(stroke.last);
  }

  /** Forgets the stroke under way. */
  drop() {
    this.working = null;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.editor.refresh();
  }
}
