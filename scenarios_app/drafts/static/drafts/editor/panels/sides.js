/** The two sides, and the order of battle: ships from the ship data, dragged or sent into task groups. */

import { h } from "../../../darkseas/kit/dom.js";
import { letDrag } from "../../../darkseas/kit/drag_and_drop.js";
import { fieldPart, fieldsPart } from "../fields/fields.js";
import { isOfMap, mayBeLeftOut } from "../fields/form_description.js";
import { keyedList } from "../../../darkseas/kit/keyed_list.js";
import { keyOf } from "../../../darkseas/kit/slugs.js";
import { freshRecord } from "../fields/list_fields.js";
import { alter, at } from "../fields/document_paths.js";
import {
  addGroup,
  addShip,
  addSide,
  groupOf,
  inGroup,
  moveShip,
  nextGroupName,
  removeGroup,
  renameSide,
  shipCount,
  sideOf,
  withoutGroup,
} from "../order_of_battle/roster.js";
import { shipFrom, shipSearch } from "../order_of_battle/ship_search.js";
import { shipRow } from "../order_of_battle/ship_row.js";

/** @typedef {import("../types.js").Context} Context */

/** @param {HTMLElement} element @param {Context} context */
export function mount(element, context) {
  const { store } = context;
  const cards = h("div", { class: "side-cards" });
  /** Sides that were given another name here. @type {Set<string>} */
  const named = new Set();
  const trays = h("div", { class: "trays" });
  const another = h(
    "button",
    {
      type: "button",
      class: "button",
      onclick: () =>
        store.change("Add a side", (spec) =>
          addSide(
            spec,
            freshRecord(context.form.parts["sides.rules"] ?? { name: "", kind: "record" }, [], { context }),
          ),
        ),
    },
    "Add a side",
  );
  let target = "";
  const search = shipSearch(context, {
    targets,
    get target() {
      return target;
    },
    choose: (value) => {
      target = value;
    },
    add,
    usualNavy: () => sideOf(store.spec, target.split("/")[0])?.navies?.[0] ?? "",
  });
  const board = h("div", { class: "order-of-battle" }, search.element, trays);
  element.append(
    h(
      "p",
      { class: "lead" },
      "Name the two sides, then bring their ships from the ship data: press “Add”, or drag a ship into a task group.",
    ),
    cards,
    another,
    h("h3", { id: "oob" }, "Order of battle"),
    board,
  );
  letDrag(element, land);

  const showCards = keyedList(
    cards,
    (/** @type {any} */ side) => side.key,
    (side) => sideCard(context, side.key, () => named.add(side.key)),
  );
  /** @type {Map<string, ReturnType<typeof sideTray>>} */
  const byKey = new Map();
  const showTrays = keyedList(
    trays,
    (/** @type {any} */ side) => side.key,
    (side) => {
      const tray = sideTray(context, side.key, (value) => {
        target = value;
        search.update();
      });
      byKey.set(side.key, tray);
      return tray;
    },
  );

  /** A side without groups gets its first one with its first ship, where the rules ask nothing of groups. */
  const startsGroups = () => context.form.has_map && mayBeLeftOut(context.form.parts["groups.rules"]);

  function targets() {
    return (store.spec.sides ?? []).flatMap((/** @type {any} */ side) => {
      const groups = side.groups ?? [];
      const loose = groups.length || !startsGroups() ? "no task group" : "a first task group";
      return [
        ...groups.map((/** @type {any} */ one) => ({
          value: `${side.key}/${one.key}`,
          title: `${side.name}: ${one.name}`,
        })),
        {
          value: `${side.key}/`,
          title: groups.length || startsGroups() ? `${side.name}: ${loose}` : side.name,
        },
      ];
    });
  }

  /**
   * @param {import("../order_of_battle/ship_search.js").Found} found @param {string} value
   * @param {string} [before]
   */
  function add(found, value, before = "") {
    const [side, group] = value.split("/");
    const title = targets().find((/** @type {any} */ one) => one.value === value)?.title ?? side;
    store.change(`Add ${found.name}`, (spec) => {
      const ready = withFirstGroup(withNavy(spec, side, found.navy), side);
      return addShip(ready, { side, group: group || firstGroup(ready, spec, side) }, shipFrom(found), before);
    });
    if (!group) target = `${side}/${sideOf(store.spec, side)?.groups?.[0]?.key ?? ""}`;
    search.update();
    context.announce(
      `${found.name} added to ${title}. ${shipCount(sideOf(store.spec, side).ships)} on that side now.`,
    );
  }

  /** @param {import("../types.js").Spec} spec @param {string} side */
  function withFirstGroup(spec, side) {
    return startsGroups() && !sideOf(spec, side)?.groups?.length
      ? addGroup(spec, side, nextGroupName(sideOf(spec, side)))
      : spec;
  }

  /** @param {any} ready @param {import("../types.js").Spec} spec @param {string} side */
  function firstGroup(ready, spec, side) {
    return ready === spec || sideOf(spec, side)?.groups?.length
      ? ""
      : (sideOf(ready, side)?.groups?.[0]?.key ?? "");
  }

  /**
   * A side has the navies of its ships.
   * @param {import("../types.js").Spec} spec @param {string} side @param {string} navy
   */
  function withNavy(spec, side, navy) {
    return alter(spec, ["sides", side, "navies"], (navies) =>
      (navies ?? []).includes(navy) ? navies : [...(navies ?? []), navy],
    );
  }

  /** @param {import("../../../darkseas/kit/drag_and_drop.js").Landing} landing */
  function land({ source, drop, before }) {
    const berth = { side: drop.dataset.side ?? "", group: drop.dataset.group ?? "" };
    const beforeKey = before?.dataset.drag?.split(":")[2] ?? "";
    const found = context.known.found.get(source);
    if (found) return add(found, `${berth.side}/${berth.group}`, beforeKey);
    const [, side, key] = (source.dataset.drag ?? "").split(":");
    const name = at(store.spec, ["sides", side, "ships", key])?.name ?? key;
    store.change(`Move ${name}`, (spec) => moveShip(spec, side, key, berth, beforeKey));
    const title = targets().find(
      (/** @type {any} */ one) => one.value === `${berth.side}/${berth.group}`,
    )?.title;
    context.announce(`${name} moved to ${title}.`);
  }

  return {
    update() {
      const sides = store.spec.sides ?? [];
      if (!targets().some((/** @type {any} */ one) => one.value === target))
        target = targets()[0]?.value ?? "";
      another.hidden = sides.length > 1;
      showCards(sides);
      showTrays(sides);
      search.update();
    },
    /** Keys follow the names that were given here, as long as nothing was published under them. */
    leave() {
      for (const key of named) {
        const name = sideOf(store.spec, key)?.name ?? "";
        const next = keyOf(name);
        if (context.draft().scenario?.revision || !next || context.known.reserved.includes(next)) continue;
        store.change(`Name, ${name}`, (spec) => renameSide(spec, key, next, context.form.parts));
      }
      named.clear();
    },
    /** Opens the ship that a place is about. @param {string} where */
    reveal(where) {
      const [, side, part, key, ...rest] = where.split(".");
      if (part === "ships" && key && rest.length) byKey.get(side)?.open(key);
    },
  };
}

