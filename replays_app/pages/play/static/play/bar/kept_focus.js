/** Redraws the bar without losing the focus or a press in progress. */

import { drawWhenLetGo } from "../../darkseas/kit/press_through_redraw.js";

/** @param {HTMLElement} host @param {() => void} draw */
export function keepingFocus(host, draw) {
  drawWhenLetGo(host, () => redraw(host, draw));
}

/** @param {HTMLElement} host @param {() => void} draw */
function redraw(host, draw) {
  const field = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const stays = field?.dataset.stays;
  const [name, value] = host.contains(field) ? [field?.name, field?.value] : [];
  draw();
  const again = [...host.querySelectorAll("[data-stays], input, select, textarea")].find((element) => {
    const one = /** @type {HTMLInputElement} */ (element);
    return stays
      ? one.dataset.stays === stays
      : name && one.name === name && (one.value === value || !one.value);
  });
  /** @type {HTMLElement | undefined} */ (again)?.focus({ preventScroll: true });
}
