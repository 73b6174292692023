/** A battle of two turns and thirty entries, as the tests of the replay page have it. */

/** @type {import("../../../../darkseas/static/darkseas/chart/types.js").Outline} */
export const outline = {
  battle: "b",
  title: "B",
  system: "dark_seas",
  system_title: "Dark Seas",
  release: "1",
  perspective: "all",
  perspectives: [],
  entries: 30,
  ground: { kind: "hexes", map: null, sides: [] },
  turns: [
    {
      turn: 1,
      title: "",
      first: 3,
      phases: [
        { phase: "m", title: "Movement", rule: "§1", first: 4 },
        { phase: "c", title: "Combat", rule: "§2", first: 10 },
      ],
    },
    { turn: 2, title: "Daylight", first: 20, phases: [] },
  ],
  marks: { rolls: [], losses: [] },
  scores: [],
  status: "finished",
  result: null,
  broken_off: null,
};
