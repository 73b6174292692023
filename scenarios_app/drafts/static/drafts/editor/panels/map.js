/** The sea that the battle is fought on: a map of the library, an empty sea, or one of one's own. */

import { h } from "../../../darkseas/kit/dom.js";
import { freshId } from "../fields/controls.js";
import { put } from "../fields/document_paths.js";
import { withHex, withZone, zoneFor, zonesOf } from "./zones.js";

const USUAL = { cols: 16, rows: 10 };
const MOST = 100;

/** @param {HTMLElement} element @param {import("../types.js").Context} context */
export function mount(element, context) {
  const { store } = context;
  const chosen = h("p", { class: "lead" });
  const picker = mapPicker(context);
  const room = h("div", { class: "map-room" });
  element.append(chosen, picker.element, room);
  /** @type {{refresh: () => void, destroy: () => void} | null} */
  let editor = null;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** @type {Promise<void> | null} */
  let opening = null;
  /** Zones without hexes that somebody wants to paint. @type {Set<string>} */
  const asked = new Set();

  /** @type {any} */
  const host = {
    map: () => store.spec.map,
    change: (/** @type {string} */ label, /** @type {(map: any) => any} */ recipe, /** @type {any} */ how) =>
      store.change(label, (spec) => put(spec, ["map"], recipe(spec.map)), how),
    subscribe: (/** @type {() => void} */ listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: context.announce,
    zones: () => zonesOf(store.spec, context.form.parts, asked),
    changeZone: (/** @type {string} */ path, /** @type {string[]} */ hexes) => {
      const isOne = zonesOf(store.spec, context.form.parts, asked).some(
        (zone) => zone.path === path && zone.isOne,
      );
      if (isOne) store.change("Pick a hex", (spec) => withHex(spec, path, hexes));
      else store.change("Paint set-up zone", (spec) => withZone(spec, path, hexes), { join: true });
    },
    select: context.select,
    api: context.api,
  };

  function open() {
    if (!editor && store.spec.map)
      opening ??= load().finally(() => {
        opening = null;
      });
    return opening ?? Promise.resolve();
  }

  async function load() {
    try {
      const { mountMapEditor } = await import("../../../maps/map_editor/map_editor.js");
      editor = mountMapEditor(room, host);
    } catch (fault) {
      room.replaceChildren(
        h(
          "p",
          { class: "notice alarm" },
          "The map editor could not be loaded. Load the page again; nothing you changed is lost.",
        ),
      );
    }
  }

  /** @type {any} */
  let shown = null;
  return {
    update() {
      const { map } = store.spec;
      chosen.textContent = map
        ? `${map.title || "A map without a name"}: ${map.cols} by ${map.rows} hexes. Paint on it, or take another.`
        : "Take a map from the library, or begin with an empty sea.";
      picker.update(Boolean(map));
      if (!map && editor) {
        editor.destroy();
        editor = null;
      }
      void open();
      if (shown !== store.spec) for (const listener of [...listeners]) listener();
      shown = store.spec;
    },
    /** Puts a zone into the hand. @param {string} zone */
    async takeZone(zone) {
      asked.add(zone);
      await open();
      editor?.refresh();
      const radio = /** @type {HTMLElement | null} */ (
        room.querySelector(`input[value="${CSS.escape(zoneFor(store.spec, context.form.parts, zone))}"]`)
      );
      const fold = radio?.closest("details");
      if (fold) fold.open = true;
      radio?.click();
      /** @type {HTMLElement | null} */ (room.querySelector(".chart-host"))?.focus();
    },
  };
}

/** Where a map may come from. @param {import("../types.js").Context} context */
function mapPicker(context) {
  const { store } = context;
  const list = /** @type {HTMLSelectElement} */ (
    h("select", { id: freshId("maps") }, h("option", { value: "" }, "choose a map"))
  );
  const cols = numberInput(USUAL.cols);
  const rows = numberInput(USUAL.rows);
  const said = h("p", { class: "said", role: "status" });
  const take = h("button", { type: "button", class: "button", onclick: takeMap }, "Take this map");
  const empty = h("button", { type: "button", class: "button", onclick: takeSea }, "Take an empty sea");
  const summary = h("summary", {}, h("h3", {}, "Another map"));
  const element = /** @type {HTMLDetailsElement} */ (
    h(
      "details",
      { class: "fold map-picker" },
      summary,
      h(
        "div",
        { class: "picker-ways" },
        h(
          "div",
          { class: "field" },
          h("label", { for: list.id }, "From the library"),
          h("span", { class: "control" }, list, take),
        ),
        h(
          "div",
          { class: "field" },
          h("span", { class: "label" }, "An empty sea"),
          h(
            "span",
            { class: "control" },
            h("label", { for: cols.id }, "columns"),
            cols,
            h("label", { for: rows.id }, "rows"),
            rows,
            empty,
          ),
        ),
      ),
      said,
    )
  );
  let isListed = false;

  async function listMaps() {
    if (isListed) return;
    isListed = true;
    const told = await context.api.get("/api/v1/maps/").catch(() => null);
    const maps = told?.maps ?? [];
    list.append(...maps.map((/** @type {any} */ one) => h("option", { value: one.key }, one.title)));
    if (!maps.length) said.textContent = "There is no map in the library just now. Begin with an empty sea.";
  }

  async function takeMap() {
    if (!list.value) return;
    const told = await context.api
      .get(`/api/v1/maps/${encodeURIComponent(list.value)}/`)
      .catch((/** @type {Error} */ fault) => ({ fault }));
    if (told.fault) {
      said.textContent = told.fault.message;
      return;
    }
    lay(told.map, `Take the map ${told.title ?? told.map.title}`);
  }

  function takeSea() {
    const size = { cols: Number(cols.value), rows: Number(rows.value) };
    if (![size.cols, size.rows].every((one) => Number.isInteger(one) && one >= 1 && one <= MOST)) {
      said.textContent = `A map has 1 to ${MOST} columns and rows.`;
      return;
    }
    lay({ key: "open-sea", title: "Open sea", ...size, source: "Invented: no land" }, "Take an empty sea");
  }

  /** Areas that sides name stay where the new map has none. @param {any} map @param {string} label */
  function lay(map, label) {
    said.textContent = "";
    const lost = Object.keys(store.spec.map?.areas ?? {}).filter((key) => !(key in (map.areas ?? {})));
    store.change(label, (spec) => put(spec, ["map"], map));
    element.open = false;
    context.announce(
      `${map.title}, ${map.cols} by ${map.rows} hexes.${lost.length ? " Areas of the map before are gone; paint them anew." : ""}`,
    );
  }

  element.addEventListener("toggle", () => {
    if (element.open) void listMaps();
  });
  return {
    element,
    /** @param {boolean} hasMap */
    update(hasMap) {
      summary.firstElementChild?.replaceChildren(hasMap ? "Another map" : "Choose a map");
      if (!hasMap) element.open = true;
    },
  };
}

/** @param {number} value */
function numberInput(value) {
  return /** @type {HTMLInputElement} */ (
    h("input", { id: freshId("size"), type: "number", min: 1, max: MOST, value })
  );
}
