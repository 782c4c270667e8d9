// `npm run limits -- --organization-id ...`: shows or changes limits of requests in the system that `npm start` runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { commandEnvironment } from "./start/commands.ts";
import { ROOT, readSettings } from "./start/settings.ts";

const COMMAND = join(ROOT, "services", "gateway", "src", "commands", "limits.ts");

try {
  const { GATEWAY_DATABASE_URL } = commandEnvironment(readSettings([], process.env).state);
  const env = { ...process.env, DATABASE_URL: GATEWAY_DATABASE_URL };
  const child = spawn(process.execPath, [COMMAND, ...process.argv.slice(2)], { env, stdio: "inherit" });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
