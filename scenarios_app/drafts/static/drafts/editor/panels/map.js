/** The sea that the battle is fought on: a map of the library, an empty sea, or one of one's own. */

import { h } from "../../../darkseas/kit/dom.js";
import { put } from "../fields/document_paths.js";
import { MapPicker } from "./map_picker.js";
import { withHex, withZone, zoneFor, zonesOf } from "./zones.js";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").MapSpec} MapSpec */
/** @typedef {import("../types.js").Spec} Spec */

const BROKEN = "The map editor could not be loaded. Load the page again; nothing you changed is lost.";

/** @param {HTMLElement} element @param {Context} context */
export function mount(element, context) {
  return new MapPanel(element, context);
}

class MapPanel {
  /** @type {{refresh: () => void, destroy: () => void} | null} */
  editor = null;
  /** @type {Set<() => void>} */
  listeners = new Set();
  /** @type {Promise<void> | null} */
  opening = null;
  /** Zones without hexes that somebody wants to paint. @type {Set<string>} */
  wanted = new Set();
  /** @type {Spec | null} */
  shown = null;
  lead = h("p", { class: "lead" });
  room = h("div", { class: "map-room" });

  /** @param {HTMLElement} element @param {Context} context */
  constructor(element, context) {
    this.context = context;
    this.store = context.store;
    this.picker = new MapPicker(context);
    element.append(this.lead, this.picker.element, this.room);
  }

  zones() {
    return zonesOf(this.store.spec, this.context.form.parts, this.wanted);
  }

  /** What the map editor asks of the draft. @returns {import("../../../maps/map_editor/types.js").Host} */
  host() {
    const { store, context } = this;
    return {
      map: () => /** @type {MapSpec} */ (store.spec.map),
      change: (label, recipe, how) =>
        store.change(label, (spec) => put(spec, ["map"], recipe(/** @type {MapSpec} */ (spec.map))), how),
      subscribe: (listener) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
      announce: context.announce,
      zones: () => this.zones(),
      changeZone: (path, hexes) => this.changeZone(path, hexes),
      select: context.select,
      api: context.api,
    };
  }

  /** @param {string} path @param {string[]} hexes */
  changeZone(path, hexes) {
    const isOne = this.zones().some((zone) => zone.path === path && zone.isOne);
    if (isOne) this.store.change("Pick a hex", (spec) => withHex(spec, path, hexes));
    else this.store.change("Paint set-up zone", (spec) => withZone(spec, path, hexes), { join: true });
  }

  /** Opens the map editor, once there is a map. */
  open() {
    if (!this.editor && this.store.spec.map)
      this.opening ??= this.load().finally(() => {
        this.opening = null;
      });
    return this.opening ?? Promise.resolve();
  }

  async load() {
    try {
      const { mountMapEditor } = await import("../../../maps/map_editor/map_editor.js");
      this.editor = mountMapEditor(this.room, this.host());
    } catch {
      this.room.replaceChildren(h("p", { class: "notice alarm" }, BROKEN));
    }
  }

  update() {
    const { map } = this.store.spec;
    this.lead.textContent = map
      ? `${map.title || "A map without a name"}: ${map.cols} by ${map.rows} hexes. ` +
        "Paint on it, or take another."
      : "Choose a map from the library, or start with an empty sea.";
    this.picker.update(Boolean(map));
    if (!map && this.editor) {
      this.editor.destroy();
      this.editor = null;
    }
    void this.open();
    if (this.shown !== this.store.spec) for (const listener of [...this.listeners]) listener();
    this.shown = this.store.spec;
  }

  /** Chooses a zone to be painted. @param {string} zone */
  async takeZone(zone) {
    this.wanted.add(zone);
    await this.open();
    this.editor?.refresh();
    const path = zoneFor(this.store.spec, this.context.form.parts, zone);
    const radio = /** @type {HTMLElement | null} */ (
      this.room.querySelector(`input[value="${CSS.escape(path)}"]`)
    );
    const fold = radio?.closest("details");
    if (fold) fold.open = true;
    radio?.click();
    /** @type {HTMLElement | null} */ (this.room.querySelector(".chart-host"))?.focus();
  }
}
