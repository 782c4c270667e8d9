// `npm test`: runs all checks and tests and counts them. `npm test -- <path>` runs the matching tests.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./start/settings.ts";
import { run, type Tally } from "./test/check.ts";
import { RUNS, runVitest } from "./test/vitest.ts";

/** Source folders without circular imports. */
const ACYCLIC = [
  ...["api-docs", "cli", "client", "console", "kit", "quantity", "testkit"].map((name) => `packages/${name}/src`),
  ...["activity", "calc", "factors", "gateway", "imports", "notify"].map((name) => `services/${name}/src`),
];
const RELEASED = join(ROOT, "proto", "released.binpb");

const filters = process.argv.slice(2);
const tallies: Tally[] = [];
// The fast checks run first.
if (filters.length === 0) {
  tallies.push(await run("format and lint", "biome", ["ci", "."]));
  tallies.push(await run("types", "tsc", ["-p", "."]));
  tallies.push(await run("types of the console", "tsc", ["-p", "packages/console"]));
  tallies.push(await run("import cycles", process.execPath, ["scripts/test/cycles.ts", ...ACYCLIC]));
  tallies.push(await run("unused files and dependencies", "knip", ["--no-config-hints"]));
  tallies.push(await run("comments", process.execPath, ["scripts/test/comments.ts"]));
  tallies.push(await run("proto lint", "buf", ["lint"], "proto"));
  tallies.push(await run("proto format", "buf", ["format", "--diff", "--exit-code"], "proto"));
  tallies.push(await breaking());
}
if (filters.length > 0) tallies.push(await runVitest({ filters }));
else for (const projects of RUNS) tallies.push(await runVitest({ projects }));

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

/** Clients that were built with the released protos must still work. */
async function breaking(): Promise<Tally> {
  if (!existsSync(RELEASED)) {
    console.log("failed: proto compatibility\n  proto/released.binpb is missing; make it with npm run release:proto");
    return { passed: 0, failed: 1 };
  }
  return run("proto compatibility", "buf", ["breaking", "--against", RELEASED], "proto");
}
