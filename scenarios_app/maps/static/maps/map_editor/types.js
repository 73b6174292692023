/**
 * Types of the map editor.
 *
 * A map as JSON; default values may be omitted.
 * @typedef {{name: string, hex: string, kind?: string}} Place
 * @typedef {{key: string, title: string, cols: number, rows: number, land?: string[], excluded?: string[],
 *   areas?: Record<string, string[]>, places?: Place[], coast?: string, coast_col?: number,
 *   coast_row?: number, source?: string, hex_yards?: number, shallows?: string[], ports?: string[],
 *   edges?: string[], numbering?: Numbering}} MapSpec
 * @typedef {"0000" | "0101" | "A1"} Numbering
 * @typedef {import("../../darkseas/chart/geometry.js").Point} Point
 * @typedef {{col: number, row: number}} Hex
 *
 * A deployment zone: the hexes in which a side or a group may set up.
 * @typedef {{path: string, title: string, side: string, notch: number, navy: string, hexes: string[],
 *   isOne?: boolean}} Zone
 *
 * The owner of the map. A recipe returns a new map that shares unchanged parts; `join` combines quick
 * changes with the same label into one undo step.
 * @typedef {object} Host
 * @property {() => MapSpec} map
 * @property {(label: string, recipe: (map: MapSpec) => MapSpec, options?: {join?: boolean}) => void} change
 * @property {(listener: () => void) => (() => void)} subscribe
 * @property {(text: string) => void} announce
 * @property {() => Zone[]} [zones]
 * @property {(path: string, hexes: string[]) => void} [changeZone]
 * @property {(path: string) => void} [select]
 * @property {{get: (path: string) => Promise<unknown>, post: (path: string, body: unknown,
 *   how?: {headers: Record<string, string>}) => Promise<unknown>}} [api]
 *
 * The current choice: a tool, a shape, an area or zone.
 * @typedef {{tool: string, shape: string, area: string, zone: string}} Choice
 *
 * The drawing of the map.
 * @typedef {object} MapView
 * @property {string} ids  begins the ids of this drawing's patterns
 * @property {SVGSVGElement} svg
 * @property {import("../../darkseas/chart/interactive/viewport.js").Viewport} view
 * @property {MapSpec | null} map  what is drawn now
 * @property {(map: MapSpec) => void} draw
 * @property {(at: Hex) => void} reveal
 *
 * State that the parts of the editor share: the map, the choice, the keyboard cursor.
 * @typedef {object} EditorContext
 * @property {Host} host
 * @property {HTMLElement} chart  the element that has the focus while one paints
 * @property {MapSpec} map  as the host has it
 * @property {MapView} mapView
 * @property {Choice} choice
 * @property {Hex} cursor  the hex that keys work on
 * @property {number} side  the side of that hex, for tools that work on hexsides
 * @property {() => Zone[]} zones
 * @property {(label: string, recipe: (map: MapSpec) => MapSpec) => void} change
 * @property {(part: Partial<Choice>) => void} choose
 * @property {(listener: () => void) => void} onChoice  calls now, and whenever something else is chosen
 * @property {(listener: () => void) => void} onMap  calls now, and whenever the map is another
 * @property {() => boolean} isReady  whether the tool knows what to paint; says what is missing
 * @property {() => void} refresh
 * @property {(zones: Zone[]) => void} drawZones
 * @property {() => void} focus
 * @property {(at: Hex, side?: number) => void} moveTo
 * @property {(at: Hex | null, footprint?: string[], side?: string) => void} hover
 * @property {() => void} sayHex
 * @property {() => boolean} letGo  lets go of what keys began; true where there was something
 * @property {() => void} act  does at the cursor what the tool does
 */

export {};
