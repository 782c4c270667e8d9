// Writes the descriptions of the API that the gateway serves. `npm run gen` runs it.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { builtFiles } from "./built.ts";

for (const { path, text } of builtFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
