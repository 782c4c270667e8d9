import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Write } from "@emissions/kit/db/write";
import { isId, NIL_ID, newId } from "@emissions/kit/process/id";
import { forbidden, notFound, unauthenticated } from "@emissions/kit/wire/errors";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import { SessionSchema, type SessionService } from "@emissions/proto/activity/v1/session_service";
import type { Context } from "../context.ts";
import { rowWriter } from "../rows.ts";

/** As long as the token that names the session. */
const SESSION_SECONDS = 3_600;
/** Valid sessions of one person. A further sign-in ends the oldest. */
const SESSIONS_MAX = 1_000;
const ADDRESS_LENGTH_MAX = 64;
const USER_AGENT_LENGTH_MAX = 255;
const CONTROLS = /\p{Cc}+/gu;

export interface SignIn {
  method: "password" | "openid_connect";
  address: string;
  userAgent: string;
}

const toSession = rowWriter(SessionSchema);

/** Row-level security shows the transaction the sessions of this person, and of nobody else. */
export const actAsUser = (tx: Tx, userId: string) => tx`select set_config('app.user', ${userId}, true)`;

/** Stores a sign-in of a person whose identity is proved, and returns the id of the session. */
export async function startSession(tx: Tx, userId: string, { method, address, userAgent }: SignIn): Promise<string> {
  const id = newId();
  await actAsUser(tx, userId);
  await tx`
    insert into sessions (user_id, id, method, address, user_agent, expires_at)
    values (${userId}, ${id}, ${method}, ${shortened(address, ADDRESS_LENGTH_MAX)},
      ${shortened(userAgent, USER_AGENT_LENGTH_MAX)}, now() + make_interval(secs => ${SESSION_SECONDS}))`;
  await tx`
    delete from sessions where user_id = ${userId} and (expires_at < now() or ended_at is not null or id in (
      select id from sessions where user_id = ${userId} order by id desc offset ${SESSIONS_MAX}))`;
  return id;
}

/** Refuses with INVALID_TOKEN a session that has ended. */
export async function requireSession(tx: Tx, userId: string, sessionId: string): Promise<void> {
  if (!isId(userId) || !isId(sessionId)) throw invalidToken();
  await actAsUser(tx, userId);
  const [row] = await tx`
    select from sessions where user_id = ${userId} and id = ${sessionId} and ended_at is null and expires_at > now()`;
  if (row === undefined) throw invalidToken();
}

/** Ends the sessions of a person but one, or all of them. */
export async function endSessions(tx: Tx, userId: string, kept: string | null): Promise<void> {
  await actAsUser(tx, userId);
  await tx`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${kept}::uuid`;
}

/** Ends sessions as `endSessions` does, and all gateways drop the person at once. */
export async function signOut({ tx, emit }: Write, userId: string, kept: string | null): Promise<void> {
  await endSessions(tx, userId, kept);
  emit(AccessChangedSchema, { userId });
}

export const sessionHandlers = ({ db }: Pick<Context, "db">) =>
  ({
    listSessions: async (_request, call) => {
      const { userId, sessionId } = personOf(principalOf(call));
      const rows = await db.read(call, async (tx) => {
        await actAsUser(tx, userId);
        return tx<Parameters<typeof toSession>[0][]>`
        select *, id = ${sessionId} as current from sessions
        where user_id = ${userId} and ended_at is null and expires_at > now()
        order by id desc limit ${SESSIONS_MAX}`;
      });
      return { sessions: rows.map(toSession) };
    },

    endSession: async ({ id }, call) => {
      const { userId } = personOf(principalOf(call));
      if (!isId(id)) throw notFound("session");
      await db.asService(NIL_ID, async ({ tx, emit }) => {
        await actAsUser(tx, userId);
        const { count } = await tx`
        update sessions set ended_at = now()
        where user_id = ${userId} and id = ${id} and ended_at is null and expires_at > now()`;
        if (count === 0) throw notFound("session");
        emit(AccessChangedSchema, { userId });
      });
      return {};
    },

    endSessions: async (_request, call) => {
      const { userId } = personOf(principalOf(call));
      await db.asService(NIL_ID, (write) => signOut(write, userId, null));
      return {};
    },

    checkSession: async ({ userId, sessionId }, call) => {
      await db.read(call, (tx) => requireSession(tx, userId, sessionId));
      return {};
    },
  }) satisfies Partial<ServiceImpl<typeof SessionService>>;

/** The person of a session. API keys and members without a session have none. */
export function personOf({ kind, userId, sessionId }: Principal): { userId: string; sessionId: string } {
  if (kind !== "user" || userId === null || sessionId === undefined) {
    throw forbidden("SIGN_IN_REQUIRED", "Sign in to do this.");
  }
  return { userId, sessionId };
}

/** Null for an empty text. */
function shortened(text: string, max: number): string | null {
  const kept = [...text.replace(CONTROLS, " ").trim()].slice(0, max).join("");
  return kept === "" ? null : kept;
}

export const invalidToken = () => unauthenticated("INVALID_TOKEN", "Invalid or expired token");
