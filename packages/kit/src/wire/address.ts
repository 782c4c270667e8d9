import { isIPv6 } from "node:net";

/** One client has a whole IPv6 network of this many groups of 16 bits, and would count as many clients. */
const IPV6_GROUPS = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** The longest text that counts as an address. */
const LENGTH_MAX = 64;

/** The address of a client as it is recorded: without the prefix of a mapped IPv4 address, and without a zone. */
export const plainAddress = (ip: string): string => MAPPED.exec(ip)?.[1] ?? ip.split("%", 1)[0]!;

/** The name under which a client without credentials is counted: its IPv4 address, or its IPv6 network. */
export function addressName(ip: string): string {
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip.slice(0, LENGTH_MAX);
  const [before = "", after] = ip.toLowerCase().split("%", 1)[0]!.split("::", 2);
  const [head, tail] = [before, after ?? ""].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = after === undefined ? 0 : Math.max(8 - head!.length - tail!.length, 0);
  const groups = [...head!, ...Array<string>(zeros).fill("0"), ...tail!].slice(0, IPV6_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
