/**
 * What the API sends of forms, as types; a field at its default may be left out. Nothing here runs.
 *
 * @typedef {{[name: string]: Json}} Blanks  an order as submitted: the value of each blank
 * @typedef {null | boolean | number | string | Blanks | JsonList} Json
 * @typedef {Json[]} JsonList
 *
 * A value in words; `focus` are the places and pieces of the chart that it is about.
 * @typedef {{value: Json, words: string, help?: string, rule?: string, focus?: string[],
 *   odds?: string}} Value
 * @typedef {{name: string, title: string, subject: string}} Named
 * @typedef {Named & {blank: "choice", values: Value[], optional?: boolean}} Choice
 * @typedef {Named & {blank: "several", values: Value[], least?: number, most?: number}} Several
 * @typedef {Named & {blank: "number", least: number, most: number}} NumberBlank
 * @typedef {Named & Value & {blank: "fixed"}} Fixed
 * A tree of cheapest ways: `before` is the place before one, "" for the start. One that was worked out here
 * says its whole `way`, and how it faces at its end where it turns.
 * @typedef {{place: string, cost: number, before: string, words?: string, focus?: string[], way?: string[],
 *   facing?: number}} Reached
 * A part of a way: from a place ("" for the start) to one entered next, what it costs, how one then faces.
 * @typedef {[before: string, place: string, cost: number, facing?: number]} Leg
 * How a way faces at its start, and by how many steps of the circle of `words` it may turn, in all and at
 * once.
 * @typedef {{facing: number, faces: number, at_once: number, words: string[]}} Turning
 * @typedef {Named & {blank: "course", start: string, start_words?: string, allowance: number,
 *   reach: Reached[], legs?: Leg[], turning?: Turning}} Course
 * @typedef {Choice | Several | NumberBlank | Fixed | Course} Cell
 * With `once` a row may be filled repeatedly, but no value of that blank may be in two lines.
 * @typedef {{blank: "rows", name: string, title: string, rows: Cell[][], least?: number, once?: string}} Rows
 * Members to be put into groups, or left alone. Those of a contingent may share a group with each other and
 * with nobody else: "free" – groups of up to `most`; "whole" – one group of all; "alone" – each by itself.
 * Groups of a contingent that `counts` are so many of `most_groups`.
 * @typedef {{title: string, how: "free" | "whole" | "alone", most: number, counts: boolean,
 *   optional: boolean, members: Value[], places: Value[]}} Contingent
 * It fills two blanks of the order: `name` with the groups and `alone` with ships in no group; `fields` has
 * the names of the fields in their lines.
 * @typedef {Named & {blank: "formation", most_groups: number, longest_name: number, alone: string,
 *   fields: {name: string, members: string, member: string, place: string},
 *   suggested: {name: string, members: Json[]}[], contingents: Contingent[]}} Formation
 * @typedef {Cell | Rows | Formation} Blank
 * The tutorial's advice for a form: what to try, and why.
 * @typedef {{text: string, why: string, rule: string, focus: string[]}} Guide
 * @typedef {{order: string, title: string, rule: string, because: string, gives_up?: string,
 *   pressing: boolean, blanks: Blank[], guide?: Guide[]}} Form
 * `since` is when the seat's orders became due, or since when it waits; `called` has all sides with orders
 * due, for the umpire. `unconfirmed` counts throws at a table that the other side typed in and this side must
 * confirm; `unconfirmed_throws` has the newest of them with their outcomes.
 * @typedef {{side: string, length: number, since?: string | null, forms: Form[], called?: Called[],
 *   unconfirmed?: number, unconfirmed_throws?: WaitingThrow[], standing?: Standing}} Forms
 * @typedef {{n: number, dice: string, outcome: string}} WaitingThrow
 * Score as far as the seat knows; `worth` says in words what a ship counts.
 * @typedef {{ship: string, side: string, name: string, fate: string, worth: string}} ShipFate
 * @typedef {{scores: Record<string, string>, ships: ShipFate[]}} Standing
 * @typedef {{side: string, since: string}} Called
 *
 * @typedef {{order: string, blanks: Blanks, reasons?: string[]}} Suggestion
 * The chances of a ship, as fractions: that she is hit upon at all, and what becomes of her then.
 * @typedef {{name: string, friendly: boolean, drawn: string, sunk: string, damaged: string, workings?:
 *   string[]}} ShipOdds
 * @typedef {{blank: string, text: string, rule?: string, odds?: ShipOdds[], warnings?: {text: string, rule?:
 *   string}[]}} PreviewLine  `blank` is the place of a line such as "attacks.0"
 *
 * An order being filled. A line fills the row of that number; `cells` are what its giver chose. `blanks` are
 * those of the form, a formation among them as the lines of the groups that are formed.
 * @typedef {{row: number, cells: Blanks}} FilledLine
 * @typedef {{form: Form, blanks: (Cell | Rows)[], cells: Blanks,
 *   lines: {[blank: string]: FilledLine[]}}} FilledOrder
 *
 * What is in hand: all that may be done with one subject of the form, or one line that is being filled.
 * `stops` are there while its way goes by waypoints: after how many places each of them comes.
 * @typedef {{handle: string, blank?: string, line?: number, stops?: number[]}} Held
 */

export {};
