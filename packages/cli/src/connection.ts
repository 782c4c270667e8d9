import { type Client, createClient, type Operations } from "@emissions/client";
import { EXIT, Failure, usageFailure } from "./exit.ts";
import type { Io } from "./io.ts";
import { type Options, textOf } from "./options.ts";
import { readSession, type Session } from "./session.ts";

/** Requests of one call at most, with the first. A person waits for them. */
export const ATTEMPTS_MAX = 3;
/** For one attempt. Uploads and validations of imports are answered after 25 seconds at most. */
export const TIMEOUT_MS = 60_000;

export interface Connection {
  client: Client;
  url: string;
  organizationId: string;
  /** Null for an API key. */
  session: Session | null;
}

/** Calls whose operation is known at run time only, such as that of a kind of record. */
export interface AnyClient {
  call(operation: keyof Operations, input?: object): Promise<unknown>;
  dryRun(operation: keyof Operations, input?: object): Promise<unknown>;
  items(operation: keyof Operations, input?: object): AsyncIterable<unknown>;
}

export const anyOf = (client: Client): AnyClient => client as unknown as AnyClient;

export const clientOf = (options: Parameters<typeof createClient>[0]): Client =>
  createClient({ attempts: ATTEMPTS_MAX, timeoutMs: TIMEOUT_MS, ...options });

/** A setting from the command line or the environment. Empty texts count as absent. */
export const settingOf = (io: Io, options: Options, name: "url" | "organization"): string | undefined =>
  textOf(options, name) || io.env[`EMISSIONS_${name.toUpperCase()}`] || undefined;

/** The service with the credential of the caller: EMISSIONS_API_KEY, or else the stored session. */
export async function connect(io: Io, options: Options): Promise<Connection> {
  const apiKey = io.env.EMISSIONS_API_KEY;
  const [url, organization] = [settingOf(io, options, "url"), settingOf(io, options, "organization")];
  if (apiKey) {
    if (url === undefined) throw usageFailure("The address is missing: set EMISSIONS_URL, or give --url");
    if (organization === undefined)
      throw usageFailure("The organization is missing: set EMISSIONS_ORGANIZATION, or give --organization");
    const baseUrl = checkedUrl(url);
    const client = clientOf({ baseUrl, organizationId: organization, credential: { apiKey } });
    return { client, url: baseUrl, organizationId: organization, session: null };
  }
  const session = await readSession(io);
  if (session === null) throw signInNeeded("You are not signed in");
  // Another server must not get the token.
  if (url !== undefined && checkedUrl(url) !== session.url)
    throw signInNeeded(`The session is one of ${session.url}, not of ${checkedUrl(url)}`);
  if (Date.parse(session.expires_at) <= Date.now()) throw signInNeeded("The session has expired");
  const organizationId = organization ?? session.organization_id;
  const client = clientOf({ baseUrl: session.url, organizationId, credential: { token: session.token } });
  return { client, url: session.url, organizationId, session };
}

const signInNeeded = (reason: string) =>
  new Failure(EXIT.signIn, `${reason}: run "emissions login", or set EMISSIONS_API_KEY`, "SIGN_IN_NEEDED");

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** An address that may get a password. Without TLS only this machine may. */
export function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) throw usageFailure(`"${text}" is no http address`);
  if (url.username !== "" || url.password !== "") throw usageFailure("The address must not have a password");
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname))
    throw usageFailure(`${url.origin} is not encrypted: use https`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
