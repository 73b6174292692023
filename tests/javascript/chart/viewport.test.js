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
