// `npm run advisories`: asks the registry for security advisories of all packages in the lockfile. Exits with 1 if one
// counts, and with 3 if the registry does not answer. No test runs it: new advisories must not fail an old commit.
import { spawnSync } from "node:child_process";
import { ROOT } from "./start/settings.ts";
import { judge, readAdvisories, readAllowed, tooLong } from "./supply-chain/advisories.ts";

/** The first series of pnpm that asks the present interface of the registry. It reads the lockfile only. */
const PNPM = "pnpm@11.28.11";
const LIMIT_MS = 120_000;
const EXIT_COUNTING = 1;
const EXIT_NO_ANSWER = 3;

const today = new Date().toISOString().slice(0, 10);
const allowed = readAllowed();
try {
  const { stdout, stderr } = spawnSync("npx", ["--yes", PNPM, "audit", "--json"], {
    cwd: ROOT,
    encoding: "utf8",
    timeout: LIMIT_MS,
  });
  if (stdout.trim() === "") throw new Error(stderr.trim() || `no answer within ${LIMIT_MS / 1000} s`);
  report(readAdvisories(stdout));
} catch (error) {
  console.error(`The registry tells no advisories: ${error instanceof Error ? error.message : error}`);
  process.exitCode = EXIT_NO_ANSWER;
}

function report(advisories: ReturnType<typeof readAdvisories>): void {
  const { counting, expired, unused } = judge(advisories, allowed, today);
  for (const { github_advisory_id: id, module_name: name, severity, title } of counting) {
    console.log(`${severity}: ${name}: ${title} (${id})`);
  }
  for (const { id, expires } of expired) console.log(`look again: ${id} was allowed until ${expires}`);
  for (const { id } of unused) console.log(`delete from the list: ${id} is no longer told`);
  for (const { id } of tooLong(allowed, today)) console.log(`allowed for too long: ${id}`);
  console.log(`${advisories.length} advisories, ${counting.length} of them count`);
  if (counting.length > 0) process.exitCode = EXIT_COUNTING;
}
