/**
 * Types that the editor's parts share. This file has no code.
 *
 * The path of a value in the document: names of fields, positions in lists, or keys of list members that
 * have one. Findings write it with dots ("sides.ijn.ships.kako.ratings.speed"); here it is a list.
 * @typedef {(string | number)[]} Place
 *
 * The scenario's document; never changed in place. Only the form defines the fields of a rules system.
 * @typedef {Record<string, unknown>} Answers
 * @typedef {{key: string, name: string, class_name?: string, class_key?: string, navy: string, kind: string,
 *   count?: number, ratings?: Answers, origin?: string, radar_sets?: string, note?: string}} Ship
 * @typedef {{key: string, name: string, ships: string[], rules?: Answers}} Group
 * @typedef {{key: string, name: string, navies?: string[], ships: Ship[], groups?: Group[],
 *   rules?: Answers}} Side
 * @typedef {import("../../maps/map_editor/types.js").MapSpec} MapSpec
 * @typedef {{date?: string, licence?: string, winner?: string,
 *   losses?: {side: string, [name: string]: unknown}[], [name: string]: unknown}} About
 * @typedef {{key: string, title: string, system: string, sides: Side[], map?: MapSpec | null,
 *   about?: About, sea?: Answers, aims?: Answers, options?: Answers,
 *   origins?: Record<string, string>}} Spec
 *
 * The draft as the API returns it.
 * @typedef {{version: number, edited_at?: string, edited_by: string, is_owner: boolean, authors: string[],
 *   scenario: {revision: number, visibility: string} | null, spec: Spec}} Draft
 *
 * A ship of the ship data, as the API returns it.
 * @typedef {{name: string, is_named: boolean, class_key: string, class_name: string, navy: string,
 *   kind: string, ratings: Answers | null, cost?: number | null, radar_sets: string, unconfirmed: boolean,
 *   absence: {reason: string, date: string, renamed?: string} | null}} FoundShip
 *
 * @typedef {{value: unknown, words: string}} Choice  an answer that a field offers
 *
 * A field of a form: see the form descriptions of the API.
 * @typedef {{name: string, kind: string, title?: string, text?: string, rule?: string, unit?: string,
 *   least?: number | null, most?: number | null, names?: string, choices?: Choice[],
 *   default?: unknown, optional?: boolean, of?: Field, fields?: Field[],
 *   keys?: {value: string, words: string}[], long?: boolean, suggest?: string[], origin?: string,
 *   longest?: number, members?: string[], label?: string, one?: string}} Field
 * @typedef {{system: string, title: string, has_map: boolean, parts: Record<string, Field>}} Form
 *
 * Both as the API returns them; there `optional` means that a field may be omitted.
 * @typedef {Omit<Field, "keys" | "of" | "fields"> & {may_be_empty?: boolean, of?: FieldDescription | null,
 *   fields?: FieldDescription[] | null}} FieldDescription
 * @typedef {Omit<Form, "parts"> & {parts: Record<string, FieldDescription>}} FormDescription
 *
 * @typedef {{where: string, text: string, rule: string, remedy: string, is_advice: boolean}} Finding
 *
 * A part of the page that shows a part of the document: `update` shows the current document.
 * @typedef {{element: HTMLElement, update: () => void}} Part
 *
 * @typedef {import("../../darkseas/kit/undo_store.js").UndoStore<Spec>} Store
 * @typedef {ReturnType<typeof import("../../darkseas/kit/api.js").createApi>} Api
 *
 * The data of the page besides the draft; `found` holds the ships of the last search.
 * @typedef {object} Known
 * @property {string} id @property {string} me @property {string} token @property {string} system
 * @property {Finding[]} findings @property {string[]} aims @property {Record<string, number>} costs
 * @property {{key: string, name: string}[]} navies @property {Record<string, string>} kinds
 * @property {string[]} theatres @property {Record<string, string>} licences
 * @property {string[]} reserved  keys that no side may have @property {string} difference_url
 * @property {string} fight_url @property {string} visibility
 * @property {[string, string][]} visibilities  what may be chosen, with its words
 * @property {WeakMap<Element, FoundShip>} found
 *
 * What every panel may ask of the page.
 * @typedef {object} Context
 * @property {Store} store
 * @property {Api} api
 * @property {string} id  the draft's
 * @property {Form} form
 * @property {(place: Place, field: Field) => string} [subject]
 * @property {() => Finding[]} findings
 * @property {(listener: () => void) => void} onFindings
 * @property {() => string[]} aims  the aims, read back as sentences
 * @property {() => Record<string, number>} costs  what each ship that is saved costs, by her key
 * @property {(text: string) => void} announce
 * @property {(where: string, options?: {zone?: string}) => void} select  opens the panel of a place and puts
 *   the focus there
 * @property {() => Promise<boolean>} settle  saves unsaved changes; false if that fails
 * @property {{me: string, isOwner: boolean, authors: string[]}} people
 * @property {() => Draft} draft  what the API said of the draft last
 * @property {() => number} version  the version that was saved last
 * @property {() => void} marks  puts findings beside the fields of the open panel again
 * @property {Known} known  what the page knows beside
 */

export {};
