/**
 * Forms as the API sends them: movement, attacks, fields of every kind; and the pieces that they are about.
 */

/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Form} Form */
/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Cell} Cell */

/**
 * @param {string} key @param {string} at
 * @returns {import("../../../../darkseas/static/darkseas/chart/types.js").Piece}
 */
export const piece = (key, at) => ({ key, side: key.slice(0, 3), at, face: "up" });

export const PIECES = [
  { ...piece("ijn-1", "0402"), crew: [{ key: "aoba", name: "Aoba", kind: "CA", ratings: "" }] },
  piece("ijn-2", "0302"),
  piece("usn-1", "0502"),
];

/** @param {string} name @param {string} words @returns {Cell} */
const block = (name, words) => ({
  blank: "fixed",
  name: "block",
  title: "",
  subject: "piece",
  value: name,
  words,
});

/** @type {Cell} */
const course = {
  blank: "course",
  name: "path",
  title: "Way",
  subject: "place",
  start: "0402",
  allowance: 3,
  reach: [
    { place: "0403", cost: 1, before: "" },
    { place: "0404", cost: 2, before: "0403" },
    { place: "0502", cost: 1, before: "" },
    { place: "west", cost: 2, before: "0403" },
    { place: "west", cost: 3, before: "0404" },
  ],
};

/** @param {Partial<Form>} more @returns {Form} */
const form = (more) => ({
  order: "sea.order",
  title: "Order",
  rule: "§1",
  because: "It is time.",
  pressing: true,
  blanks: [],
  ...more,
});

/** @type {Form} */
export const MOVE = form({
  order: "sea.move",
  title: "Move",
  blanks: [
    {
      blank: "rows",
      name: "moves",
      title: "Blocks",
      rows: [
        [block("ijn-1", "Main column"), course],
        [block("ijn-2", "Screen"), { ...course, start: "0302" }],
      ],
    },
    {
      blank: "several",
      name: "smoke",
      title: "Smoke",
      subject: "piece",
      values: [{ value: "ijn-2", words: "Screen", focus: ["ijn-2"] }],
    },
  ],
});

/** @param {string} target @returns {Cell[]} */
const attack = (target) => [
  block("ijn-1", "Main column"),
  { blank: "fixed", name: "target", title: "Target", subject: "place", value: target, words: target },
  {
    blank: "several",
    name: "mounts",
    title: "Batteries",
    subject: "mount",
    least: 1,
    values: [0, 1].map((battery) => ({
      value: { ship: "aoba", battery },
      words: battery ? "Aoba, torpedoes" : "Aoba, guns",
      focus: ["aoba"],
    })),
  },
  {
    blank: "choice",
    name: "classes",
    title: "Classes aimed at",
    subject: "word",
    values: [
      { value: "", words: "Any" },
      { value: "D", words: "Destroyers" },
    ],
  },
];

/** @type {Form} */
export const ATTACK = form({
  order: "sea.attack",
  title: "Attack",
  blanks: [
    {
      blank: "rows",
      name: "attacks",
      title: "Attacks",
      once: "mounts",
      rows: [attack("0502"), attack("0501")],
    },
  ],
});

/** @param {number} battery @param {string[]} targets @returns {Cell[]} */
const gun = (battery, targets) => [
  block("ijn-1", "Main column"),
  {
    blank: "fixed",
    name: "battery",
    title: "",
    subject: "mount",
    value: battery,
    words: battery ? "Secondary guns" : "Primary guns",
  },
  {
    blank: "choice",
    name: "target",
    title: "Target",
    subject: "piece",
    values: targets.map((value) => ({ value, words: value, focus: [value] })),
  },
];

/** Each battery of a ship with a line of its own; the second does not reach as far. @type {Form} */
export const GUNNERY = form({
  order: "sea.fire",
  title: "Fire",
  blanks: [
    {
      blank: "rows",
      name: "fire",
      title: "Fire",
      rows: [gun(0, ["usn-1", "usn-2"]), gun(1, ["usn-1"]), gun(2, ["usn-1", "usn-2"])],
    },
  ],
});

/** @type {Form} */
export const SET_UP = form({
  order: "sea.set_up",
  title: "Set up",
  blanks: [
    {
      blank: "rows",
      name: "groups",
      title: "Groups",
      least: 1,
      rows: [
        [
          { blank: "fixed", name: "name", title: "", subject: "word", value: "Main", words: "Main" },
          {
            blank: "choice",
            name: "hex",
            title: "Hex",
            subject: "place",
            values: [
              { value: "0101", words: "0101" },
              { value: "0102", words: "0102" },
            ],
          },
        ],
      ],
    },
    { blank: "number", name: "speed", title: "Speed", subject: "word", least: 0, most: 3 },
    {
      blank: "choice",
      name: "retreat",
      title: "Leave",
      subject: "word",
      optional: true,
      values: [{ value: true, words: "Yes" }],
    },
  ],
});

/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Value} Value */

/** @param {string[]} names @returns {Value[]} */
const called = (names) =>
  names.map((name) => ({ value: name, words: name[0].toUpperCase() + name.slice(1), focus: [name] }));

/** Three ships that may be together by two, a transport group as it is, a submarine by itself. */
/** @type {import("../../../../replays_app/pages/play/static/play/types.js").Formation} */
export const FORMATION = {
  blank: "formation",
  name: "groups",
  title: "Task groups",
  subject: "crew",
  most_groups: 2,
  longest_name: 20,
  alone: "singles",
  fields: { name: "name", members: "ships", member: "ship", place: "hex" },
  suggested: [
    { name: "Main", members: ["aoba", "kako"] },
    { name: "Convoy", members: ["maru", "gawa"] },
  ],
  contingents: [
    {
      title: "Main, Screen",
      how: "free",
      most: 2,
      counts: true,
      optional: false,
      members: called(["aoba", "kako", "yubari"]),
      places: called(["0101", "0102"]),
    },
    {
      title: "Convoy",
      how: "whole",
      most: 2,
      counts: false,
      optional: false,
      members: called(["maru", "gawa"]),
      places: [],
    },
    {
      title: "Picket",
      how: "alone",
      most: 1,
      counts: true,
      optional: false,
      members: called(["i-7"]),
      places: called(["0203"]),
    },
  ],
};

/** @type {Form} */
export const FORM_UP = form({ order: "sea.set_up", title: "Groups of your own", blanks: [FORMATION] });