/**
 * A side's name, navies and rules.
 * @param {Context} context @param {string} key @param {() => void} onName
 * @returns {import("../types.js").Part}
 */
function sideCard(context, key, onName) {
  const { store, form } = context;
  const desk = { context, subject: sideOf(store.spec, key)?.name ?? key };
  const place = ["sides", key];
  const name = fieldPart(desk, { name: "name", kind: "text", title: "Name", longest: 100 }, [
    ...place,
    "name",
  ]);
  const navies = fieldPart(
    desk,
    {
      name: "navies",
      kind: "list",
      title: "Navies",
      text: "The first gives the side its colour.",
      of: {
        name: "",
        kind: "text",
        choices: context.known.navies.map((/** @type {any} */ one) => ({ value: one.key, words: one.name })),
      },
    },
    [...place, "navies"],
  );
  const rules = (form.parts["sides.rules"]?.fields ?? []).filter((one) => !isOfMap(one));
  const [asked, usual] = [
    rules.filter((one) => !("default" in one)),
    rules.filter((one) => "default" in one),
  ];
  const ruled = asked.length ? fieldsPart(desk, asked, [...place, "rules"]) : null;
  const more = usual.length ? fieldsPart(desk, usual, [...place, "rules"]) : null;
  const story = fieldsPart(
    desk,
    [
      {
        name: "force",
        kind: "text",
        title: "Force",
        text: "What it was called: Eighth Fleet, Force K.",
        default: "",
      },
      { name: "commander", kind: "text", title: "Commander", default: "" },
      {
        name: "mission",
        kind: "text",
        title: "Mission",
        text: "What this side is told before the battle.",
        long: true,
        default: "",
      },
    ],
    place,
  );
  const parts = [name, navies, ruled, more, story].filter((one) => one !== null);
  name.element.addEventListener("change", onName);
  const count = h("span", { class: "soft" });
  const element = h(
    "section",
    { class: "side-card", "data-place": `sides.${key}` },
    h("h3", {}, h("span", { class: "ensign" }), h("span", { class: "side-title" }), count),
    h("p", { class: "found" }),
    name.element,
    ruled ? ruled.element : null,
    more ? h("details", { class: "fold" }, h("summary", {}, "More rules for this side"), more.element) : null,
    h("details", { class: "fold" }, h("summary", {}, "Navies"), navies.element),
    h("details", { class: "fold" }, h("summary", {}, "Force, commander, mission"), story.element),
  );

  return {
    element,
    update() {
      const side = sideOf(store.spec, key);
      if (!side) return;
      const number = store.spec.sides.indexOf(side);
      element.className = `side-card navy-${side.navies?.[0] ?? ""}`;
      /** @type {HTMLElement} */ (element.querySelector(".ensign")).className =
        `ensign navy-${side.navies?.[0] ?? ""} notch-${number}`;
      /** @type {HTMLElement} */ (element.querySelector(".side-title")).textContent =
        side.name || "Without a name";
      count.textContent = ` ${shipCount(side.ships ?? [])}`;
      for (const part of parts) part?.update();
    },
  };
}

