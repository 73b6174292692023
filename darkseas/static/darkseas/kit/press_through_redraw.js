/**
 * Delays redrawing while an element is pressed. A click needs mouse down and up on the same element, so
 * redrawing a bar in between, when a response arrives, would swallow it.
 */

/** Pressed hosts, and how to redraw each afterwards. @type {WeakMap<EventTarget, () => void>} */
const pressed = new WeakMap();

const NOTHING = () => {};

/**
 * Watches for presses inside a host, for as long as the page lives.
 * @param {EventTarget} host @param {EventTarget} page  where a press may end
 * @param {(act: () => void) => void} soon  runs what comes after the click
 */
export function watchPresses(host, page = window, soon = (act) => void setTimeout(act)) {
  const begin = () => pressed.set(host, NOTHING);
  const end = () => soon(() => letGo(host));
  host.addEventListener("pointerdown", begin);
  host.addEventListener("keydown", (event) => /** @type {KeyboardEvent} */ (event).key === " " && begin());
  for (const name of ["pointerup", "pointercancel", "keyup", "blur"]) page.addEventListener(name, end);
}

/** @param {EventTarget} host */
function letGo(host) {
  const draw = pressed.get(host) ?? NOTHING;
  pressed.delete(host);
  draw();
}

/**
 * Draws at once, or when the press that is going on has ended; of several draws the last counts.
 * @param {EventTarget} host @param {() => void} draw
 */
export function drawWhenLetGo(host, draw) {
  if (pressed.has(host)) pressed.set(host, draw);
  else draw();
}
