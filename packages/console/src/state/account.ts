import { createClient } from "@emissions/client";

/** Requests that belong to a person and not to an organization. The server ignores the id. */
const NO_ORGANIZATION = "00000000-0000-0000-0000-000000000000";

/** Failed requests are shown with the time to wait, and the person repeats them. */
const ATTEMPTS = 1;

export type Client = ReturnType<typeof clientOf>;

export const clientOf = (token: string, organizationId: string = NO_ORGANIZATION) =>
  createClient({ baseUrl: location.origin, organizationId, credential: { token }, attempts: ATTEMPTS });

export interface Credentials {
  email: string;
  password: string;
  /** Of the authenticator app, for people who have one. */
  code?: string;
}

/** Answers with the token. */
export async function signIn(body: Credentials): Promise<string> {
  const { access_token } = await clientOf("").call("login", { body });
  return access_token;
}

export const accountOf = (token: string) => clientOf(token).call("getAccount");
export type Account = Awaited<ReturnType<typeof accountOf>>;

/** Ends the session of the token at the service. */
export async function signOut(token: string): Promise<void> {
  const client = clientOf(token);
  const own = (await client.call("listSessions")).find(({ current }) => current);
  if (own !== undefined) await client.call("endSession", { path: { id: own.id } });
}
