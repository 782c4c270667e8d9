// `npm run organization -- --name ...`: creates an organization in the system that `npm start` runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { commandEnvironment } from "./start/commands.ts";
import { ROOT, readSettings } from "./start/settings.ts";

const COMMAND = join(ROOT, "services", "activity", "src", "commands", "create-organization.ts");

try {
  const env = { ...process.env, ...commandEnvironment(readSettings([], process.env).state) };
  const child = spawn(process.execPath, [COMMAND, ...process.argv.slice(2)], { env, stdio: "inherit" });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
