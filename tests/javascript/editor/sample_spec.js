/** What the tests of the editor are about: two sides, two groups, three ships, and parts of a form. */

/** @typedef {import("../../../scenarios_app/drafts/static/drafts/editor/types.js").Field} Field */

/** @type {import("../../../scenarios_app/drafts/static/drafts/editor/types.js").Spec} */
export const spec = {
  key: "k",
  title: "T",
  system: "dark_seas",
  aims: { victory: [{ winner: "a", minimum: "1" }], ends_when_gone: ["a", "b"] },
  origins: { "sides.ships.ratings": "derived", "sides.a.ships.hood.ratings.speed": "house" },
  about: { winner: "a", losses: [{ side: "a", ship: "Hood", fate: "sunk" }] },
  map: { key: "m", title: "M", cols: 5, rows: 5, areas: { west: ["0000"] } },
  sides: [
    {
      key: "a",
      name: "A",
      navies: ["RN"],
      rules: { set_up: "west" },
      ships: [
        { key: "hood", name: "Hood", navy: "RN", kind: "BC" },
        { key: "renown", name: "Renown", navy: "RN", kind: "BC" },
        { key: "wake", name: "Wake", navy: "RN", kind: "DD" },
      ],
      groups: [
        { key: "g", name: "G", ships: ["hood", "renown"] },
        { key: "h", name: "H", ships: [] },
      ],
    },
    { key: "b", name: "B", navies: [], rules: {}, ships: [], groups: [] },
  ],
};
/** @type {Field} */
const area = { name: "set_up", kind: "text", names: "area", default: "", title: "Set-up area" };
/** @type {Field} */
const side = { name: "winner", kind: "text", names: "side" };
/** @type {Record<string, Field>} */
export const parts = {
  "sides.rules": { name: "", kind: "record", fields: [area] },
  aims: {
    name: "aims",
    kind: "record",
    fields: [
      { name: "victory", kind: "list", of: { name: "", kind: "record", fields: [side] } },
      { name: "ends_when_gone", kind: "list", names: "side", of: side },
    ],
  },
};

export const form = { system: "dark_seas", title: "Dark Seas", has_map: true, parts };
