import { parseArgs } from "node:util";
import { closePool, openPool } from "@emissions/kit/db/pool";
import { DatabaseConfig, readConfig } from "@emissions/kit/process/config";
import { isId, NIL_ID } from "@emissions/kit/process/id";
import { overrideLimit, overridesOf, removeOverride } from "../limits/overrides.ts";
import { ACCOUNT, ADDRESS, GROUP, POLICIES } from "../limits/policy.ts";

const USAGE = `Shows the limits of organizations that are not the usual ones. With --requests and --burst it sets them, with
--usual it removes them. Gateways notice within a second.
  node src/commands/limits.ts --organization-id <id> [--organization-id <id> ...] [--policy account|logistics-write|group]
    [--requests <in each window> --burst <at once>] [--usual]
  --policy group limits all keys of a group together. It counts only for the organization at the top of the group.
  node src/commands/limits.ts --addresses ...    the limits of addresses without valid credentials
Needs DATABASE_URL of the gateway.`;

/** The command sees no groups, so it cannot refuse limits without effect. */
const NOTES: Readonly<Record<string, string>> = {
  [GROUP.name]: "The limit of a group counts only where the organization is at the top of its group.",
  [ACCOUNT.name]: `A group has ${GROUP.requests} requests a minute, or as many as a key at its top: see --policy group.`,
};

const options = {
  "organization-id": { type: "string", multiple: true },
  addresses: { type: "boolean", default: false },
  policy: { type: "string" },
  requests: { type: "string" },
  burst: { type: "string" },
  usual: { type: "boolean", default: false },
} as const;

try {
  const { values } = parseArgs({ options });
  const ids = values.addresses ? [NIL_ID] : (values["organization-id"] ?? []);
  if (ids.length === 0 || !ids.every(isId)) throw new Error("--organization-id is missing or no id");
  const policy = values.addresses ? ADDRESS.name : (values.policy ?? ACCOUNT.name);
  if (!POLICIES.some(({ name }) => name === policy)) throw new Error(`there is no policy ${policy}`);
  const isSet = values.requests !== undefined || values.burst !== undefined;
  const [requests, burst] = isSet ? [count(values.requests), count(values.burst)] : [0, 0];
  if (isSet && values.usual) throw new Error("--usual removes limits; --requests and --burst set them");

  const pool = openPool(readConfig(DatabaseConfig), { schema: "gateway", max: 1, applicationName: "gateway command" });
  try {
    const shown = [];
    for (const organizationId of ids) {
      if (isSet) await overrideLimit(pool, { organizationId, policy, requests, burst });
      if (values.usual) await removeOverride(pool, { organizationId, policy });
      const overrides = await overridesOf(pool, organizationId);
      shown.push(...overrides.map((each) => ({ organization_id: organizationId, ...limitsIn(each) })));
    }
    const note = isSet && (policy === GROUP.name || requests > GROUP.requests) ? NOTES[policy] : undefined;
    if (note !== undefined) process.stderr.write(`${note}\n`);
    process.stdout.write(`${JSON.stringify({ policies: POLICIES.map(limitsIn), overrides: shown }, null, 2)}\n`);
  } finally {
    await closePool(pool);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 1;
}

function count(text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Error("--requests and --burst are whole numbers from 1 on");
}

function limitsIn(limit: { policy?: string; name?: string; requests: number; burst: number; windowS?: number }) {
  const { policy = limit.name, requests, burst } = limit;
  return { policy, requests, burst, window_seconds: POLICIES.find(({ name }) => name === policy)?.windowS };
}