/**
 * A side's task groups with their ships.
 * @param {Context} context @param {string} key @param {(target: string) => void} choose
 */
function sideTray(context, key, choose) {
  const { store } = context;
  const title = h("span", {});
  const groups = h("div", { class: "group-trays" });
  const looseList = h("ol", { class: "ships", "data-drop": "yes", "data-side": key, "data-group": "" });
  const looseTitle = h("h5", {});
  const loose = h(
    "section",
    { class: "tray loose" },
    looseTitle,
    looseList,
    h("p", { class: "soft small hint" }, "Press “Add” beside a ship of the ship data, or drag one here."),
  );
  /** @type {Map<string, ReturnType<typeof shipRow>>} */
  const rows = new Map();
  const element = h(
    "section",
    { class: "side-tray", "data-place": `sides.${key}.ships`, "aria-label": "" },
    h("h4", {}, h("span", { class: "ensign" }), title),
    h("p", { class: "found" }),
    h(
      "div",
      { "data-place": `sides.${key}.groups`, class: "groups-place" },
      h("p", { class: "found" }),
      groups,
      loose,
    ),
    h(
      "p",
      { class: "row-buttons" },
      h("button", { type: "button", class: "button small-button", onclick: newGroup }, "Add a task group"),
      h(
        "button",
        { type: "button", class: "button small-button", onclick: ownShip },
        "Add a ship of your own",
      ),
    ),
  );

  const showGroups = keyedList(
    groups,
    (/** @type {any} */ group) => group.key,
    (group) => groupTray(context, key, group.key, rowOf, choose),
  );

  /** @param {string} ship */
  function rowOf(ship) {
    const known = rows.get(ship);
    if (known) return known;
    const row = shipRow(context, key, ship, refocus);
    rows.set(ship, row);
    return row;
  }

  function newGroup() {
    const name = nextGroupName(sideOf(store.spec, key));
    const rules = freshRecord(context.form.parts["groups.rules"] ?? { name: "", kind: "record" }, [], {
      context,
    });
    store.change(`Add ${name}`, (spec) => addGroup(spec, key, name, rules));
    const made = sideOf(store.spec, key).groups.at(-1);
    choose(`${key}/${made.key}`);
    context.announce(`${name} added. Ships are added to it now.`);
    const input = /** @type {HTMLInputElement | null} */ (groups.lastElementChild?.querySelector("input"));
    input?.focus();
    input?.select();
  }

  function ownShip() {
    const side = sideOf(store.spec, key);
    const ratings = freshRecord(context.form.parts.ratings ?? { name: "", kind: "record" }, [], { context });
    const ship = {
      key: "",
      name: "New ship",
      class_name: "",
      navy: side.navies?.[0] ?? context.known.navies[0]?.key ?? "",
      kind: "DD",
      ratings,
      origin: "house",
    };
    store.change("Add a ship of your own", (spec) =>
      addShip(spec, { side: key, group: side.groups?.at(-1)?.key ?? "" }, ship),
    );
    const made = sideOf(store.spec, key).ships.at(-1);
    rowOf(made.key).open();
    context.announce("A ship of your own was added. Name her and give her ratings.");
    /** @type {HTMLElement | null} */ (rowOf(made.key).element.querySelector(".ship-editor input"))?.focus();
  }

  /** @param {string} ship */
  function refocus(ship) {
    const row = document.querySelector(`[data-drag$=":${CSS.escape(ship)}"] .handle`);
    /** @type {HTMLElement | null} */ (row ?? element.querySelector(".handle, button"))?.focus();
  }

  /** @type {any} */
  let shown = null;
  /** @type {any} */
  let origins = null;
  function update() {
    const side = sideOf(store.spec, key);
    if (!side || (side === shown && store.spec.origins === origins)) return;
    [shown, origins] = [side, store.spec.origins];
    title.textContent = side.name;
    element.setAttribute("aria-label", `Ships of ${side.name}`);
    /** @type {HTMLElement} */ (element.querySelector(".ensign")).className =
      `ensign navy-${side.navies?.[0] ?? ""} notch-${store.spec.sides.indexOf(side)}`;
    const held = document.activeElement;
    showGroups(side.groups ?? []);
    const stray = withoutGroup(side);
    looseTitle.textContent = (side.groups ?? []).length ? "In no task group" : "Ships";
    loose.hidden = !stray.length && (side.groups ?? []).length > 0;
    layShips(looseList, stray, rowOf);
    for (const ship of rows.keys())
      if (!side.ships.some((/** @type {any} */ one) => one.key === ship)) rows.delete(ship);
    if (held instanceof HTMLElement && held !== document.activeElement && element.contains(held))
      held.focus({ preventScroll: true });
  }
  return { element, update, open: (/** @type {string} */ ship) => rows.get(ship)?.open() };
}

