// `npm run dead-letters -- list`: events that services gave up, in the system that `npm start` runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commandEnvironment } from "./start/commands.ts";
import { ROOT, readSettings } from "./start/settings.ts";

/** Services with consumers. The name of a consumer begins with that of its service. */
const CONSUMING = ["activity", "calc", "factors", "notify"];

try {
  const args = process.argv.slice(2);
  const options = { consumer: { type: "string" } } as const;
  const { consumer } = parseArgs({ args, options, allowPositionals: true, strict: false }).values;
  const wanted = typeof consumer === "string" ? consumer : "";
  const services = wanted === "" ? CONSUMING : CONSUMING.filter((name) => wanted.startsWith(`${name}_`));
  if (services.length === 0) throw new Error(`${wanted} is not a consumer of ${CONSUMING.join(", ")}`);
  const kept = commandEnvironment(readSettings([], process.env).state);
  for (const name of services) {
    if (services.length > 1) console.log(name);
    const command = join(ROOT, "services", name, "src", "commands", "dead-letters.ts");
    const env = { ...process.env, DATABASE_URL: kept[`${name.toUpperCase()}_DATABASE_URL`] };
    const child = spawn(process.execPath, [command, ...args], { env, stdio: "inherit" });
    const [code] = await once(child, "exit");
    process.exitCode = code ?? 1;
    if (code !== 0) break;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
