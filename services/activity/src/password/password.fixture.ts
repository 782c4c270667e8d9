import type { Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { SessionService } from "@emissions/proto/activity/v1/session_service";
import { hashRandomPassword } from "../access/passwords.ts";
import { startSession } from "../access/sessions.ts";
import { activity } from "../activity.fixture.ts";

export type Person = Principal & { userId: string };
export const OLD = "correct horse battery";
export const NEW = "staple of another horse";

export const signIn = ({ userId }: Person) =>
  activity.db.asService(NIL_ID, ({ tx }) =>
    startSession(tx, userId, { method: "password", address: "192.0.2.1", userAgent: "a client" }),
  );
export const isSignedIn = ({ userId }: Person, sessionId: string) =>
  activity
    .as(servicePrincipal(NIL_ID), SessionService)
    .checkSession({ userId, sessionId })
    .then(
      () => true,
      () => false,
    );
export const hashOf = async ({ organizationId, userId }: Person) => {
  const select = ({ tx }: { tx: Tx }) => tx<{ passwordHash: string | null }[]>`
    select password_hash from users where id = ${userId}`;
  return (await activity.db.asService(organizationId, select))[0]!.passwordHash;
};
/** The admin of a new organization, with a password. */
export async function person(): Promise<Person> {
  const one = await activity.organization();
  const hash = await hashRandomPassword(OLD);
  await activity.db.asService(
    one.organizationId,
    ({ tx }) => tx`update users set password_hash = ${hash} where id = ${one.userId}`,
  );
  return one;
}
