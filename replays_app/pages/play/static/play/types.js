/**
 * What the API sends of forms, as types; a field at its default may be left out. No code here runs.
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
 * A tree of cheapest routes: `before` is the previous place, "" for the start. A route computed here has its
 * whole `way`, and its final facing if it turns.
 * @typedef {{place: string, cost: number, before: string, words?: string, focus?: string[], way?: string[],
 *   facing?: number}} Reached
 * A leg of a route: from a place ("" for the start) to the next one, its cost, and the facing after it.
 * @typedef {[before: string, place: string, cost: number, facing?: number]} Leg
 * The facing at the start of a route, and how many steps of the circle of `words` it may turn, in all and at
 * once.
 * @typedef {{facing: number, faces: number, at_once: number, words: string[]}} Turning
 * @typedef {Named & {blank: "course", start: string, start_words?: string, allowance: number,
 *   reach: Reached[], legs?: Leg[], turning?: Turning}} Course
 * @typedef {Choice | Several | NumberBlank | Fixed | Course} Cell
 * With `once` a row may be filled repeatedly, but no value of that blank may be in two lines.
 * @typedef {{blank: "rows", name: string, title: string, rows: Cell[][], least?: number, once?: string}} Rows
 * Members to be put into groups, or left alone. Members of a contingent may only share a group with each
 * other: "free" – groups of up to `most`; "whole" – one group of all; "alone" – each by itself. Groups of a
 * contingent that `counts` count towards `most_groups`.
 * @typedef {{title: string, how: "free" | "whole" | "alone", most: number, counts: boolean,
 *   optional: boolean, members: Value[], places: Value[]}} Contingent
 * A formation fills two blanks of the order: `name` with the groups and `alone` with ships in no group;
 * `fields` has the names of the fields in their lines.
 * @typedef {Named & {blank: "formation", most_groups: number, longest_name: number, alone: string,
 *   fields: {name: string, members: string, member: string, place: string},
 *   suggested: {name: string, members: Json[]}[], contingents: Contingent[]}} Formation
 * @typedef {Cell | Rows | Formation} Blank
 * The tutorial's advice for a form: what to try, and why.
 * @typedef {{text: string, why: string, rule: string, focus: string[]}} Guide
 * @typedef {{order: string, title: string, rule: string, because: string, gives_up?: string,
 *   pressing: boolean, blanks: Blank[], guide?: Guide[]}} Form
 * `since` is when the seat's orders became due, or since when it waits; `called` has all sides with orders
 * due, for the umpire. `unconfirmed` counts throws at a table that the other side entered and this side must
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
 * The odds of a ship, as fractions: that she is chosen as a target at all, and her status after that.
 * @typedef {{name: string, friendly: boolean, drawn: string, sunk: string, damaged: string, workings?:
 *   string[]}} ShipOdds
 * @typedef {{blank: string, text: string, rule?: string, odds?: ShipOdds[], warnings?: {text: string, rule?:
 *   string}[]}} PreviewLine  `blank` is the place of a line such as "attacks.0"
 *
 * An order being filled. A line fills the row of that number; `cells` are the player's choices. `blanks` are
 * those of the form; a formation appears as lines for its groups.
 * @typedef {{row: number, cells: Blanks}} FilledLine
 * @typedef {{form: Form, blanks: (Cell | Rows)[], cells: Blanks,
 *   lines: {[blank: string]: FilledLine[]}}} FilledOrder
 *
 * The selection: one subject of the form, or one line being filled in. `stops` exist while its route has
 * waypoints: after how many places each waypoint comes.
 * @typedef {{handle: string, blank?: string, line?: number, stops?: number[]}} Held
 */

export {};
