// The page's model as it is committed.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Module } from "./page.mjs";

const [first, rest] = ["model", "model-rest"].map((name) =>
  new WebAssembly.Module(gunzipSync(readFileSync(new URL(`../../Sources/CPage/content/${name}.wasm.gz`, import.meta.url)))));

/** What a fresh instance of the module exports. */
export function freshExports() {
  const module = new Module(() => rest);
  return module.begin(new WebAssembly.Instance(first, module.imports));
}
