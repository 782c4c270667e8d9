import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAllowed } from "./addresses.ts";

const isPublic = (address: string) => isAllowed(address, { allowPrivate: false });
const isLocal = (address: string) => isAllowed(address, { allowPrivate: true });

/**
 * All rows of the IANA special-purpose registries, and multicast. They are an independent copy of the tables, compared
 * with independent arithmetic.
 */
const REGISTRY_V4 = `0.0.0.0/8 0.0.0.0/32 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.0.0/29 192.0.0.8/32 192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.88.99.2/32 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
  198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32 224.0.0.0/4`.split(/\s+/);
const REGISTRY_V6 = `::1/128 ::/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23
  2001::/32 2001:1::1/128 2001:1::2/128 2001:1::3/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28
  2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10
  ff00::/8`.split(/\s+/);

const valueOfV4 = (text: string): bigint => text.split(".").reduce((value, byte) => value * 256n + BigInt(byte), 0n);

function valueOfV6(text: string): bigint {
  const [head = "", tail] = text.split("::").map((part) => part.split(":").filter(Boolean));
  const groups = tail === undefined ? [...head] : [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail];
  return groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

function ranges(blocks: string[], bits: number, read: (text: string) => bigint) {
  return blocks.map((block) => {
    const [address, prefix] = block.split("/");
    const first = read(address!);
    return { first, last: first + 2n ** BigInt(bits - Number(prefix)) - 1n };
  });
}
const special4 = ranges(REGISTRY_V4, 32, valueOfV4);
const special6 = ranges(REGISTRY_V6, 128, valueOfV6);
const within = (value: bigint, { first, last }: { first: bigint; last: bigint }) => value >= first && value <= last;

const textOfV4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
const groupsOfV6 = (value: bigint) => Array.from({ length: 8 }, (_, at) => (value >> BigInt(112 - 16 * at)) & 0xffffn);

/** One half is random, the other half is in or next to a block of the registry. */
function addresses(bits: number, blocks: { first: bigint; last: bigint }[]): fc.Arbitrary<bigint> {
  const max = 2n ** BigInt(bits) - 1n;
  const near = fc
    .tuple(
      fc.constantFrom(...blocks),
      fc.constantFrom("first", "last", "within"),
      fc.bigInt(-3n, 3n),
      fc.bigInt(0n, max),
    )
    .map(([{ first, last }, where, off, any]) =>
      where === "first" ? first + off : where === "last" ? last + off : first + (any % (last - first + 1n)),
    )
    .filter((value) => value >= 0n && value <= max);
  return fc.oneof(fc.bigInt(0n, max), near);
}

describe("isAllowed agrees with the IANA registries for 10,000 random addresses", () => {
  it("IPv4", () => {
    fc.assert(
      fc.property(addresses(32, special4), (value) => {
        const azure = value === valueOfV4("168.63.129.16");
        expect(isPublic(textOfV4(value))).toBe(!azure && !special4.some((block) => within(value, block)));
      }),
      { numRuns: 5_000 },
    );
  });

  it("IPv6, in four notations", () => {
    const unicast = { first: valueOfV6("2000::"), last: valueOfV6("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff") };
    const anywhere = addresses(128, [...special6, unicast]);
    const global = fc.bigInt(unicast.first, unicast.last);
    fc.assert(
      fc.property(fc.oneof(anywhere, global), fc.nat(3), (value, spelling) => {
        const groups = groupsOfV6(value);
        const isatap = groups[5] === 0x5efen && (groups[4] === 0n || groups[4] === 0x200n);
        const expected = within(value, unicast) && !isatap && !special6.some((block) => within(value, block));
        expect(isPublic(spellV6(groups, spelling))).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  function spellV6(groups: bigint[], spelling: number): string {
    const hex = groups.map((group) => group.toString(16));
    const padded = hex.map((group) => group.padStart(4, "0")).join(":");
    if (spelling === 0) return padded;
    if (spelling === 1) return hex.join(":").toUpperCase();
    if (spelling === 2) return `${hex.slice(0, 6).join(":")}:${textOfV4(groups[6]! * 65_536n + groups[7]!)}`;
    return padded.replace(/(^|:)0000(:0000)+(:|$)/, "::");
  }
});

describe("public addresses are allowed", () => {
  it.each(["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.32.0.1", "192.0.1.1", "100.128.0.1", "223.255.255.255"])(
    "%s",
    (address) => expect(isPublic(address)).toBe(true),
  );
  it.each(["2606:4700:4700::1111", "2a00:1450:4003:80f::200e", "2001:200::1", "2600::"])("%s", (address) =>
    expect(isPublic(address)).toBe(true),
  );
});

describe("with private addresses allowed", () => {
  it.each([
    "127.0.0.1",
    "127.255.0.3",
    "::1",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.0.1",
    "fd12::1",
    "fc00::1",
    "8.8.8.8",
  ])("%s is allowed", (address) => expect(isLocal(address)).toBe(true));

  it.each([
    ...["0.0.0.0", "100.64.0.1", "169.254.169.254", "192.0.0.192", "198.18.0.1"],
    ...["100.100.100.200", "168.63.129.16", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["::", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1", "fd00:ec2::254", "fd20:ce::254", "fd00:42::42"],
    ...["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:8.8.8.8", "::127.0.0.1", "::10.0.0.1"],
    ...["::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001::1"],
    ...["2a00::5efe:7f00:1", "2a00::200:5efe:8.8.8.8", "fd12::5efe:10.0.0.1", "fe80::5efe:10.0.0.1"],
  ])("%s is refused", (address) => expect(isLocal(address)).toBe(false));
});

it.each(["", "localhost", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "1.2.3.4.5", "::g", "[::1]", "8.8.8.8 "])(
  "text that is no IP address is refused: %j",
  (text) => expect(isLocal(text)).toBe(false),
);
