// `npm run reconcile [-- --apply --by <you> --reason <text>]`: compares records of activity with those of calc, in the
// system that `npm start` runs, and settles differences (docs/runbooks/EmissionsNeighbourBehind.md).
import { commandEnvironment } from "./start/commands.ts";
import { reconcile } from "./start/reconcile.ts";
import { readSettings } from "./start/settings.ts";

try {
  const kept = commandEnvironment(readSettings([], process.env).state);
  const urls = { activity: kept.ACTIVITY_DATABASE_URL ?? "", calc: kept.CALC_DATABASE_URL ?? "" };
  process.exitCode = await reconcile(urls, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
