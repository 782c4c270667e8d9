import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import { required, runCommand } from "./command.ts";

const USAGE = `Revokes an API key. All services refuse it within seconds.
  node src/commands/revoke-key.ts --organization-id <id> --prefix <first characters of the key>
Needs DATABASE_URL and API_KEY_PEPPER.`;

const string = { type: "string" } as const;

await runCommand(USAGE, { "organization-id": string, prefix: string }, async ({ db }, values) => {
  const organizationId = required(values, "organization-id");
  const prefix = required(values, "prefix");
  return db.asService(organizationId, async ({ tx, org, emit }) => {
    const revoked = await tx<{ id: string; name: string; prefix: string }[]>`
      update api_keys set enabled = false
      where organization_id = ${org} and prefix = ${prefix} and enabled
      returning id, name, prefix`;
    if (revoked.length === 0) throw new Error("The organization has no such key, or it is revoked already.");
    for (const { id } of revoked) emit(AccessChangedSchema, { apiKeyId: id });
    return { revoked };
  });
});
