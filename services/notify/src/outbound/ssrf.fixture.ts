import type { UrlFault } from "./url.ts";

/**
 * Notations of hosts that webhooks must not reach. A service that allows private addresses still refuses those of
 * `FORBIDDEN`.
 */
const PRIVATE = [
  ...["localhost", "LOCALHOST", "localhost.", "a.localhost", "a.b.LocalHost.", "ｌｏｃａｌｈｏｓｔ", "%6cocalhost"],
  ...["127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.255.255.254", "2130706433", "017700000001", "0x7f000001"],
  ...["0x7f.1", "0x7F.0x0.0x0.0x1", "0177.0.0.1", "0177.0.0.01", "127.0.0.0x1", "00000177.1", "%31%32%37.0.0.1"],
  ...["①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "127．0．0．1", "127｡1"],
  ...["10.0.0.1", "10.255.255.255", "0xa.1", "167772161", "012.0.0.1", "172.16.0.1", "172.31.255.255", "2886729729"],
  ...["192.168.0.1", "192.168.1", "3232235521", "0xc0.0xa8.0.1"],
  ...["[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::0.0.0.1]", "[fc00::1]", "[fd12:3456:789a::1]", "[FDFF::]"],
];
const FORBIDDEN = [
  ...["0", "0.0.0.0", "0.0.0.0.", "0x0", "00", "0.1", "0.255.255.255", "[::]", "[0::0]", "[::0.0.0.0]"],
  ...["169.254.169.254", "169.254.0.1", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518"],
  ...["１６９.２５４.１６９.２５４", "100.64.0.1", "100.100.100.200", "192.0.0.192", "168.63.129.16"],
  ...["192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250"],
  ...["240.0.0.1", "255.255.255.255", "4294967295", "0xffffffff", "[fe80::1]", "[febf::1]", "[fec0::1]"],
  ...[
    "[ff02::1]",
    "[fd00:ec2::254]",
    "[fd20:ce::254]",
    "[100::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[5f00::1]",
    "[4000::1]",
  ],
  ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:FFFF:127.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:0.0.0.0]"],
  ...["[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[::ffff:8.8.8.8]", "[::ffff:0:127.0.0.1]"],
  ...["[::127.0.0.1]", "[::7f00:1]", "[::10.0.0.1]", "[::169.254.169.254]"],
  ...["[64:ff9b::127.0.0.1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b::8.8.8.8]", "[64:ff9b:1::10.0.0.1]"],
  ...["[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2001::1]", "[2001:0:4136:e378:8000:63bf:80ff:fffe]"],
  ...["[2606:4700::5efe:127.0.0.1]", "[2606:4700::200:5efe:a00:1]", "[fd12::5efe:10.0.0.1]"],
];

/** URLs that are refused for their syntax, port or length. */
const MALFORMED: { url: string; fault: UrlFault }[] = [
  ...["", "/hook", "//a.example/", "a.example/hook", "localhost:8443", "http://a.example/", "HTTP://a.example/"].map(
    as("scheme"),
  ),
  ...[
    "ftp://a.example/",
    "file:///etc/passwd",
    "data:text/plain,a",
    "javascript:alert(1)",
    "gopher://127.0.0.1:25/",
  ].map(as("scheme")),
  ...["wss://a.example/", "httpsx://a.example/", "unix:/run/docker.sock", "blob:https://a.example/1"].map(as("scheme")),
  ...["https:", "https:/", "https:a.example", "https:/a.example", "https:\\\\a.example", "https:/\\a.example/"].map(
    as("malformed"),
  ),
  ...[
    "https://a.example\\@127.0.0.1/",
    "https://127.0.0.1\\.a.example/",
    " https://a.example/",
    "https://a.example/ ",
  ].map(as("malformed")),
  ...["https://a.example/\thook", "https://a.ex\nample/", "https://a.example/\r\nHost: b", "https://a.example/\0"].map(
    as("malformed"),
  ),
  ...["https://127.0.0.1\u0000.a.example/", "https://a\u00a0b.example/", "https://a\u200bb.example/"].map(
    as("malformed"),
  ),
  ...[
    "https://a\u00adb.example/",
    "https://\ufeffa.example/",
    "https://a\u202eb.example/",
    "https://a.example/\ud800",
  ].map(as("malformed")),
  ...["https://a b.example/", "https://a%00b.example/", "https://a%2fb.example/", "https://[::1"].map(as("malformed")),
  ...[
    "https://[fe80::1%25eth0]/",
    "https://[::1%25lo]/",
    "https://[::1%lo]/",
    "https://[v1.a]/",
    "https://[::ffff:0177.0.0.1]/",
  ].map(as("malformed")),
  ...["https://256.0.0.1/", "https://1.2.3.4.5/", "https://127.0.0.0.1/", "https://0x100000000/", "https://a.1/"].map(
    as("malformed"),
  ),
  ...["https://a.example:99999/", "https://a.example:x/", "https://a.example:-1/", "https://a<b.example/"].map(
    as("malformed"),
  ),
  ...["https:///", "https:///hook", "https://?a", "https://:443/", "https://:443", "https://::1/"].map(as("host")),
  ...["https://a..example/", "https://.example/", "https://./", "https://a.example../", "https://*.example/"].map(
    as("host"),
  ),
  ...["https://-a.example/", "https://a-.example/", "https://a,b.example/", `https://${"a".repeat(64)}.example/`].map(
    as("host"),
  ),
  { url: `https://${"a.".repeat(130)}example/`, fault: "host" },
  ...[
    "https://user@a.example/",
    "https://user:secret@a.example/",
    "https://:secret@a.example/",
    "https://@a.example/",
  ].map(as("credentials")),
  ...["https://a.example@127.0.0.1/", "https://a.example:443@127.0.0.1/", "https://127.0.0.1%2f@a.example/"].map(
    as("credentials"),
  ),
  ...["https://a.example/#", "https://a.example/#a", "https://a.example#@127.0.0.1/"].map(as("fragment")),
  ...["https://a.example:0/", "https://a.example:22/", "https://a.example:80/", "https://a.example:8080/"].map(
    as("port"),
  ),
  ...["https://a.example:444/", "https://a.example:65535/", "https://a.example:6379/"].map(as("port")),
  { url: `https://a.example/${"a".repeat(2031)}`, fault: "too_long" },
  { url: `https://a.example/${"x/../".repeat(500)}`, fault: "too_long" },
  { url: `https://a.example/${"ä".repeat(400)}`, fault: "too_long" },
];

function as(fault: UrlFault) {
  return (url: string) => ({ url, fault });
}

export const FORBIDDEN_HOSTS: readonly string[] = FORBIDDEN;
export const PRIVATE_HOSTS: readonly string[] = PRIVATE;

/** All forbidden URLs, with the fault that a service without private addresses reports. None needs a DNS query. */
export const FORBIDDEN_URLS: readonly { url: string; fault: UrlFault }[] = [
  ...[...PRIVATE, ...FORBIDDEN].map((host) => ({ url: `https://${host}/hook`, fault: "host" as const })),
  ...MALFORMED,
];

/** DNS answers with at least one forbidden address each. */
export const FORBIDDEN_NAMES: readonly { name: string; A: string[]; AAAA: string[] }[] = [
  { name: "loopback.example", A: ["127.0.0.1"], AAAA: [] },
  { name: "loopback6.example", A: [], AAAA: ["::1"] },
  { name: "unspecified.example", A: ["0.0.0.0"], AAAA: ["::"] },
  { name: "private.example", A: ["10.0.0.1"], AAAA: [] },
  { name: "local.example", A: [], AAAA: ["fd12::1"] },
  { name: "metadata.example", A: ["169.254.169.254"], AAAA: [] },
  { name: "metadata6.example", A: [], AAAA: ["fd00:ec2::254"] },
  { name: "carrier.example", A: ["100.64.0.1"], AAAA: [] },
  { name: "mapped.example", A: [], AAAA: ["::ffff:7f00:1"] },
  { name: "translated.example", A: [], AAAA: ["64:ff9b::a9fe:a9fe"] },
  { name: "6to4.example", A: [], AAAA: ["2002:7f00:1::"] },
  { name: "isatap.example", A: [], AAAA: ["2606:4700::5efe:7f00:1"] },
  { name: "mixed.example", A: ["93.184.216.34", "127.0.0.1"], AAAA: [] },
  { name: "mixed-first.example", A: ["169.254.169.254", "93.184.216.34"], AAAA: [] },
  { name: "mixed-families.example", A: ["93.184.216.34"], AAAA: ["::1"] },
  { name: "one-of-many.example", A: [...Array(20).fill("93.184.216.34"), "192.168.0.1"], AAAA: ["2606:4700::1"] },
];
