import { accountAddress } from "@emissions/kit/process/account-address";
import { isId } from "@emissions/kit/process/id";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import { selectCredential } from "../access/queries.ts";
import { refuseFull } from "../api_key/limits.ts";
import { changeMember } from "../member/change.ts";
import { selectMemberById } from "../member/queries.ts";
import { selectOrganization } from "../organization/queries.ts";
import { ensureMember, insertKey, type RoleName } from "./accounts.ts";
import { required, runCommand } from "./command.ts";

const ROLES: readonly RoleName[] = ["viewer", "auditor", "editor", "human_resources", "admin"];

const USAGE = `Adds a member to an organization, or changes the role, and prints a new API key; it is not shown again.
  node src/commands/add-member.ts --organization-id <id> --email <address> --role <${ROLES.join(" | ")}>
Needs DATABASE_URL and API_KEY_PEPPER.`;

const string = { type: "string" } as const;

await runCommand(
  USAGE,
  { "organization-id": string, email: string, role: string },
  async ({ db, keys, groupLimits }, values) => {
    const id = required(values, "organization-id");
    const email = accountAddress(required(values, "email"));
    const role = ROLES.find((one) => one === required(values, "role"));
    if (role === undefined) throw new Error(`--role is one of: ${ROLES.join(", ")}`);
    if (!isId(id)) throw new Error("--organization-id is no UUID");
    const apiKey = await db.asService(id, async (write) => {
      const { tx, org, emit } = write;
      if ((await selectOrganization(tx, org)) === null) throw new Error("The organization does not exist.");
      const user = await selectCredential(tx, email);
      const present = user && (await selectMemberById(tx, org, user.id));
      if (present) await changeMember(write, present.userId, { role });
      const userId = present?.userId ?? (await ensureMember(tx, org, { email, role }));
      // Drops the cached role.
      if (!present) emit(AccessChangedSchema, {});
      await refuseFull(tx, org, groupLimits);
      return insertKey(tx, org, keys, { userId, name: role });
    });
    return { organization_id: id, email, role, api_key: apiKey };
  },
);
