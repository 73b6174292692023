/** Zones: hexes that a rule of a side or a group names, painted or picked. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  withHex,
  withZone,
  zoneFor,
  zonesOf,
} from "../../../scenarios_app/drafts/static/drafts/editor/panels/zones.js";
import { parts, spec } from "./sample_spec.js";

test("a painted zone gets an area of its own", () => {
  const next = withZone(spec, "sides.b.rules.set_up", ["0404"]);
  assert.deepEqual(next.sides[1].rules, { set_up: "b-set-up" });
  assert.deepEqual(next.map?.areas, { west: ["0000"], "b-set-up": ["0404"] });
  assert.deepEqual(
    zonesOf(spec, parts).map((one) => [one.path, one.hexes.length]),
    [
      ["sides.a.rules.set_up", 1],
      ["sides.b.rules.set_up", 0],
    ],
  );
});

test("the hex of a group is picked as a zone of one", () => {
  const form = {
    "groups.rules": { name: "", kind: "record", fields: [{ name: "hex", kind: "hex", title: "Hex" }] },
  };
  const path = "sides.a.groups.g.rules.hex";
  const next = withHex(spec, path, ["0203"]);
  assert.equal(zonesOf(spec, form).length, 0);
  assert.equal(zonesOf(spec, form, new Set([path]))[0]?.title, "A, G: hex");
  assert.deepEqual(
    zonesOf(next, form).map((one) => [one.path, one.hexes, one.isOne]),
    [[path, ["0203"], true]],
  );
  assert.equal(zoneFor(next, form, path), path);
  assert.deepEqual(withHex(next, path, []).sides[0].groups?.[0].rules, {});
});
