/** The panels of the page: tabs where there is room, sections that open and close where there is not. */

import { h } from "./dom.js";

const NARROW = "(max-width: 56rem)";

/** @typedef {{key: string, title: string}} TabTitle */

/**
 * One panel with what opens it: `tab` where there is room, `toggle` in its heading where there is not.
 * @typedef {{key: string, title: string, tab: HTMLElement, badge: HTMLElement, toggle: HTMLElement,
 *   heading: HTMLElement, body: HTMLElement, element: HTMLElement}} Panel
 */

/** @param {TabTitle} title @param {number} number  from 0 @returns {Panel} */
function makePanel({ key, title }, number) {
  const badge = h("span", { class: "badge" });
  const tab = h(
    "button",
    { type: "button", id: `tab-${key}`, "aria-controls": `panel-${key}` },
    h("span", { class: "step", "aria-hidden": "true" }, String(number + 1)),
    h("span", { class: "tab-title" }, title),
    badge,
  );
  const toggle = h(
    "button",
    { type: "button", class: "section-toggle", "aria-controls": `body-${key}` },
    h("span", { class: "step", "aria-hidden": "true" }, String(number + 1)),
    h("span", {}, title),
    h("span", { class: "badge" }),
  );
  const heading = h("h2", { id: `heading-${key}`, tabindex: -1 });
  const body = h("div", { class: "leaf-body", id: `body-${key}` });
  const element = h("section", { id: `panel-${key}`, class: `leaf leaf-${key}` }, heading, body);
  return { key, title, tab, badge, toggle, heading, body, element };
}

class Tabs {
  /**
   * @param {HTMLElement} list  where the tabs stand @param {HTMLElement} host  where the panels stand
   * @param {TabTitle[]} titles @param {(key: string) => void} onOpen
   */
  constructor(list, host, titles, onOpen) {
    this.list = list;
    this.onOpen = onOpen;
    /** The key of the open panel; "" for none. */
    this.open = "";
    this.narrow = matchMedia(NARROW);
    /** @type {Map<string, Panel>} */
    this.panels = new Map(titles.map((title, number) => [title.key, makePanel(title, number)]));
    for (const { key, tab, toggle, element } of this.panels.values()) {
      tab.addEventListener("click", () => this.show(key));
      toggle.addEventListener("click", () => this.show(this.open === key ? "" : key));
      list.append(tab);
      host.append(element);
    }
    list.addEventListener("keydown", (event) => this.walk(event));
    this.narrow.addEventListener("change", () => this.arrange());
  }

  /** Arrows go along the tabs. @param {KeyboardEvent} event */
  walk(event) {
    const keys = [...this.panels.keys()];
    const at = keys.indexOf(this.open);
    /** @type {Record<string, number>} */
    const goes = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: keys.length - 1,
    };
    if (!(event.key in goes)) return;
    event.preventDefault();
    const key = keys[(goes[event.key] + keys.length) % keys.length];
    this.show(key);
    this.panels.get(key)?.tab.focus();
  }

  /** Roles follow the room there is. */
  arrange() {
    const isNarrow = this.narrow.matches;
    this.list.hidden = isNarrow;
    for (const panel of this.panels.values()) {
      panel.heading.replaceChildren(isNarrow ? panel.toggle : panel.title);
      panel.element.toggleAttribute("data-section", isNarrow);
      setAttributes(panel.tab, isNarrow ? { role: null, "aria-selected": null } : TAB_ROLE);
      setAttributes(
        panel.element,
        isNarrow
          ? { role: null, "aria-labelledby": null }
          : { role: "tabpanel", "aria-labelledby": panel.tab.id },
      );
    }
    if (!isNarrow && !this.open) this.show([...this.panels.keys()][0]);
    else this.mark();
  }

  mark() {
    for (const panel of this.panels.values()) {
      const isOpen = panel.key === this.open;
      panel.element.hidden = !this.narrow.matches && !isOpen;
      panel.body.hidden = !isOpen;
      panel.toggle.setAttribute("aria-expanded", String(isOpen));
      panel.tab.tabIndex = isOpen ? 0 : -1;
      if (!this.narrow.matches) panel.tab.setAttribute("aria-selected", String(isOpen));
    }
  }

  /** Opens a panel; "" closes the open one. @param {string} key */
  show(key) {
    if (key && !this.panels.has(key)) return;
    this.open = key;
    this.mark();
    if (key) this.onOpen(key);
    if (key && this.narrow.matches) this.panels.get(key)?.element.scrollIntoView({ block: "start" });
  }

  /** @param {string} key */
  body(key) {
    return /** @type {HTMLElement} */ (this.panels.get(key)?.body);
  }

  /**
   * Shows a number beside a panel's title.
   * @param {string} key @param {number} count @param {string} words
   */
  count(key, count, words) {
    const panel = this.panels.get(key);
    for (const badge of [panel?.badge, panel?.toggle.querySelector(".badge")]) {
      badge?.replaceChildren(
        ...(count
          ? [
              h("span", { "aria-hidden": "true" }, String(count)),
              h("span", { class: "unseen" }, ` (${words})`),
            ]
          : []),
      );
    }
  }
}

const TAB_ROLE = { role: "tab", "aria-selected": "false" };

/**
 * Sets attributes, and takes away those that are null.
 * @param {Element} element @param {Record<string, string | null>} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes))
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
}

/**
 * @param {HTMLElement} list @param {HTMLElement} host @param {TabTitle[]} titles
 * @param {(key: string) => void} onOpen
 * @param {string} first  the panel to begin with, where there is one of this key
 */
export function createTabs(list, host, titles, onOpen, first) {
  const tabs = new Tabs(list, host, titles, onOpen);
  if (tabs.panels.has(first)) tabs.open = first;
  tabs.arrange();
  return tabs;
}