/**
 * Puts rows of ships into a list, in order; each row is one element wherever it lies.
 * @param {HTMLElement} list @param {any[]} ships @param {(key: string) => import("../types.js").Part} rowOf
 */
function layShips(list, ships, rowOf) {
  const wanted = ships.map((one) => rowOf(one.key));
  const elements = new Set(wanted.map((one) => one.element));
  for (const child of [...list.children])
    if (!elements.has(/** @type {HTMLElement} */ (child))) child.remove();
  let next = list.firstElementChild;
  for (const row of wanted) {
    if (row.element === next) next = next.nextElementSibling;
    else list.insertBefore(row.element, next);
    row.update();
  }
  list.classList.toggle("empty", !ships.length);
}

/**
 * @param {Context} context @param {string} side @param {string} key
 * @param {(ship: string) => import("../types.js").Part} rowOf @param {(target: string) => void} choose
 */
function groupTray(context, side, key, rowOf, choose) {
  const { store } = context;
  const group = () => groupOf(store.spec, side, key);
  const name = fieldPart(
    { context, isCompact: true, subject: group()?.name },
    { name: "name", kind: "text", title: "Task group", longest: 60 },
    ["sides", side, "groups", key, "name"],
  );
  name.element.removeAttribute("data-place");
  const count = h("span", { class: "soft small" });
  const list = h("ol", { class: "ships", "data-drop": "yes", "data-side": side, "data-group": key });
  const gone = h("button", { type: "button", class: "quiet", onclick: remove }, "✕");
  const here = h(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        choose(`${side}/${key}`);
        context.announce(`Ships are added to ${group().name} now.`);
      },
    },
    "Add here",
  );
  const element = h(
    "section",
    { class: "tray", "data-place": `sides.${side}.groups.${key}` },
    h("header", {}, name.element, count, here, gone),
    h("p", { class: "found" }),
    list,
    h(
      "p",
      { class: "soft small hint" },
      "Drag ships here, or press “Add here” and choose some from the ship data.",
    ),
  );

  function remove() {
    const title = group().name;
    store.change(`Remove ${title}`, (spec) => removeGroup(spec, side, key));
    context.announce(`${title} removed; its ships are in no task group.`);
  }

  function update() {
    const now = group();
    if (!now) return;
    const ships = inGroup(sideOf(store.spec, side), now);
    name.update();
    count.textContent = shipCount(ships);
    gone.setAttribute("aria-label", `Remove ${now.name}; its ships stay`);
    here.setAttribute("aria-label", `Add ships to ${now.name}`);
    layShips(list, ships, rowOf);
  }
  return { element, update };
}
