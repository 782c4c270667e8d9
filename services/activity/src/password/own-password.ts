import type { HandlerContext } from "@connectrpc/connect";
import type { Db } from "@emissions/kit/db/transactions";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { callerOf, type HashCaller, isPassword, isTooLong } from "../access/passwords.ts";
import type { CredentialRow } from "../access/queries.ts";
import { selectOwnCredential } from "./queries.ts";

interface Attempt {
  db: Db;
  call: HandlerContext;
  userId: string;
  password: string;
}

export async function ownCredential({ db, call, userId }: Omit<Attempt, "password">): Promise<CredentialRow> {
  const credential = await db.read(call, (tx) => selectOwnCredential(tx, userId));
  if (credential === null) throw wrongPassword();
  return credential;
}

/** Outside of transactions, because hashes take long. Refuses with INVALID_CREDENTIALS. */
export async function requirePassword(
  { passwordHash }: CredentialRow,
  password: string,
  caller: HashCaller,
): Promise<void> {
  const isRight = !isTooLong(password) && (await isPassword(password, passwordHash, caller));
  if (!isRight) throw wrongPassword();
}

/** The credential of the person, whose password this is. Refuses with INVALID_CREDENTIALS. */
export async function checkOwnPassword({ password, ...whose }: Attempt): Promise<CredentialRow> {
  const credential = await ownCredential(whose);
  await requirePassword(credential, password, callerOf(whose.call));
  return credential;
}

const wrongPassword = () => unauthenticated("INVALID_CREDENTIALS", "The current password is wrong.");
