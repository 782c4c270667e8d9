import { type ParseArgsConfig, parseArgs } from "node:util";
import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { ApiKeys } from "../access/keys.ts";
import { Config, GroupConfig, type GroupLimits, groupLimitsOf } from "../config.ts";

export interface Tools {
  db: Db;
  keys: ApiKeys;
  groupLimits: GroupLimits;
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/** Runs a command with a connection to the tables of the service, and prints its result as JSON. */
export function runCommand<O extends Options>(
  usage: string,
  options: O,
  work: (tools: Tools, values: Values<O>) => Promise<object>,
): Promise<void> {
  return runWithTools(usage, async (tools) => work(tools, parseArgs({ options }).values));
}

/** The same for a command that reads its arguments itself. */
export async function runWithTools(usage: string, work: (tools: Tools) => Promise<object>): Promise<void> {
  try {
    const keyConfig = Config.pick({ API_KEY_PEPPER: true, API_KEY_KIND: true }).shape;
    const config = readConfig(DatabaseConfig.extend({ ...keyConfig, ...GroupConfig.shape }));
    const pool = openPool(config, { schema: "activity", max: 4, applicationName: "activity command" });
    try {
      const keys = new ApiKeys(config.API_KEY_PEPPER, config.API_KEY_KIND);
      const result = await work({ db: new Db(pool), keys, groupLimits: groupLimitsOf(config) });
      process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    } finally {
      await closePool(pool);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`);
    process.exitCode = 1;
  }
}

/** The value of a mandatory option. */
export function required(values: Record<string, unknown>, name: string): string {
  const value = values[name];
  if (typeof value !== "string" || value === "") throw new Error(`--${name} is missing`);
  return value;
}
