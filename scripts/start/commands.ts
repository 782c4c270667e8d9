import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { System } from "@emissions/testkit/processes";
import { SERVICES } from "@emissions/testkit/roles";
import { ROOT, readSettings, writePrivate } from "./settings.ts";

const fileIn = (state: string) => join(state, "commands.json");

/** Stores the environment that the command line tools need for the running system. DATABASE_URL is that of activity. */
export function keepCommandEnvironment(system: System, state: string): void {
  const { DATABASE_URL, API_KEY_PEPPER, API_KEY_KIND } = system.envOf("activity");
  const urls = SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.envOf(name).DATABASE_URL]);
  writePrivate(fileIn(state), { DATABASE_URL, API_KEY_PEPPER, API_KEY_KIND, ...Object.fromEntries(urls) });
}

export function commandEnvironment(state: string): NodeJS.ProcessEnv {
  try {
    return JSON.parse(readFileSync(fileIn(state), "utf8"));
  } catch {
    throw new Error("nothing has been started here yet: run npm start first, and leave it running");
  }
}

/** Runs a command of activity on the running system, with the arguments of this process. */
export const runActivityCommand = (file: string): Promise<void> => runCommand("activity", file);

/** The same for a command of any service. */
export async function runCommand(service: string, file: string): Promise<void> {
  try {
    const command = join(ROOT, "services", service, "src", "commands", file);
    const kept = commandEnvironment(readSettings([], process.env).state);
    const env = { ...process.env, ...kept, DATABASE_URL: kept[`${service.toUpperCase()}_DATABASE_URL`] };
    const child = spawn(process.execPath, [command, ...process.argv.slice(2)], { env, stdio: "inherit" });
    const [code] = await once(child, "exit");
    process.exitCode = code ?? 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
