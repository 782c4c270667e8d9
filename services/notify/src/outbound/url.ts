import { isIP } from "node:net";
import { isAllowed } from "./addresses.ts";

/** Reasons to refuse a URL. Clients see them as `value_error.url.<fault>`. */
export type UrlFault = "too_long" | "malformed" | "scheme" | "credentials" | "fragment" | "port" | "host";

/** A checked URL in canonical form. `host` is a name, or an IP address without brackets. */
export interface Target {
  url: URL;
  host: string;
  port: number;
}

const URL_LENGTH_MAX = 2048;
const NAME_LENGTH_MAX = 253;
const HTTPS_PORT = 443;
/** With other ports, customers could use the service as a port scanner. */
const PORTS: readonly number[] = [HTTPS_PORT, 8443];

/** Parsers drop or interpret these differently: control and format characters, white space, lone surrogates, `\`. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Uses the same parser as the connection (WHATWG), so that check and connection cannot differ: `https://0x7f.1` becomes
 * `https://127.0.0.1` before any check.
 */
export function parseUrl(text: string, options: { allowPrivate: boolean }): Target | UrlFault {
  const fault = faultOfText(text);
  if (fault !== null) return fault;
  const url = URL.parse(text);
  if (url === null) return "malformed";
  // A certificate check would treat a name with the final dot as a different host.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  if (url.href.length > URL_LENGTH_MAX) return "too_long";
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  if (port === 0 || !(options.allowPrivate || PORTS.includes(port))) return "port";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!(isIP(host) === 0 ? isName(host) : isAllowed(host, options))) return "host";
  return { url, host, port };
}

/** Refuses text that the URL parser would silently correct. */
function faultOfText(text: string): UrlFault | null {
  if (text.length > URL_LENGTH_MAX) return "too_long";
  if (AMBIGUOUS.test(text)) return "malformed";
  if (!/^https:/i.test(text)) return "scheme";
  const authority = /^https:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) return "malformed";
  if (authority.includes("@")) return "credentials";
  if (authority === "" || authority.startsWith(":")) return "host";
  if (text.includes("#")) return "fragment";
  return null;
}

const isName = (host: string): boolean =>
  host.length <= NAME_LENGTH_MAX && host.split(".").every((label) => LABEL.test(label));
