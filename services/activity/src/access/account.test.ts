import { NIL_ID, newId } from "@emissions/kit/process/id";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { Role } from "@emissions/proto/activity/v1/access_service";
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
