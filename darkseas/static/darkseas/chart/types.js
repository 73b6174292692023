/**
 * What the server sends, as types. Nothing here runs; a field at its default may be left out.
 *
 * @typedef {{key: string, name: string, navy: string, notch: number}} Side
 * @typedef {{name: string, hex: string, kind?: string}} Place
 * @typedef {{key: string, title: string, cols: number, rows: number, land?: string[], excluded?: string[],
 *   places?: Place[], areas?: Record<string, string[]>, coast?: string, coast_col?: number,
 *   coast_row?: number, hex_yards?: number, shallows?: string[], ports?: string[], edges?: string[],
 *   numbering?: string}} HexMap
 * `title` of a row names its group and, after a comma, what part of it lies there: "Battle group, tier 3".
 * @typedef {{key: string, side: string, title: string}} CardRow
 * @typedef {{kind: string, map: HexMap | null, sides: Side[], edges?: [string, string][], rows?: CardRow[],
 *   pieces?: string}} Ground
 *
 * @typedef {{key: string, name: string, kind: string, ratings: string, marks?: string[]}} Crew
 * @typedef {{label: string, value: string, workings?: string[]}} Figure
 * How far a weapon carries; from `least` to `most` degrees off the bow, on either side, all of it bears.
 * @typedef {{label: string, hexes: number, least?: number, most?: number}} WeaponRange
 * @typedef {{key: string, side: string, at: string, face: string, kind?: string, title?: string,
 *   pips?: number, marks?: string[], crew?: Crew[], note?: string, figures?: Figure[],
 *   facing?: string, hexes?: string[], ranges?: WeaponRange[]}} Piece
 * A piece with a `facing` is a ship along her `hexes`, from her bow (`at`) astern.
 * @typedef {{kind: string, side: string, path: string[], label?: string, age?: number, outcome?: string}}
 *   Stroke
 * @typedef {{kind: string, places: string[], side?: string, label?: string}} Patch
 * @typedef {{label: string, value: string, side?: string}} Caption
 * @typedef {{pieces: Piece[], strokes?: Stroke[], patches?: Patch[], captions?: Caption[]}} Chart
 *
 * @typedef {{label: string, amount: string, rule?: string}} Working
 * @typedef {{sides: number, face: number, label?: string, origin?: string}} Die
 * `chance` is a fraction as data have it; `rolled` marks what fell.
 * @typedef {{roll: string, result: string, chance: string, rolled?: boolean}} ResultRow
 * @typedef {{title: string, rows: ResultRow[]}} ResultColumn
 * @typedef {{n: number, step: number, turn: number, phase: string, kind: string, side: string,
 *   sentence: string, rules: string[], weight: number, workings: Working[], total: string, dice: Die[],
 *   focus: string[], column: ResultColumn | null}} Line
 *
 * @typedef {{phase: string, title: string, rule: string, first: number}} Phase
 * @typedef {{turn: number, title: string, first: number, phases: Phase[]}} Turn
 * @typedef {{key: string, name: string}} Perspective
 * @typedef {{battle: string, title: string, system: string, system_title: string, release: string,
 *   perspective: string, perspectives: Perspective[], entries: number, ground: Ground, turns: Turn[],
 *   marks: {rolls: number[], losses: {n: number, side: string, name: string}[], firsts?: number[]},
 *   scores: {n: number, scores: Record<string, string>}[], result: Result | null,
 *   broken?: {n: number, why: string}, status: string,
 *   broken_off: BrokenOff | null}} Outline
 * @typedef {{n: number, by: string[], reason: string, told: string[]}} BrokenOff  with which entry a battle
 *   ended without a result, the sides that it waited for, and a few sentences on how it had gone
 * @typedef {{n: number, winner: string | null, reason: string, rule: string, scores: Record<string, string>,
 *   told: string[], head?: string}} Result  `told` are a few sentences on how it went, `head` the last link
 *   of the log
 *
 * The interface of each kind of chart, which is drawn state by state.
 * @typedef {object} ChartView
 * @property {string} label  description and keys of the chart, for screen readers
 * @property {Controls | null} controls  what moves it; null for a picture
 * @property {() => HTMLElement[]} legend  the lines that its legend has for it
 * @property {(chart: Chart, previous: Chart | null, focus: string[]) => void} draw
 *   draws a state; `previous` is the state one entry earlier, `focus` the places and pieces of the sentence
 * @property {(focus: string[]) => void} closeUp  for a picture: only what lies about these
 *
 * The current choices on a chart: `pieces` and `places` are highlighted, `held` is the selected piece,
 * `plans` are choices already made, as paths of places and pieces. All have texts for screen readers. For a
 * place off the map (an edge), `beside` is the place from which a piece leaves.
 * @typedef {{place: string, words: string, note?: string, beside?: string}} OfferedPlace
 * @typedef {{path: string[], kind: string, words?: string, isHeld?: boolean}} Plan
 * @typedef {{pieces: {key: string, words: string, isAim?: boolean}[], places: OfferedPlace[], held: string,
 *   plans: Plan[]}} Offer
 * What was chosen: a piece, a place or the place under a piece; neither to let go.
 * @typedef {{piece: string, place: string, isDropped?: boolean}} Picked
 *
 * @typedef {object} ChartOptions
 * @property {string} [coast]  address of the coastline
 * @property {boolean} [still]  a picture: no zoom, no bar, no card
 * @property {(on: boolean) => void} [followed]  told when the chart begins or ceases to follow
 * @property {(picked: Picked) => boolean} [picked]  told what a reader chooses on the chart; answers whether
 *   that meant something
 * @property {(ship: string) => string} [worth]  what a ship counts, in words, for the card of her piece
 * @property {(ship: string) => string} [shipPage]  the address of her page for that card, "" for none
 *
 * @typedef {object} Controls
 * @property {(offer: Offer) => void} offer  lights up what may be chosen
 * @property {(factor: number) => void} zoom
 * @property {(right: number, down: number) => void} pan  by parts of what is seen
 * @property {() => void} fit  shows the whole ground
 * @property {(on: boolean) => void} follow  keeps what happens in view
 * @property {() => boolean} follows
 */

export {};
