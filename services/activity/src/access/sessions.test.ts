import { NIL_ID, newId } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessChangedSchema, AccessService } from "@emissions/proto/activity/v1/access_service";
import { SessionService, SignInMethod } from "@emissions/proto/activity/v1/session_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, allTests, us } from "../activity.fixture.ts";
import { startSession } from "./sessions.ts";

allTests();

const gateway = () => activity.as(servicePrincipal(NIL_ID), SessionService);
const access = ({ organizationId }: Principal) => activity.as(servicePrincipal(organizationId), AccessService);
const signIn = (userId: string, more: { address?: string; userAgent?: string } = {}) =>
  activity.db.asService(NIL_ID, ({ tx }) =>
    startSession(tx, userId, { method: "password", address: "192.0.2.1", userAgent: "a client", ...more }),
  );
/** Sessions as the person sees them who signed in. */
const sessionsOf = (userId: string, sessionId: string) =>
  activity.as({ ...servicePrincipal(NIL_ID), kind: "user", role: "viewer", userId, sessionId }, SessionService);
const authenticate = (person: Principal, sessionId: string) =>
  access(person).authenticate({
    organizationId: person.organizationId,
    credential: { case: "email", value: `${person.userId}@example.com` },
    sessionId,
  });

it("shows a person the own sessions, the latest first, and not those of others", async () => {
  const them = await activity.organization();
  const first = await signIn(them.userId, { userAgent: `a\0b${"x".repeat(300)}`, address: "" });
  const second = await signIn(them.userId);
  await signIn(us.userId);
  const { sessions } = await sessionsOf(them.userId, second).listSessions({});
  expect(sessions).toMatchObject([
    { id: second, method: SignInMethod.PASSWORD, address: "192.0.2.1", userAgent: "a client", current: true },
    { id: first, userAgent: `a b${"x".repeat(252)}`, current: false },
  ]);
  expect(sessions[1]?.address).toBeUndefined();
});

it("refuses a token whose session has ended, expired or belongs to somebody else", async () => {
  const them = await activity.organization();
  const [ours, theirs] = [await signIn(us.userId), await signIn(them.userId)];
  expect((await authenticate(us, ours)).membership).toMatchObject({ userId: us.userId });
  await gateway().checkSession({ userId: us.userId, sessionId: ours });
  for (const wrong of [theirs, newId(), "no id"]) {
    expect(await refusalOf(authenticate(us, wrong))).toMatchObject({ code: "INVALID_TOKEN" });
    const check = gateway().checkSession({ userId: us.userId, sessionId: wrong });
    expect(await refusalOf(check)).toMatchObject({ code: "INVALID_TOKEN" });
  }
  await sessionsOf(us.userId, ours).endSession({ id: ours });
  expect(await refusalOf(authenticate(us, ours))).toMatchObject({ code: "INVALID_TOKEN" });
  const again = sessionsOf(us.userId, ours).endSession({ id: ours });
  expect(await refusalOf(again)).toMatchObject({ code: "SESSION_NOT_FOUND" });
});

it("ends all sessions of a person, and none of another one", async () => {
  const them = await activity.organization();
  const [first, second] = [await signIn(them.userId), await signIn(them.userId)];
  const ours = await signIn(us.userId);
  const foreign = sessionsOf(us.userId, ours).endSession({ id: first });
  expect(await refusalOf(foreign)).toMatchObject({ code: "SESSION_NOT_FOUND" });
  await sessionsOf(them.userId, second).endSessions({});
  const announced = await activity.events(servicePrincipal(NIL_ID), AccessChangedSchema);
  expect(announced.map(({ userId }) => userId)).toContain(them.userId);
  for (const id of [first, second])
    expect(await refusalOf(authenticate(them, id))).toMatchObject({ code: "INVALID_TOKEN" });
  expect((await authenticate(us, ours)).membership).toMatchObject({ userId: us.userId });
});

it("shows and ends no session for a key or a member without a session", async () => {
  const refused = activity.as(us, SessionService).listSessions({});
  expect(await refusalOf(refused)).toMatchObject({ code: "SIGN_IN_REQUIRED" });
});

it("shows no session to a transaction without a person", async () => {
  await signIn(us.userId);
  const rows = await activity.db.asService(us.organizationId, ({ tx }) => tx`select from sessions`);
  expect(rows).toHaveLength(0);
});
