/**
 * What the map editor is given, and what it says.
 *
 * A map as JSON; lists at their default may be left out.
 * @typedef {{name: string, hex: string, kind?: string}} Place
 * @typedef {{key: string, title: string, cols: number, rows: number, land?: string[], excluded?: string[],
 *   areas?: Record<string, string[]>, places?: Place[], coast?: string, coast_col?: number, coast_row?:
 * number,
 *   source?: string, hex_yards?: number, shallows?: string[], ports?: string[], edges?: string[],
 *   numbering?: Numbering}} MapSpec
 * @typedef {"0000" | "0101" | "A1"} Numbering
 * @typedef {import("../../darkseas/chart/geometry.js").Point} Point
 * @typedef {{col: number, row: number}} Hex
 *
 * Where something may be set up: a side's or a group's hexes, somewhere in the scenario.
 * @typedef {{path: string, title: string, side: string, notch: number, navy: string, hexes: string[], isOne?:
 *   boolean}} Zone
 *
 * Whoever holds the map. A recipe returns a new map that shares what it left alone; `join` makes one step
 * of quick changes with the same label.
 * @typedef {object} Host
 * @property {() => MapSpec} map
 * @property {(label: string, recipe: (map: MapSpec) => MapSpec, options?: {join?: boolean}) => void} change
 * @property {(listener: () => void) => (() => void)} subscribe
 * @property {(text: string) => void} announce
 * @property {() => Zone[]} [zones]
 * @property {(path: string, hexes: string[]) => void} [changeZone]
 * @property {(path: string) => void} [select]
 * @property {{get: (path: string) => Promise<any>, post: (path: string, body: any) => Promise<any>}} [api]
 *
 * What the hand holds: a tool, a shape, and which area or zone is meant.
 * @typedef {{tool: string, shape: string, area: string, zone: string}} Choice
 */

export {};
