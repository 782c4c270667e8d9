import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  AccountOrganizationSchema,
  AccountSchema,
  type SessionService,
} from "@emissions/proto/activity/v1/session_service";
import type { Context } from "../context.ts";
import { rowWriter } from "../rows.ts";
import { actAsUser, invalidToken, personOf } from "./sessions.ts";

const ORGANIZATIONS_MAX = 1_000;

const toAccount = rowWriter(AccountSchema);
const toOrganization = rowWriter(AccountOrganizationSchema);

export const accountHandlers = ({ db }: Pick<Context, "db">) =>
  ({
    getAccount: async (_request, call) => {
      const { userId } = personOf(principalOf(call));
      return db.read(call, async (tx) => {
        await actAsUser(tx, userId);
        const [person] = await tx<Parameters<typeof toAccount>[0][]>`
          select user_id, email, first_name, last_name from own_person()`;
        if (person === undefined) throw invalidToken();
        const organizations = await tx<Parameters<typeof toOrganization>[0][]>`
          select id, name, role, archived from own_memberships() order by name, id limit ${ORGANIZATIONS_MAX}`;
        const account = create(AccountSchema, toAccount(person));
        account.organizations = organizations.map((row) => create(AccountOrganizationSchema, toOrganization(row)));
        return { account };
      });
    },
  }) satisfies Partial<ServiceImpl<typeof SessionService>>;
