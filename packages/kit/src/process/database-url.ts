import { z } from "zod";

/** User and password, hosts, and the rest of a URL. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]+)([/?#].*)?$/;
const HOSTS_MAX = 10;
const DEFAULT_PORT = 5432;

/** Modes of TLS: none, or with a verified certificate and host name. Others do not know who answers. */
const SSL_MODES = ["disable", "verify-full"];
const SESSION = "target_session_attrs";
/** A service writes, so `DATABASE_URL` never leads to a standby. */
const WRITABLE = ["read-write", "primary"];

/** One URL for each host of a database URL. Throws without naming it, because it can contain a password. */
export function urlsOf(databaseUrl: string): URL[] {
  const [, start, hosts = "", rest = ""] = PARTS.exec(databaseUrl) ?? [];
  const texts = hosts.split(",").map((host) => `${start}${host}${rest}`);
  if (texts.length > HOSTS_MAX || !texts.every((text) => URL.canParse(text) && new URL(text).hostname !== "")) {
    throw new Error("the address is no URL of Postgres");
  }
  return texts.map((text) => new URL(text));
}

/** An address with a user and no password, with the password. */
export const withPassword = (databaseUrl: string, password: string): string =>
  databaseUrl.replace(/^([a-z]+:\/\/[^:@/?#]+)@/, `$1:${encodeURIComponent(password)}@`);

/** An address with this user instead of its user and password. */
export const withUser = (databaseUrl: string, user: string): string =>
  databaseUrl.replace(/^([a-z]+:\/\/)(?:[^/?#]*@)?/, `$1${user}@`);

/** Hosts and name of a database, for logs and errors. */
export function placeOf(databaseUrl: string): string {
  const urls = urlsOf(databaseUrl);
  return urls.map(({ host }) => host).join() + urls[0]!.pathname;
}

/** Host names, or addresses without brackets, and their ports. */
export function hostsOf(databaseUrl: string): { host: string[]; port: number[] } {
  const urls = urlsOf(databaseUrl);
  return {
    host: urls.map(({ hostname }) => hostname.replace(/^\[(.*)\]$/, "$1")),
    port: urls.map(({ port }) => Number(port || DEFAULT_PORT)),
  };
}

/** A URL of Postgres with one host or several, such as `postgres://u:p@h1,h2:5433/db?target_session_attrs=read-write`. */
export const DatabaseUrl = z.string().superRefine((text, { addIssue }) => {
  for (const message of faultsOf(text)) addIssue({ code: "custom", message });
});

/** A URL of a standby, or of several behind one name. The driver's order of hosts would leave all but the first one unused. */
export const StandbyUrl = z.string().superRefine((text, { addIssue }) => {
  const faults = faultsOf(text);
  if (faults.length === 0 && (urlsOf(text).length > 1 || new URL(text).searchParams.has(SESSION))) {
    faults.push(`must name one host, without ${SESSION}`);
  }
  for (const message of faults) addIssue({ code: "custom", message });
});

function faultsOf(text: string): string[] {
  let urls: URL[];
  try {
    urls = urlsOf(text);
  } catch {
    return ["must be a URL of Postgres, such as postgres://user:password@host:5432/database"];
  }
  const parameters = urls[0]!.searchParams;
  const [mode, wanted] = [parameters.get("sslmode"), parameters.get(SESSION)];
  const faults: string[] = [];
  if (mode !== null && !SSL_MODES.includes(mode)) faults.push(`sslmode must be one of ${SSL_MODES.join(", ")}`);
  if (wanted === null ? urls.length > 1 : !WRITABLE.includes(wanted)) {
    faults.push(`${SESSION} must be one of ${WRITABLE.join(", ")}; a list of hosts needs it`);
  }
  return faults;
}
