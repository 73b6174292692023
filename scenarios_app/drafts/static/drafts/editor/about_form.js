/** What a reader wants to know of a scenario, as a form: it is the same for every rules system. */

/** @typedef {import("./types.js").Field} Field */

/**
 * @param {string} name @param {string} title @param {string} [text] @param {Partial<Field>} [more]
 * @returns {Field}
 */
const text = (name, title, text = "", more = {}) => ({
  name,
  kind: "text",
  title,
  text,
  default: "",
  ...more,
});

/** @type {Field} */
const UNCONFIRMED = { name: "unconfirmed", kind: "truth", title: "Still to be confirmed", default: false };

/**
 * The first fields, in the order of the form.
 * @param {{theatres: string[]}} known @returns {Field[]}
 */
export function firstFields(known) {
  return [
    {
      name: "date",
      kind: "date",
      title: "Date",
      text: "The first day of the action. Ships are looked up as they were on that day.",
      default: "",
    },
    text("start", "Start", "Clock time at which turn 1 begins, such as 22:15.", { longest: 5 }),
    text(
      "historical_battle",
      "Historical battle",
      "Name of the historical battle. Scenarios with the same name are shown side by side.",
      { longest: 200 },
    ),
    text("place", "Place", "Location, in a few words.", { longest: 200 }),
    text("theatre", "Theatre", "", { suggest: known.theatres, longest: 100 }),
    {
      name: "position",
      kind: "position",
      title: "Position",
      text: "Puts the scenario on the map of the library: 9°15′ S 159°40′ E.",
      default: null,
      optional: true,
    },
    text("length", "Length", "Such as: 8 turns, about an hour.", { longest: 200 }),
    text("summary", "Summary", "Two or three sentences that invite players to try it.", {
      long: true,
    }),
  ];
}

/** The historical events, and their sources. @type {Field[]} */
export const STORY = [
  {
    name: "hypothetical",
    kind: "truth",
    title: "Hypothetical",
    text: "It was never fought: describe what happened instead.",
    default: false,
  },
  text("history", "What happened", "The battle as it was, in your own words.", { long: true }),
  text("outcome", "Outcome", "The winner and the losses.", { long: true }),
  {
    name: "winner",
    kind: "text",
    title: "History's winner",
    names: "side",
    choices: [{ value: "draw", words: "nobody: a draw" }],
    default: "",
  },
];

/** @type {Field[]} */
export const SOURCES = [
  {
    name: "sources",
    kind: "list",
    title: "Sources",
    one: "Add a source",
    text: "Books, web pages, or “own invention”.",
    default: [],
    of: {
      name: "",
      kind: "record",
      fields: [
        { name: "title", kind: "text", title: "Title", longest: 300 },
        text("address", "Address", "A web address, if there is one.", { longest: 500 }),
        text("note", "Note", "Its use in this scenario.", { longest: 500 }),
      ],
    },
  },
  {
    name: "notes",
    kind: "list",
    title: "Notes",
    one: "Add a note",
    text: "Remarks on your choices for players, one each.",
    default: [],
    of: { name: "", kind: "text", long: true },
  },
  {
    name: "unconfirmed",
    kind: "list",
    title: "Still to be confirmed",
    one: "Add a sentence",
    text: "Facts without a source, one sentence each.",
    default: [],
    of: { name: "", kind: "text" },
  },
];

/** @type {Field[]} */
export const COURSE = [
  {
    name: "timeline",
    kind: "list",
    title: "Timeline",
    one: "Add a moment",
    text: "Events with their local time.",
    default: [],
    of: {
      name: "",
      kind: "record",
      fields: [
        { name: "time", kind: "text", title: "Time", longest: 40 },
        { name: "text", kind: "text", title: "What happened" },
        UNCONFIRMED,
      ],
    },
  },
  {
    name: "losses",
    kind: "list",
    title: "Losses in history",
    one: "Add a loss",
    text: "Used to compare battles on this site with history.",
    default: [],
    of: {
      name: "",
      kind: "record",
      fields: [
        { name: "side", kind: "text", title: "Side", names: "side" },
        { name: "ship", kind: "text", title: "Ship", names: "ship name" },
        {
          name: "fate",
          kind: "choice",
          title: "Fate",
          choices: [
            { value: "sunk", words: "sunk" },
            { value: "damaged", words: "damaged" },
          ],
        },
        text("note", "Note", "", { longest: 300 }),
        UNCONFIRMED,
        {
          name: "count",
          kind: "whole",
          title: "How many",
          text: "Number of ships, if the name stands for several.",
          default: 1,
          least: 1,
          most: 99,
        },
        {
          name: "outside_the_battle",
          kind: "truth",
          title: "Outside the battle",
          text: "Lost before or after the battle, or to other forces; comparisons ignore it.",
          default: false,
        },
      ],
    },
  },
];

/** @type {Field} */
export const AUTHOR = text("author", "Author", "Author’s name as shown to readers.", {
  longest: 100,
});

/** @param {Record<string, string>} licences @returns {Field} */
export function licenceField(licences) {
  const choices = Object.entries(licences).map(([value, words]) => ({
    value,
    words: `${value}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
  }));
  return {
    name: "licence",
    kind: "choice",
    title: "Licence",
    text: "Permitted use by others.",
    default: "",
    choices,
  };
}
