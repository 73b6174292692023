/** One ship in the order of battle: a line that is dragged, moved by keys, and opened. */

import { h, s } from "../../../darkseas/kit/dom.js";
import { silhouette } from "../../../darkseas/chart/pieces/silhouettes.js";
import { openMenu } from "../../../darkseas/kit/menu.js";
import { originOf } from "../fields/origins.js";
import { ratingsInWords } from "./ratings_text.js";
import { berths, copyShip, groupWith, moveShip, removeShip, shiftShip, shipOf, sideOf } from "./roster.js";
import { shipEditor } from "./ship_form.js";

/** @typedef {import("../types.js").Context} Context */

/** A ship in profile. @param {string} kind */
export function profile(kind) {
  const drawn = silhouette(kind, 46);
  return s(
    "svg",
    { class: "profile", viewBox: "-24 -13 48 22", width: 48, height: 22, "aria-hidden": "true" },
    drawn,
  );
}

/**
 * Ratings as a row of words; each may carry its origin.
 * @param {Context} context @param {any} ratings @param {(name: string) => string} [originOfRating]
 */
export function ratingWords(context, ratings, originOfRating = () => "") {
  return ratingsInWords(context.form.parts.ratings, ratings).map((one) => {
    const origin = originOfRating(one.name);
    return h(
      "span",
      { class: "rating" },
      one.words,
      origin ? h("span", { class: `origin origin-${origin}` }, origin) : null,
    );
  });
}

/**
 * @param {Context} context @param {string} side @param {string} key @param {(key: string) => void} refocus
 * @returns {import("../types.js").Part & {open: () => void}}
 */
export function shipRow(context, side, key, refocus) {
  const { store } = context;
  const handle = h(
    "button",
    { type: "button", class: "handle", "aria-haspopup": "menu", onclick: menu, onkeydown: shiftByKey },
    "⠿",
  );
  const picture = h("span", { class: "picture-slot" });
  const name = h("strong", {});
  const more = h("span", { class: "soft small class-name" });
  const ensign = h("span", { class: "ensign" });
  const ratings = h("span", { class: "ratings-line" });
  const edit = h(
    "button",
    { type: "button", class: "quiet edit", "aria-expanded": "false", onclick: toggle },
    "Edit",
  );
  const slot = h("div", { class: "editor-slot" });
  const element = h(
    "li",
    { class: "ship", "data-drag": `ship:${side}:${key}`, "data-place": `sides.${side}.ships.${key}` },
    handle,
    picture,
    h("span", { class: "ship-name" }, ensign, name, more),
    ratings,
    edit,
    h("p", { class: "found" }),
    slot,
  );
  /** @type {any} */
  let shown = null;
  /** @type {any} */
  let origins = null;
  /** @type {import("../types.js").Part | null} */
  let editor = null;

  const ship = () => shipOf(store.spec, side, key);

  /** @param {string} label @param {(spec: any) => any} recipe @param {string} words */
  function step(label, recipe, words) {
    store.change(label, recipe);
    context.announce(words);
    refocus(key);
  }

  function menu() {
    const { name: title } = ship();
    const here = groupWith(sideOf(store.spec, side), key);
    const places = berths(store.spec).filter((one) => one.side !== side || one.group !== here);
    openMenu(handle, `What to do with ${title}`, [
      ...places.map((one) => ({
        words: `Move to ${one.title}`,
        run: () =>
          step(`Move ${title}`, (spec) => moveShip(spec, side, key, one), `${title} moved to ${one.title}.`),
      })),
      { words: "Up", run: () => shift(-1) },
      { words: "Down", run: () => shift(1) },
      {
        words: "Copy",
        run: () => step(`Copy ${title}`, (spec) => copyShip(spec, side, key), `${title} copied.`),
      },
      {
        words: "Delete",
        run: () =>
          step(
            `Delete ${title}`,
            (spec) => removeShip(spec, side, key),
            `${title} deleted. Undo brings her back.`,
          ),
      },
    ]);
  }

  /** @param {number} by */
  function shift(by) {
    const title = ship().name;
    const before = store.spec;
    store.change(`Move ${title}`, (spec) => shiftShip(spec, side, key, by));
    context.announce(
      store.spec === before
        ? `${title} is the ${by < 0 ? "first" : "last"}.`
        : `${title} moved ${by < 0 ? "up" : "down"}.`,
    );
    refocus(key);
  }

  /** @param {any} event */
  function shiftByKey(event) {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    shift(event.key === "ArrowUp" ? -1 : 1);
  }

  function toggle() {
    if (editor) close();
    else open();
  }

  function open() {
    if (editor) return;
    editor = shipEditor(context, side, key);
    slot.append(editor.element);
    editor.update();
    edit.textContent = "Close";
    edit.setAttribute("aria-expanded", "true");
    element.classList.add("open");
    context.marks();
  }

  function close() {
    editor = null;
    slot.replaceChildren();
    edit.textContent = "Edit";
    edit.setAttribute("aria-expanded", "false");
    element.classList.remove("open");
  }

  function update() {
    const now = ship();
    if (!now || (now === shown && store.spec.origins === origins)) return;
    [shown, origins] = [now, store.spec.origins];
    const count = now.count ?? 1;
    name.textContent = count > 1 ? `${count} × ${now.name}` : now.name;
    more.textContent = [now.kind, now.class_name].filter(Boolean).join(", ");
    ensign.className = `ensign navy-${now.navy} notch-${store.spec.sides.findIndex((/** @type {any} */ one) => one.key === side)}`;
    ensign.title = now.navy;
    element.dataset.title = now.name;
    handle.setAttribute("aria-label", `Move ${now.name}: drag, arrow keys, or press for a menu`);
    edit.setAttribute("aria-label", `Edit ${now.name}`);
    picture.replaceChildren(profile(now.kind));
    const own = now.origin ?? "derived";
    const words = ratingWords(context, now.ratings, (rating) => {
      const origin = originOf(origins, ["sides", side, "ships", key, "ratings", rating]);
      return origin && origin !== own ? origin : "";
    });
    ratings.replaceChildren(
      ...(words.length ? words : [h("span", { class: "soft" }, "no ratings yet")]),
      h("span", { class: `origin origin-${own}`, title: "where her numbers come from" }, own),
    );
    editor?.update();
  }
  return { element, update, open };
}
