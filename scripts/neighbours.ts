// `npm run neighbours -- <service> list`: marks of neighbours, in the system that `npm start` runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { commandEnvironment } from "./start/commands.ts";
import { ROOT, readSettings } from "./start/settings.ts";

const COMMAND = join(ROOT, "packages", "kit", "src", "commands", "neighbours.ts");

try {
  const [service = ""] = process.argv.slice(2);
  const kept = commandEnvironment(readSettings([], process.env).state);
  const env = { ...process.env, DATABASE_URL: kept[`${service.toUpperCase()}_DATABASE_URL`] };
  const child = spawn(process.execPath, [COMMAND, ...process.argv.slice(2)], { env, stdio: "inherit" });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
