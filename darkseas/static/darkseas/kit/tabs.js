/** The panels of the page: tabs where there is room, sections that open and close where there is not. */

import { h } from "./dom.js";

/** @typedef {{key: string, title: string, element: HTMLElement, body: HTMLElement}} Panel */

const NARROW = "(max-width: 56rem)";

/**
 * @param {HTMLElement} list @param {HTMLElement} host @param {{key: string, title: string}[]} wanted
 * @param {(key: string) => void} onOpen
 * @param {string} first  the panel to begin with, where there is one of this key
 */
export function createTabs(list, host, wanted, onOpen, first) {
  const narrow = matchMedia(NARROW);
  let open = "";
  const tabs = new Map(
    wanted.map(({ key, title }, number) => {
      const badge = h("span", { class: "badge" });
      const tab = h(
        "button",
        { type: "button", id: `tab-${key}`, "aria-controls": `panel-${key}`, onclick: () => show(key) },
        h("span", { class: "step", "aria-hidden": "true" }, String(number + 1)),
        h("span", { class: "tab-title" }, title),
        badge,
      );
      const toggle = h(
        "button",
        {
          type: "button",
          class: "section-toggle",
          "aria-controls": `body-${key}`,
          onclick: () => show(open === key ? "" : key),
        },
        h("span", { class: "step", "aria-hidden": "true" }, String(number + 1)),
        h("span", {}, title),
        h("span", { class: "badge" }),
      );
      const heading = h("h2", { id: `heading-${key}`, tabindex: -1 });
      const body = h("div", { class: "leaf-body", id: `body-${key}` });
      const element = h("section", { id: `panel-${key}`, class: `leaf leaf-${key}` }, heading, body);
      list.append(tab);
      host.append(element);
      return [key, { key, title, tab, badge, toggle, heading, body, element }];
    }),
  );

  list.addEventListener("keydown", (event) => {
    const keys = [...tabs.keys()];
    const at = keys.indexOf(open);
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
    show(key);
    tabs.get(key)?.tab.focus();
  });

  /** Roles follow the room there is. */
  function arrange() {
    list.hidden = narrow.matches;
    for (const one of tabs.values()) {
      one.heading.replaceChildren(narrow.matches ? one.toggle : one.title);
      for (const [name, value] of Object.entries({ role: "tab", "aria-selected": "false" }))
        narrow.matches ? one.tab.removeAttribute(name) : one.tab.setAttribute(name, value);
      one.element.toggleAttribute("data-section", narrow.matches);
      if (narrow.matches) {
        one.element.removeAttribute("role");
        one.element.removeAttribute("aria-labelledby");
      } else {
        one.element.setAttribute("role", "tabpanel");
        one.element.setAttribute("aria-labelledby", one.tab.id);
      }
    }
    if (!narrow.matches && !open) show([...tabs.keys()][0]);
    else mark();
  }

  function mark() {
    for (const one of tabs.values()) {
      const isOpen = one.key === open;
      one.element.hidden = !narrow.matches && !isOpen;
      one.body.hidden = !isOpen;
      one.toggle.setAttribute("aria-expanded", String(isOpen));
      one.tab.tabIndex = isOpen ? 0 : -1;
      if (!narrow.matches) one.tab.setAttribute("aria-selected", String(isOpen));
    }
  }

  /** @param {string} key */
  function show(key) {
    if (key && !tabs.has(key)) return;
    open = key;
    mark();
    if (key) onOpen(key);
    if (key && narrow.matches) tabs.get(key)?.element.scrollIntoView({ block: "start" });
  }

  narrow.addEventListener("change", arrange);
  if (tabs.has(first)) open = first;
  arrange();

  return {
    show,
    get open() {
      return open;
    },
    /** @param {string} key */
    body: (key) => /** @type {HTMLElement} */ (tabs.get(key)?.body),
    /** @param {string} key @param {number} count @param {string} words */
    count(key, count, words) {
      const one = tabs.get(key);
      for (const badge of [one?.badge, one?.toggle.querySelector(".badge")]) {
        badge?.replaceChildren(
          ...(count
            ? [
                h("span", { "aria-hidden": "true" }, String(count)),
                h("span", { class: "unseen" }, ` (${words})`),
              ]
            : []),
        );
      }
    },
  };
}
