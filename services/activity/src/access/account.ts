import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  AccountGroupSchema,
  AccountOrganizationSchema,
  AccountSchema,
  LimitUseSchema,
  type SessionService,
} from "@emissions/proto/activity/v1/session_service";
import type { GroupLimits } from "../config.ts";
import type { Context } from "../context.ts";
import { rowWriter } from "../rows.ts";
import { actAsUser, invalidToken, personOf } from "./sessions.ts";

const ORGANIZATIONS_MAX = 1_000;

const toAccount = rowWriter(AccountSchema);
const toOrganization = rowWriter(AccountOrganizationSchema);

interface GroupUseRow {
  id: string;
  organizations: number;
  apiKeys: number;
}

export const accountHandlers = ({ db, groupLimits }: Pick<Context, "db" | "groupLimits">) =>
  ({
    getAccount: async (_request, call) => {
      const { userId } = personOf(principalOf(call));
      return db.read(call, async (tx) => {
        await actAsUser(tx, userId);
        const [person] = await tx<Parameters<typeof toAccount>[0][]>`
          select user_id, email, first_name, last_name from own_person()`;
        if (person === undefined) throw invalidToken();
        const organizations = await tx<Parameters<typeof toOrganization>[0][]>`
          select m.id, m.name, m.role, m.archived, g.group_id
          from own_memberships() m join own_groups() g on g.organization_id = m.id
          order by m.name, m.id limit ${ORGANIZATIONS_MAX}`;
        const groups = await tx<GroupUseRow[]>`
          select id, organizations, api_keys from own_group_uses() order by id limit ${ORGANIZATIONS_MAX}`;
        const account = create(AccountSchema, toAccount(person));
        account.organizations = organizations.map((row) => create(AccountOrganizationSchema, toOrganization(row)));
        account.groups = groups.map((row) => toGroup(row, groupLimits));
        return { account };
      });
    },
  }) satisfies Partial<ServiceImpl<typeof SessionService>>;

/** The gateway adds the requests, which it alone counts. */
const toGroup = ({ id, organizations, apiKeys }: GroupUseRow, { organizationsMax, apiKeysMax }: GroupLimits) =>
  create(AccountGroupSchema, {
    id,
    apiKeys: create(LimitUseSchema, { limit: apiKeysMax, used: apiKeys }),
    organizations: create(LimitUseSchema, { limit: organizationsMax, used: organizations }),
  });
