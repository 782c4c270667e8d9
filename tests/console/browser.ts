import { existsSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

/** Places of an installed Chromium, unless CHROMIUM names another one. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SERIOUS = ["serious", "critical"];

/** Starts the Chromium of this machine. Fails when it has none. */
export function startBrowser(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM ?? "", ...PLACES].find((place) => place !== "" && existsSync(place));
  if (executablePath === undefined) throw new Error("npm run console:test needs Chromium: set CHROMIUM to its path");
  // Root cannot use the sandbox. The pages are those of the gateway alone.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}

/** A folder for pictures, which is kept. */
export const pictureFolder = () => mkdtemp(join(tmpdir(), "emissions-console-"));

interface AxeResult {
  passes: unknown[];
  violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

/** The serious faults of accessibility on the page, as texts. */
export async function faultsOf(page: Page): Promise<string[]> {
  // The policy of the page forbids scripts of others, so the rules arrive through the debugger.
  const client = await page.context().newCDPSession(page);
  await client.send("Runtime.evaluate", { expression: readFileSync(AXE, "utf8") });
  const { passes, violations } = (await page.evaluate("axe.run()")) as AxeResult;
  // Without it, a page that no rule looked at would have no faults.
  if (passes.length === 0) throw new Error("No rule of accessibility was checked");
  return violations
    .filter(({ impact }) => SERIOUS.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join()}: ${failureSummary}`));
}
