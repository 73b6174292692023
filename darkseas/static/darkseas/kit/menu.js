/** A small menu that opens beside a button and gives the focus back when it closes. */

import { h } from "./dom.js";

/** @typedef {{words: string, run: () => void, isOff?: boolean}} Item */

/** @type {HTMLElement | null} */
let shown = null;

/** @param {HTMLElement} button @param {string} title @param {Item[]} items */
export function openMenu(button, title, items) {
  shown?.remove();
  const buttons = items.map((item) =>
    h(
      "button",
      {
        type: "button",
        role: "menuitem",
        disabled: item.isOff ?? false,
        tabindex: -1,
        onclick: () => {
          close();
          item.run();
        },
      },
      item.words,
    ),
  );
  const menu = h("div", { class: "menu", role: "menu", "aria-label": title, popover: "auto" }, ...buttons);
  (document.getElementById("main") ?? document.body).append(menu);
  menu.showPopover();
  shown = menu;
  place(menu, button);
  const free = buttons.filter((one) => !one.hasAttribute("disabled"));
  free[0]?.focus();

  function close() {
    menu.remove();
    if (shown === menu) shown = null;
    if (button.isConnected) button.focus({ preventScroll: true });
  }
  menu.addEventListener("toggle", (event) => {
    if (/** @type {any} */ (event).newState === "closed") close();
  });
  menu.addEventListener("keydown", (event) => {
    const at = free.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const goes = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: free.length - 1 };
    if (event.key in goes) {
      event.preventDefault();
      free[(goes[event.key] + free.length) % free.length]?.focus();
    } else if (event.key === "Tab" || event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
}

/** @param {HTMLElement} menu @param {HTMLElement} button */
function place(menu, button) {
  const at = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - width - 8));
  const top = at.bottom + height + 8 > innerHeight ? Math.max(8, at.top - height - 4) : at.bottom + 4;
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}
