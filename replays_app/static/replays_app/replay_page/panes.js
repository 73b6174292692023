/** Dividers between map, log and modifiers: moved by mouse, finger and arrow keys, and stored. */

import { byId } from "../../darkseas/kit/dom.js";

const KEY = "darkseas-panes";
const STEP = 4;

/** @typedef {{width?: number, height?: number, folded?: boolean}} Panes  in hundredths of the page */

/** @returns {Panes} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {Panes} change */
function keep(change) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...change }));
  } catch {
    /* private window: kept for this page only */
  }
}

/** @param {number} value @param {number} least @param {number} most */
export const within = (value, least, most) => Math.min(Math.max(value, least), most);

/**
 * @typedef {object} Divider
 * @property {HTMLElement} handle
 * @property {number} least @property {number} most  in hundredths
 * @property {[string, string]} keys  the arrow that makes the part larger, and the one that makes it smaller
 * @property {() => number} now  current size of the part
 * @property {(event: PointerEvent) => number} at  size of the part with the pointer there
 * @property {(value: number) => void} set  changes the size
 * @property {(value: number) => void} done  stores the size
 */

/** @param {Divider} divider */
function makeDivider({ handle, least, most, keys, now, at, set, done }) {
  const show = (/** @type {number} */ value) => {
    set(value);
    handle.setAttribute("aria-valuenow", String(Math.round(value)));
  };
  handle.setAttribute("aria-valuemin", String(least));
  handle.setAttribute("aria-valuemax", String(most));
  handle.setAttribute("aria-valuenow", String(Math.round(within(now(), least, most))));
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    handle.classList.add("held");
    event.preventDefault();
    handle.focus();
  });
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) show(within(at(event), least, most));
  });
  handle.addEventListener("lostpointercapture", () => {
    handle.classList.remove("held");
    done(Number(handle.getAttribute("aria-valuenow")));
  });
  handle.addEventListener("keydown", (event) => {
    const by = { [keys[0]]: STEP, [keys[1]]: -STEP, Home: -100, End: 100 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    show(within(Number(handle.getAttribute("aria-valuenow")) + by, least, most));
    done(Number(handle.getAttribute("aria-valuenow")));
  });
}

/** @param {HTMLElement} page */
export function openPanes(page) {
  const [side, sum] = [byId("log-pane"), byId("sum-pane")];
  const width = (/** @type {number} */ value) => page.style.setProperty("--side", `${value}%`);
  const height = (/** @type {number} */ value) => page.style.setProperty("--sum", `${value}%`);
  const { width: wide, height: high, folded = false } = kept();
  if (wide) width(wide);
  if (high) height(high);
  const whole = () => page.getBoundingClientRect();
  makeDivider({
    handle: byId("side-width"),
    least: 18,
    most: 60,
    keys: ["ArrowLeft", "ArrowRight"],
    now: () => (side.offsetWidth / page.offsetWidth) * 100,
    at: (event) => ((whole().right - event.clientX) / whole().width) * 100,
    set: width,
    done: (value) => keep({ width: value }),
  });
  const column = () => byId("log-pane").parentElement?.getBoundingClientRect() ?? whole();
  makeDivider({
    handle: byId("sum-height"),
    least: 12,
    most: 85,
    keys: ["ArrowUp", "ArrowDown"],
    now: () => (sum.offsetHeight / column().height) * 100,
    at: (event) => ((column().bottom - event.clientY) / column().height) * 100,
    set: height,
    done: (value) => keep({ height: value }),
  });
  const fold = (/** @type {boolean} */ isFolded) => {
    sum.classList.toggle("folded", isFolded);
    byId("sum-fold").setAttribute("aria-expanded", String(!isFolded));
  };
  fold(folded);
  byId("sum-fold").addEventListener("click", () => {
    fold(!sum.classList.contains("folded"));
    keep({ folded: sum.classList.contains("folded") });
  });
}

/** On a phone, opens and closes the full state of the battle over the map. */
export function openState() {
  const [state, button] = [byId("state"), byId("state-fold")];
  button.addEventListener("click", () => {
    button.setAttribute("aria-expanded", String(state.classList.toggle("open")));
  });
}
