// What CI needs to see that the committed page is made from its sources.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("CI compares the page's model with its sources: it has the compiler that made it, and fails otherwise", () => {
  const [, made] = read("Sources/CPage/tools").match(/^Swift version (\S+) /m);
  const ci = read(".github/workflows/ci.yml");
  const [, used] = ci.match(/- part: slow\n\s+swift: (\S+)\n/);
  assert.equal(used, made, "put the version of Sources/CPage/tools into ci.yml");
  assert.match(ci, /container: swift:\$\{\{ matrix\.swift \|\| '[\d.]+' \}\}-bookworm\n/);
  assert.match(ci, /MARTLET_PAGE_TOOLS: same\n/);
});
