/** The part of a drawing that is seen, while its window changes. */

import assert from "node:assert/strict";
import test from "node:test";

const noop = () => {};
globalThis.ResizeObserver = /** @type {any} */ (
  class {
    observe() {}
  }
);

const { Viewport, withNames } =
  await import("../../../darkseas/static/darkseas/chart/interactive/viewport.js");

const { InteractiveChart } =
  await import("../../../darkseas/static/darkseas/chart/interactive/interactive_chart.js");

/** A window of so many pixels. @param {number} clientWidth @param {number} clientHeight */
function windowOf(clientWidth, clientHeight) {
  const listens = { setAttribute: noop, addEventListener: noop, style: { setProperty: noop } };
  return /** @type {any} */ ({ clientWidth, clientHeight, ...listens });
}

/** @param {InstanceType<typeof Viewport>} view */
const middleOf = ({ box }) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

test("what stands in the middle stays there when the window becomes lower", () => {
  const svg = windowOf(400, 400);
  const view = new Viewport(svg, { x: 0, y: 0, w: 1000, h: 1000 }, noop);
  view.set({ x: 400, y: 500, w: 300, h: 300 });
  const before = middleOf(view);
  svg.clientHeight = 200;
  view.resized();
  assert.deepEqual(middleOf(view), before);
  assert.deepEqual([view.box.w, view.box.h], [300, 150]);
});

test("a chart that is seen whole is seen whole in another window too", () => {
  const svg = windowOf(400, 400);
  const view = new Viewport(svg, { x: 0, y: 0, w: 1000, h: 1000 }, noop);
  svg.clientHeight = 200;
  view.resized();
  assert.deepEqual([view.box.w, view.box.h], [2000, 1000]);
});

test("there is room for names about what is shown, past the edge of the map too", () => {
  for (const [wide, high] of [
    [360, 277],
    [900, 480],
  ]) {
    const box = { x: 0, y: 0, w: 1700, h: 1500 };
    const named = withNames(box, { w: wide, h: high });
    const unit = Math.max(named.w / wide, named.h / high);
    assert.ok(-named.x / unit >= 31.9);
    assert.ok((named.w + named.x - box.w) / unit >= 31.9);
    assert.ok((named.h - box.h) / unit >= 17.9);
  }
  const view = new Viewport(windowOf(400, 400), { x: 0, y: 0, w: 1000, h: 1000 }, noop);
  view.set({ x: 700, y: 900, w: 200, h: 200 });
  assert.deepEqual(view.box, { x: 700, y: 809, w: 200, h: 200 });
});

/** A chart of pieces on a line, with as much of it shown as can be read: 1,000 units.
 * @param {Record<string, {side: string, x: number}>} pieces */
function lineOf(pieces) {
  const chart = {
    known: (/** @type {string} */ key) => (pieces[key] ? { piece: pieces[key] } : null),
    elements: () => Object.keys(pieces).map((key) => ({ getAttribute: () => key })),
    around: (/** @type {string[]} */ keys) => {
      const spots = keys.flatMap((key) => pieces[key]?.x ?? []);
      return { x: Math.min(...spots), y: 0, w: Math.max(...spots) - Math.min(...spots), h: 10 };
    },
    near: () => 1000,
  };
  const view = { svg: { clientWidth: 100 } };
  return /** @type {any} */ (Object.assign(Object.create(InteractiveChart.prototype), { chart, view }));
}

test("while a ship is in hand the nearest enemy is kept in view, unless that is too far to read", () => {
  const own = { ajax: { side: "rn", x: 0 }, exeter: { side: "rn", x: 50 } };
  const line = lineOf({ ...own, far: { side: "km", x: 5000 }, spee: { side: "km", x: 900 } });
  assert.deepEqual(line.withFoe("ajax", ["ajax"]), ["ajax", "spee"]);
  assert.deepEqual(lineOf({ ...own, far: { side: "km", x: 1100 } }).withFoe("ajax", ["ajax"]), ["ajax"]);
  assert.deepEqual(lineOf(own).withFoe("ajax", ["ajax"]), ["ajax"]);
});
