// `npm test`: runs all checks and tests and counts them. `npm test -- <path>` runs the matching tests.
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { launchersIn, watchLaunchers } from "./launchers.mjs";
import { ROOT } from "./start/settings.ts";
import { run, type Tally } from "./test/check.ts";
import { runVitest, STAGES } from "./test/vitest.ts";

/** Source folders without circular imports. */
const ACYCLIC = [
  ...["api-docs", "cli", "client", "console", "kit", "quantity", "testkit"].map((name) => `packages/${name}/src`),
  ...["activity", "calc", "factors", "gateway", "imports", "notify"].map((name) => `services/${name}/src`),
];
const RELEASED = join(ROOT, "proto", "released.binpb");

const halt = new AbortController();
const interrupted = halt.signal;
// Ctrl-C arrives several times: from the terminal, and forwarded by npm and the boot script.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => halt.abort(signal));
// npm ends at a SIGTERM, and the signal does not reach this process.
watchLaunchers(launchersIn(process.env), () => halt.abort("SIGTERM"));

try {
  const tallies = await runAll(process.argv.slice(2));
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
} catch (error) {
  if (!interrupted.aborted) throw error;
  console.error("\ninterrupted");
  process.exit(128 + constants.signals[interrupted.reason as NodeJS.Signals]);
}

async function runAll(filters: readonly string[]): Promise<Tally[]> {
  if (filters.length > 0) return [await runVitest({ interrupted, filters })];
  const tallies = await runChecks();
  for (const stage of STAGES) {
    tallies.push(...(await Promise.all(stage.map((projects) => runVitest({ interrupted, projects })))));
  }
  return tallies;
}

/** The fast checks. */
async function runChecks(): Promise<Tally[]> {
  const here = { interrupted };
  const inProto = { interrupted, folder: "proto" };
  return [
    await run("format and lint", "biome", ["ci", "."], here),
    await run("types", "tsc", ["-p", "."], here),
    await run("types of the console", "tsc", ["-p", "packages/console"], here),
    await run("import cycles", process.execPath, ["scripts/test/cycles.ts", ...ACYCLIC], here),
    await run("unused files and dependencies", "knip", ["--no-config-hints"], here),
    await run("comments", process.execPath, ["scripts/test/comments.ts"], here),
    await run("proto lint", "buf", ["lint"], inProto),
    await run("proto format", "buf", ["format", "--diff", "--exit-code"], inProto),
    await breaking(),
  ];
}

/** Clients that were built with the released protos must still work. */
async function breaking(): Promise<Tally> {
  if (!existsSync(RELEASED)) {
    console.log("failed: proto compatibility\n  proto/released.binpb is missing; make it with npm run release:proto");
    return { passed: 0, failed: 1 };
  }
  return run("proto compatibility", "buf", ["breaking", "--against", RELEASED], { interrupted, folder: "proto" });
}
