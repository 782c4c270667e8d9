// `npm run service-account -- create|list|revoke ...`: accounts for calls over gRPC to the system that `npm start` runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { keyFiles } from "@emissions/testkit/principal-keys.mjs";
import { ROOT, readSettings } from "./start/settings.ts";

const COMMAND = join(ROOT, "packages", "kit", "src", "commands", "service-accounts.ts");

try {
  const { state } = readSettings([], process.env);
  const env = { ...process.env, PRINCIPAL_KEYS_FILE: keyFiles(join(state, "keys"), "").all };
  const child = spawn(process.execPath, [COMMAND, ...process.argv.slice(2)], { env, stdio: "inherit" });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
