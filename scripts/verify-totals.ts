// `npm run verify-totals [-- --repair]`: compares totals with impacts, and the records of activity with those of calc,
// in the system that `npm start` runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { commandEnvironment } from "./start/commands.ts";
import { reconcileOnce } from "./start/reconcile.ts";
import { ROOT, readSettings } from "./start/settings.ts";

const COMMAND = join(ROOT, "services", "calc", "src", "commands", "verify-totals.ts");

try {
  const { ACTIVITY_DATABASE_URL = "", CALC_DATABASE_URL = "" } = commandEnvironment(
    readSettings([], process.env).state,
  );
  const env = { ...process.env, DATABASE_URL: CALC_DATABASE_URL };
  const child = spawn(process.execPath, [COMMAND, ...process.argv.slice(2)], { env, stdio: "inherit" });
  const [code] = await once(child, "exit");
  const differs = await reconcileOnce({ activity: ACTIVITY_DATABASE_URL, calc: CALC_DATABASE_URL }, []);
  process.exitCode = code === 0 && differs === 0 ? 0 : code || 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
