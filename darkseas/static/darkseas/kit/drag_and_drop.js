/**
 * Dragging with mouse, pen or finger, from what is marked `data-drag` onto lists that are marked `data-drop`.
 */

import { h } from "./dom.js";

/** How far a pointer goes before it drags, in pixels. */
const SLACK = 5;
/** Near an edge the page scrolls, or a pane of it. */
const EDGE = 60;
const SCROLL = 12;
/** What a press is meant for itself, where it lies in something that can be dragged. */
const PRESSED = "button, input, select, textarea, a, label, summary, .ship-editor";

/** @typedef {{source: HTMLElement, drop: HTMLElement, before: HTMLElement | null}} Landing */

/**
 * What a pointer is dragging; `ghost` is null until it has gone far enough.
 * @typedef {{source: HTMLElement, id: number, x: number, y: number, ghost: HTMLElement | null,
 *   landing: Landing | null}} Held
 */

/** @param {HTMLElement} root @param {(landing: Landing) => void} onDrop */
export function letDrag(root, onDrop) {
  const drag = new Drag(root, onDrop);
  root.addEventListener("pointerdown", (event) => drag.take(event));
  addEventListener("pointermove", (event) => drag.move(event), { passive: false });
  addEventListener("pointerup", (event) => drag.drop(event));
  addEventListener("pointercancel", () => drag.letGo());
  addEventListener("selectstart", (event) => {
    if (drag.held?.ghost) event.preventDefault();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag.held?.ghost) {
      event.preventDefault();
      swallowClick();
      drag.letGo();
    }
  });
}

class Drag {
  /** @type {Held | null} */
  held = null;

  /** @param {HTMLElement} root @param {(landing: Landing) => void} onDrop */
  constructor(root, onDrop) {
    this.root = root;
    this.onDrop = onDrop;
  }

  /** @param {PointerEvent} event */
  take(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const source = /** @type {HTMLElement | null} */ (target.closest("[data-drag]"));
    if (!source || event.button !== 0 || this.held) return;
    const isHandle = Boolean(target.closest(".handle"));
    const isTouch = event.pointerType === "touch";
    if (!isHandle && (isTouch || target.closest(PRESSED))) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.held = { source, id, x, y, ghost: null, landing: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    if (!held.source.isConnected) return this.letGo();
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
    event.preventDefault();
    held.ghost ??= lift(held.source, held.id);
    held.ghost.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
    this.hover(landingAt(this.root, event.clientX, event.clientY, held.source));
    scrollNear(event.clientX, event.clientY);
    return undefined;
  }

  /** @param {PointerEvent} event */
  drop(event) {
    if (!this.held || event.pointerId !== this.held.id) return;
    const { ghost, landing, source } = this.held;
    this.letGo();
    if (!ghost) return;
    swallowClick();
    if (landing) this.onDrop({ ...landing, source });
  }

  letGo() {
    this.hover(null);
    this.held?.ghost?.remove();
    this.held?.source.classList.remove("held");
    this.held = null;
  }

  /** @param {Landing | null} landing */
  hover(landing) {
    if (!this.held) return;
    const former = this.held.landing;
    if (former?.drop === landing?.drop && former?.before === landing?.before) return;
    former?.drop.classList.remove("drop-here");
    former?.before?.classList.remove("drop-before");
    landing?.drop.classList.add("drop-here");
    landing?.before?.classList.add("drop-before");
    this.held.landing = landing;
  }
}

/**
 * The pointer is the source's until it is let go: so is its cursor.
 * @param {HTMLElement} source @param {number} id
 */
function lift(source, id) {
  const ghost = h("div", { class: "ghost", "aria-hidden": "true" }, source.dataset.title ?? "");
  document.body.append(ghost);
  source.setPointerCapture(id);
  source.classList.add("held");
  getSelection()?.removeAllRanges();
  return ghost;
}

/**
 * Where something would fall.
 * @param {HTMLElement} root @param {number} x @param {number} y @param {HTMLElement} source
 * @returns {Landing | null}
 */
function landingAt(root, x, y, source) {
  const under = document.elementFromPoint(x, y);
  const drop = /** @type {HTMLElement | null} */ (
    under?.closest("[data-drop]") ?? under?.closest(".tray")?.querySelector("[data-drop]") ?? null
  );
  if (!drop || !root.contains(drop)) return null;
  const rows = /** @type {HTMLElement[]} */ ([...drop.children]).filter((row) => row.dataset.drag);
  const before = rows.find((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return { source, drop, before: before ?? null };
}

/**
 * Scrolls what lies under the pointer and is marked `data-scrolls`, near its own edges; else the page.
 * @param {number} x @param {number} y
 */
function scrollNear(x, y) {
  const pane = document.elementFromPoint(x, y)?.closest("[data-scrolls]");
  const { top, bottom } = pane?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const scroller = pane ?? window;
  if (y < top + EDGE) scroller.scrollBy(0, -SCROLL);
  else if (y > bottom - EDGE) scroller.scrollBy(0, SCROLL);
}

/** The click that ends a drag is none. */
function swallowClick() {
  const stop = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50);
}
