/** Keyboard control: one key for every control. */

/** @type {Record<string, string>} */
const KEYS = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  ArrowDown: "next",
  ArrowUp: "previous",
  j: "next",
  k: "previous",
  "Shift+ArrowRight": "next-step",
  "Shift+ArrowLeft": "previous-step",
  s: "next-step",
  "Shift+s": "previous-step",
  PageDown: "next-phase",
  PageUp: "previous-phase",
  p: "next-phase",
  "Shift+p": "previous-phase",
  "Shift+PageDown": "next-turn",
  "Shift+PageUp": "previous-turn",
  t: "next-turn",
  "Shift+t": "previous-turn",
  Home: "first",
  End: "last",
  " ": "play",
  g: "number",
  v: "perspective",
  q: "small",
  m: "key",
  "/": "find",
  c: "contact",
  x: "next-turning-point",
  "Shift+x": "previous-turning-point",
  f: "follow",
  l: "log",
  i: "sum",
  1: "speed-0",
  2: "speed-1",
  3: "speed-2",
  4: "speed-3",
  "+": "zoom-in",
  "=": "zoom-in",
  "-": "zoom-out",
  0: "fit",
  "?": "help",
};

/** @type {Record<string, [number, number]>} */
const PANS = { ArrowRight: [0.15, 0], ArrowLeft: [-0.15, 0], ArrowDown: [0, 0.15], ArrowUp: [0, -0.15] };

/** Whether the focused button was reached by mouse or finger, not with the Tab key. */
let byHand = false;

/**
 * @param {HTMLElement} chart  in which arrows move the map, not the entry
 * @param {(action: string, held: boolean) => void} act @param {(right: number, down: number) => void} pan
 */
export function listenToKeys(chart, act, pan) {
  document.addEventListener(
    "pointerdown",
    () => {
      byHand = true;
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") byHand = false;
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.defaultPrevented ||
      document.querySelector("dialog[open]")
    )
      return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (isTyping(target, event.key)) return;
    if (document.activeElement === chart && PANS[event.key] && !event.shiftKey) {
      pan(...PANS[event.key]);
      event.preventDefault();
      return;
    }
    const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
    const isShifted = event.shiftKey && (key.length > 1 || /[a-z]/.test(key));
    const action = KEYS[(isShifted ? "Shift+" : "") + key];
    if (!action) return;
    event.preventDefault();
    act(action, event.repeat);
  });
}

/**
 * Whether the key belongs to the field that has the focus.
 * @param {HTMLElement} target @param {string} key
 */
function isTyping(target, key) {
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement)
    return (
      (target.type !== "range" && target.type !== "checkbox" && target.type !== "radio") ||
      (key === " " && target.type !== "range")
    );
  const isPress = key === "Enter" || (key === " " && !byHand);
  return (
    isPress &&
    (target instanceof HTMLButtonElement ||
      target instanceof HTMLAnchorElement ||
      target.tagName === "SUMMARY")
  );
}
