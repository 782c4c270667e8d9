import { NIL_ID, newId } from "@emissions/kit/process/id";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { Role } from "@emissions/proto/activity/v1/access_service";
import { ApiKeyService } from "@emissions/proto/activity/v1/api_key_service";
import { SessionService } from "@emissions/proto/activity/v1/session_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, allTests, us } from "../activity.fixture.ts";
import { putMember } from "./members.ts";

allTests();

const accountOf = async (userId: string) => {
  const person = { ...servicePrincipal(NIL_ID), kind: "user", role: "viewer", userId, sessionId: newId() } as const;
  const { account } = await activity.as(person, SessionService).getAccount({});
  return account!;
};

it("shows a person the own name and the organizations of which the person is an enabled member", async () => {
  const them = await activity.organization();
  const their = them.organizationId;
  await activity.db.asService(their, ({ tx }) => putMember(tx, their, us.userId!, "viewer"));
  const { userId, email, organizations } = await accountOf(us.userId!);
  expect({ userId, email }).toEqual({ userId: us.userId, email: `${us.userId}@example.com` });
  expect(new Map(organizations.map(({ id, role }) => [id, role]))).toEqual(
    new Map([
      [us.organizationId, Role.ADMIN],
      [their, Role.VIEWER],
    ]),
  );
  expect((await accountOf(them.userId!)).organizations.map(({ id }) => id)).toEqual([their]);

  await activity.db.asService(their, ({ tx }) => tx`update members set enabled = false where user_id = ${us.userId}`);
  expect((await accountOf(us.userId!)).organizations.map(({ id }) => id)).toEqual([us.organizationId]);
});

it("refuses a person who does not exist", async () => {
  expect(await refusalOf(accountOf(newId()))).toMatchObject({ code: "INVALID_TOKEN" });
});

it("shows what each group of the person uses of its limits, and of no other group", async () => {
  const top = await activity.organization();
  const below = (parentId: string) => activity.organization({ parentId, accepted: true });
  const [north, south] = [await below(top.organizationId), await below(top.organizationId)];
  const alone = await activity.organization();
  for (const by of [north, south, south])
    await activity.as(by, ApiKeyService).createApiKey({ name: "Import", expiresInDays: 1 });
  await activity.db.asService(alone.organizationId, ({ tx, org }) => putMember(tx, org, north.userId, "viewer"));
  const { organizations, groups } = await accountOf(north.userId);
  expect(new Map(organizations.map(({ id, groupId }) => [id, groupId]))).toEqual(
    new Map([
      [north.organizationId, top.organizationId],
      [alone.organizationId, alone.organizationId],
    ]),
  );
  const uses = groups.map(({ id, apiKeys, organizations }) => {
    return [id, [apiKeys, organizations].map((one) => `${one!.used} of ${one!.limit}`)] as const;
  });
  expect(new Map(uses)).toEqual(
    new Map([
      [top.organizationId, ["3 of 500", "2 of 200"]],
      [alone.organizationId, ["0 of 500", "0 of 200"]],
    ]),
  );
});
