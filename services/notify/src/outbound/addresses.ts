import { BlockList, isIP } from "node:net";
import {
  type Block,
  CLOUD_SERVICES,
  GLOBAL_UNICAST_V6,
  MULTICAST_V4,
  PRIVATE,
  SPECIAL_V4,
  SPECIAL_V6,
} from "./address-blocks.ts";

const listOf = (blocks: readonly Block[]): BlockList => {
  const list = new BlockList();
  for (const [address, prefix] of blocks) list.addSubnet(address, prefix, familyOf(address));
  return list;
};
const familyOf = (address: string) => (address.includes(":") ? "ipv6" : "ipv4");

const cloudServices = listOf(CLOUD_SERVICES);
const privateUse = listOf(PRIVATE);
const reservedV4 = listOf([...SPECIAL_V4, ...MULTICAST_V4]);
const globalUnicastV6 = listOf([GLOBAL_UNICAST_V6]);
const specialV6 = listOf(SPECIAL_V6);

/**
 * Tells whether a delivery may be sent to the address. IPv6 is refused outside the global unicast block, and in all
 * forms that contain an IPv4 address: mapped, compatible, NAT64, 6to4, Teredo and ISATAP. With these a translator on
 * the route would decide the destination.
 */
export function isAllowed(address: string, { allowPrivate }: { allowPrivate: boolean }): boolean {
  const family = isIP(address);
  // A zone ("fe80::1%eth0") names an interface of this machine.
  if (family === 0 || address.includes("%")) return false;
  if (family === 6 && carriesIpv4(address)) return false;
  const version = family === 4 ? "ipv4" : "ipv6";
  if (cloudServices.check(address, version)) return false;
  if (allowPrivate && privateUse.check(address, version)) return true;
  if (family === 4) return !reservedV4.check(address, version);
  return globalUnicastV6.check(address, version) && !specialV6.check(address, version);
}

/**
 * Recognizes the forms with an IPv4 address that have no block of their own. A `BlockList` applies its IPv4 rules to
 * mapped addresses, so `::ffff:10.0.0.1` would pass as private. An ISATAP interface id can follow any prefix.
 */
function carriesIpv4(address: string): boolean {
  const groups = groupsOf(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const isatap = (groups[4]! & ~UNIVERSAL_BIT) === 0 && groups[5] === ISATAP;
  return mapped || isatap;
}
/** RFC 5214, section 6.1: an ISATAP interface id is [0000 or 0200]:5efe and the IPv4 address. */
const ISATAP = 0x5efe;
const UNIVERSAL_BIT = 0x0200;

/** Returns the eight groups of an IPv6 address. The URL parser first brings it into canonical form. */
export function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head, tail] = canonical.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = tail === undefined ? [] : Array<string>(8 - head!.length - tail.length).fill("0");
  return [...head!, ...zeros, ...(tail ?? [])].map((group) => Number.parseInt(group, 16));
}
