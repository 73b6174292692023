/**
 * Dragging with mouse, pen or finger, from anything marked with `data-drag` onto lists marked with
 * `data-drop`.
 */

import { h } from "./dom.js";

/** How far a pointer goes before it drags, in pixels. */
const SLACK = 5;
/** Near an edge of the window the page scrolls. */
const EDGE = 60;
const SCROLL = 12;

/**
 * @typedef {{source: HTMLElement, drop: HTMLElement, before: HTMLElement | null}} Landing
 * @param {HTMLElement} root @param {(landing: Landing) => void} onDrop
 */
export function letDrag(root, onDrop) {
  /**
   * @type {{source: HTMLElement, id: number, x: number, y: number, ghost: HTMLElement | null, landing:
   *   Landing | null} | null}
   */
  let held = null;

  root.addEventListener("pointerdown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const source = /** @type {HTMLElement | null} */ (target.closest("[data-drag]"));
    if (!source || event.button !== 0 || held) return;
    const isHandle = Boolean(target.closest(".handle"));
    const isTouch = event.pointerType === "touch";
    if (
      !isHandle &&
      (isTouch || target.closest("button, input, select, textarea, a, label, summary, .ship-editor"))
    )
      return;
    held = { source, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, landing: null };
  });

  addEventListener(
    "pointermove",
    (event) => {
      if (!held || event.pointerId !== held.id) return;
      if (!held.source.isConnected) return letGo();
      if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      event.preventDefault();
      held.ghost ??= lift(held.source, held.id);
      held.ghost.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
      hover(landingAt(event.clientX, event.clientY, held.source));
      scrollNear(event.clientY);
      return undefined;
    },
    { passive: false },
  );

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { ghost, landing, source } = held;
    letGo();
    if (!ghost) return;
    swallowClick();
    if (landing) onDrop({ ...landing, source });
  });
  addEventListener("pointercancel", letGo);
  addEventListener("selectstart", (event) => {
    if (held?.ghost) event.preventDefault();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && held?.ghost) {
      event.preventDefault();
      swallowClick();
      letGo();
    }
  });

  function letGo() {
    hover(null);
    held?.ghost?.remove();
    held?.source.classList.remove("held");
    held = null;
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

  /** @param {number} x @param {number} y @param {HTMLElement} source @returns {Landing | null} */
  function landingAt(x, y, source) {
    const under = document.elementFromPoint(x, y);
    const drop = /** @type {HTMLElement | null} */ (
      under?.closest("[data-drop]") ?? under?.closest(".tray")?.querySelector("[data-drop]") ?? null
    );
    if (!drop || !root.contains(drop)) return null;
    const rows = /** @type {HTMLElement[]} */ ([...drop.children]).filter((one) => one.dataset.drag);
    const before = rows.find((one) => {
      const { top, height } = one.getBoundingClientRect();
      return y < top + height / 2;
    });
    return { source, drop, before: before ?? null };
  }

  /** @param {Landing | null} landing */
  function hover(landing) {
    if (!held) return;
    const former = held.landing;
    if (former?.drop === landing?.drop && former?.before === landing?.before) return;
    former?.drop.classList.remove("drop-here");
    former?.before?.classList.remove("drop-before");
    landing?.drop.classList.add("drop-here");
    landing?.before?.classList.add("drop-before");
    held.landing = landing;
  }
}

/** @param {number} y */
function scrollNear(y) {
  if (y < EDGE) scrollBy(0, -SCROLL);
  else if (y > innerHeight - EDGE) scrollBy(0, SCROLL);
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
