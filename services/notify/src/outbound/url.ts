import { isIP } from "node:net";
import { isAllowed } from "./addresses.ts";

/** What is wrong with an address; clients see it as `value_error.url.<fault>`. */
export type UrlFault = "too_long" | "malformed" | "scheme" | "credentials" | "fragment" | "port" | "host";

/** Where a message goes: the canonical URL, and its host as a name or a literal without brackets. */
export interface Target {
  url: URL;
  host: string;
  port: number;
}

const URL_LENGTH_MAX = 2048;
const NAME_LENGTH_MAX = 253;
const HTTPS_PORT = 443;
/** More ports would make us a scanner of what else listens at public addresses. */
const PORTS: readonly number[] = [HTTPS_PORT, 8443];

/** What parsers drop, or read in different ways: control and format characters, white space, halves of pairs, `\`. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Reads the address as the one parser does that the connection is made with, so that there is no second opinion on
 * where it leads: `https://0x7f.1` is `https://127.0.0.1` before anything is asked of it.
 */
export function readUrl(text: string, options: { allowPrivate: boolean }): Target | UrlFault {
  const fault = faultOfText(text);
  if (fault !== null) return fault;
  const url = URL.parse(text);
  if (url === null) return "malformed";
  // The same name with and without the dot of the root would be two hosts to a certificate check.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  if (url.href.length > URL_LENGTH_MAX) return "too_long";
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  if (port === 0 || !(options.allowPrivate || PORTS.includes(port))) return "port";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!(isIP(host) === 0 ? isName(host) : isAllowed(host, options))) return "host";
  return { url, host, port };
}

/** What the parser would mend or drop in silence is refused before it sees it. */
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
