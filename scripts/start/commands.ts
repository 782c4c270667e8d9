import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { System } from "@emissions/testkit/processes";
import { writePrivate } from "./settings.ts";

const fileIn = (state: string) => join(state, "commands.json");

/** Stores the environment that the command line tools of activity, calc and the gateway need for the running system. */
export function keepCommandEnvironment(system: System, state: string): void {
  const { DATABASE_URL, API_KEY_PEPPER } = system.envOf("activity");
  const { DATABASE_URL: CALC_DATABASE_URL } = system.envOf("calc");
  const { DATABASE_URL: GATEWAY_DATABASE_URL } = system.envOf("gateway");
  writePrivate(fileIn(state), { DATABASE_URL, API_KEY_PEPPER, CALC_DATABASE_URL, GATEWAY_DATABASE_URL });
}

export function commandEnvironment(state: string): NodeJS.ProcessEnv {
  try {
    return JSON.parse(readFileSync(fileIn(state), "utf8"));
  } catch {
    throw new Error("nothing has been started here yet: run npm start first, and leave it running");
  }
}
