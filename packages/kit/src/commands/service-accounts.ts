import { parseArgs } from "node:util";
import { createAccount, listAccounts, revokeAccount } from "../wire/account-keys.ts";

const USAGE = `Manages the accounts by which other systems read over gRPC. Services notice a change within a second.
  create --name <name> --scope <package>.<Service>/<Method> [--scope ...] --organization <id> [--organization ...]
    [--role viewer|auditor|editor|human_resources|admin] [--days <1 to 365>]
         adds an account, or a second key for one, and prints the private key once
  list   prints the accounts
  revoke --name <name> [--kid <id>]    removes all keys of an account, or one
A scope may end in /*. Needs PRINCIPAL_KEYS_FILE, the set of public keys.`;

const DAYS_DEFAULT = 90;
const DAYS_MAX = 365;

const options = {
  name: { type: "string" },
  scope: { type: "string", multiple: true },
  organization: { type: "string", multiple: true },
  role: { type: "string", default: "viewer" },
  days: { type: "string", default: String(DAYS_DEFAULT) },
  kid: { type: "string" },
} as const;
try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const file = process.env.PRINCIPAL_KEYS_FILE;
  if (file === undefined) throw new Error("PRINCIPAL_KEYS_FILE is missing.");
  const result = await run(file, positionals.join(" "), values);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 1;
}

async function run(file: string, action: string, values: Values): Promise<object> {
  if (action === "list") return listAccounts(file);
  const { name, kid, scope: scopes = [], organization: organizations = [], role, days } = values;
  if (name === undefined) throw new Error("--name is missing.");
  if (action === "revoke") return revokeAccount(file, { name, kid });
  if (action !== "create") throw new Error("The actions are create, list and revoke.");
  if (!/^[1-9]\d{0,2}$/.test(days) || Number(days) > DAYS_MAX) throw new Error(`--days is 1 to ${DAYS_MAX}.`);
  return createAccount(file, { name, scopes, organizations, role, days: Number(days) });
}

interface Values {
  name?: string;
  kid?: string;
  scope?: string[];
  organization?: string[];
  role: string;
  days: string;
}
