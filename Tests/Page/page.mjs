// Loads the page's modules in node. They are copied into a folder whose package.json says that they
// are modules.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const sources = fileURLToPath(new URL("../../Sources/MartletPage/Page", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "page-"));
cpSync(sources, folder, { recursive: true });
writeFileSync(join(folder, "package.json"), '{"type":"module"}');
const load = (name) => import(pathToFileURL(join(folder, name)));

export const { address, fitted, isPastedFile } = await load("file.js");
export const { stripped } = await load("metadata.js");
export const { Engine } = await load("engine.js");
export const { Model, Module } = await load("model.js");
export const { nearness } = await load("calendar.js");
export const { utcOffsets } = await load("utc-offsets.js");
export const { State } = await load("state.js");
export const { newID, newTicket } = await load("id.js");
export const { placeIn } = await load("text.js");
export const { sentences } = await load("changes.js");
rmSync(folder, { recursive: true });

/** The same numbers for the same seed, each at least 0 and below 1 (xorshift, 32 bits). */
export function chance(seed) {
  let state = (seed * 2654435761 + 1) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 8; i += 1) next();
  return next;
}
