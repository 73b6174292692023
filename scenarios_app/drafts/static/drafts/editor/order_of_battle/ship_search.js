/** Looking for ships in the ship data, as they were on the scenario's date. */

import { h } from "../../../darkseas/kit/dom.js";
import { freshId } from "../fields/controls.js";
import { ratingWords, profile } from "./ship_row.js";

const PAUSE_MS = 250;

/**
 * @typedef {object} Found  a ship as the API tells it
 * @property {string} name @property {string} class_key @property {string} class_name @property {string} navy
 * @property {string} kind @property {any} ratings @property {string} radar_sets @property {boolean} unconfirmed
 */

/** A ship of the ship data as the order of battle has it. @param {Found} found */
export function shipFrom(found) {
  /** @type {any} */
  const ship = {
    key: "",
    name: found.name,
    class_name: found.class_name,
    navy: found.navy,
    kind: found.kind,
    ratings: found.ratings ?? {},
  };
  if (found.class_key) ship.class_key = found.class_key;
  if (found.radar_sets) ship.radar_sets = found.radar_sets;
  return ship;
}

/**
 * @param {import("../types.js").Context & {known: any}} context
 * @param {{targets: () => {value: string, title: string}[], target: string, choose: (value: string) => void, add: (found: Found, value: string) => void, usualNavy: () => string}} host
 */
export function shipSearch(context, host) {
  const { store, known } = context;
  const ids = {
    q: freshId("search"),
    navy: freshId("search"),
    kind: freshId("search"),
    to: freshId("search"),
  };
  const words = /** @type {HTMLInputElement} */ (
    h("input", {
      id: ids.q,
      type: "search",
      maxlength: 100,
      autocomplete: "off",
      placeholder: "Chokai, Fletcher, 8-inch…",
      oninput: askSoon,
    })
  );
  const navy = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      {
        id: ids.navy,
        onchange: () => {
          isChosen = true;
          void ask(1);
        },
      },
      h("option", { value: "" }, "all navies"),
      ...known.navies.map((/** @type {any} */ one) => h("option", { value: one.key }, one.name)),
    )
  );
  const kind = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: ids.kind, onchange: () => void ask(1) },
      h("option", { value: "" }, "all types"),
      ...Object.entries(known.kinds).map(([value, title]) => h("option", { value }, String(title))),
    )
  );
  const to = /** @type {HTMLSelectElement} */ (
    h("select", {
      id: ids.to,
      onchange: () => {
        host.choose(to.value);
        followTarget();
      },
    })
  );
  const count = h("p", { class: "soft small", role: "status" });
  const list = h("ul", { class: "found-ships" });
  const more = h(
    "button",
    { type: "button", class: "button small-button", hidden: true, onclick: () => void ask(page + 1) },
    "More ships",
  );
  const element = h(
    "section",
    { class: "ship-search", "aria-label": "Ship data" },
    h("h3", {}, "Ship data"),
    h(
      "div",
      { class: "search-fields" },
      labelled("Add ships to", ids.to, to),
      labelled("Name, class or guns", ids.q, words),
      labelled("Navy", ids.navy, navy),
      labelled("Type", ids.kind, kind),
    ),
    count,
    list,
    more,
  );
  let page = 0;
  let asked = 0;
  let isChosen = false;
  let followed = "";
  /** @type {any} */
  let timer = 0;
  let date = "";
  /** @type {any} */
  let offered = null;

  /** @param {string} title @param {string} id @param {HTMLElement} control */
  function labelled(title, id, control) {
    return h("div", { class: "field" }, h("label", { for: id }, title), control);
  }

  function askSoon() {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(1), PAUSE_MS);
  }

  /** @param {number} wanted */
  async function ask(wanted) {
    clearTimeout(timer);
    const number = (asked += 1);
    date = scenarioDate();
    const query = new URLSearchParams({
      q: words.value.trim(),
      navy: navy.value,
      kind: kind.value,
      date,
      system: context.form.system,
      page: String(wanted),
    });
    const told = await context.api
      .get(`/api/v1/ships/?${query}`)
      .catch((/** @type {Error} */ fault) => ({ fault }));
    if (number !== asked) return;
    if (told.fault) {
      count.textContent = `The ship data cannot be read just now. ${told.fault.message}`;
      return;
    }
    page = wanted;
    const rows = told.ships.map((/** @type {Found} */ one) => row(one));
    if (wanted === 1) list.replaceChildren(...rows);
    else list.append(...rows);
    more.hidden = told.page >= told.pages;
    const when = date ? `, as on ${date}` : "; give the scenario a date to see them as they were that day";
    count.textContent = told.count
      ? `${told.count} ship${told.count === 1 ? "" : "s"} found${when}.`
      : `No such ship${when}. Try fewer letters, or all navies.`;
  }

  function scenarioDate() {
    const said = store.spec.about?.date ?? "";
    return /^\d{4}-\d\d(-\d\d)?$/.test(said) ? said : "";
  }

  /** @param {Found} found */
  function row(found) {
    const element = h(
      "li",
      { class: "found-ship", "data-drag": "data", "data-title": found.name },
      h("span", { class: "handle", "aria-hidden": "true" }, "⠿"),
      profile(found.kind),
      h(
        "span",
        { class: "ship-name" },
        h("span", { class: `ensign navy-${found.navy}`, title: found.navy }),
        h("strong", {}, found.name),
        h("span", { class: "soft small class-name" }, `${found.kind}, ${found.class_name}`),
      ),
      h(
        "span",
        { class: "ratings-line" },
        ...(found.ratings
          ? ratingWords(context, found.ratings)
          : [h("span", { class: "soft" }, "no ratings known")]),
      ),
      h(
        "button",
        { type: "button", class: "button small-button", onclick: () => host.add(found, to.value) },
        "Add",
        h("span", { class: "unseen" }, ` ${found.name}`),
      ),
    );
    known.found.set(element, found);
    return element;
  }

  /** The navy follows the side that ships are added to, until somebody chooses one; not while ships are added. */
  function followTarget() {
    const [side] = host.target.split("/");
    if (side === followed) return;
    followed = side;
    const usual = host.usualNavy();
    if (isChosen || navy.value === usual) return;
    navy.value = usual;
    if (navy.value !== usual) navy.value = "";
    void ask(1);
  }

  return {
    element,
    update() {
      const targets = host.targets();
      const said = JSON.stringify(targets);
      if (said !== offered) {
        offered = said;
        to.replaceChildren(...targets.map((one) => h("option", { value: one.value }, one.title)));
      }
      to.value = host.target;
      if (!page && !asked) {
        navy.value = host.usualNavy();
        void ask(1);
      } else if (date !== scenarioDate()) askSoon();
      followTarget();
    },
  };
}
