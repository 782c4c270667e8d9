import { setImmediate } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createResolve } from "./dns.ts";
import { type NameServer, startNameServer } from "./name-server.fixture.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import { countSockets } from "./sockets.fixture.ts";

const message = { headers: {}, body: Buffer.from("{}") };
const PUBLIC = "93.184.216.34";
const PUBLIC_V6 = "2606:4700::1";

let names: NameServer;
let outbound: Outbound | undefined;
beforeAll(async () => {
  names = await startNameServer();
  return () => names.close();
});
afterEach(() => outbound?.close());

function open(options: { allowPrivate?: boolean; dnsServers?: string[] } = {}): Outbound {
  const { allowPrivate = false, dnsServers = [names.address] } = options;
  outbound = createOutbound({ allowPrivateAddresses: allowPrivate, dnsServers });
  return outbound;
}

describe("checkUrl accepts a name", () => {
  it.each([
    { what: "with IPv4 and IPv6 addresses", A: [PUBLIC], AAAA: [PUBLIC_V6] },
    { what: "with IPv4 only", A: [PUBLIC], AAAA: [] },
    { what: "with IPv6 only", A: [], AAAA: [PUBLIC_V6] },
    { what: "if the IPv6 query fails", A: [PUBLIC], AAAA: "failure" as const },
    { what: "if the IPv6 query gets no response", A: [PUBLIC], AAAA: "silence" as const },
  ])("$what", async ({ A, AAAA }) => {
    names.answer = (_name, type) => (type === "A" ? A : AAAA);
    expect(await open().checkUrl("https://a.example/")).toEqual({ url: "https://a.example/" });
  });
});

describe("a name without an address", () => {
  const answers = ["name", "failure", "silence", []] as const;

  it.each(answers)("%j: is refused, and an attempt fails within the DNS time limit", async (answer) => {
    names.answer = () => answer;
    const sockets = countSockets();
    const [checked, outcome] = await Promise.all([
      open().checkUrl("https://a.example/"),
      outbound!.post("https://a.example/", message),
    ]);
    sockets.stop();
    expect(checked).toEqual({ fault: "host" });
    expect(outcome).toMatchObject({ status: null, body: null, errorCode: "DNS_FAILURE" });
    expect(outcome.durationMs).toBeLessThan(3_500);
    expect(sockets.opened).toBe(0);
  });

  it("is accepted where private addresses are allowed, and an attempt fails", async () => {
    names.answer = () => "name";
    expect(await open({ allowPrivate: true }).checkUrl("https://later:9000/hook")).toEqual({
      url: "https://later:9000/hook",
    });
    expect(await outbound!.post("https://later:9000/hook", message)).toMatchObject({ errorCode: "DNS_FAILURE" });
  });

  it("is refused if no DNS server responds", async () => {
    const stopped = await startNameServer();
    stopped.close();
    expect(await open({ dnsServers: [stopped.address] }).checkUrl("https://a.example/")).toEqual({ fault: "host" });
  });
});

it("all addresses of a name are checked, and at most 8 are used", async () => {
  const many = Array.from({ length: 30 }, (_, at) => `93.184.216.${at}`);
  names.answer = (_name, type) => (type === "A" ? many : []);
  const { resolve, close } = createResolve({ allowPrivate: false, dnsServers: [names.address] });
  expect(await resolve("many.example")).toHaveLength(8);
  many.push("127.0.0.1");
  expect(await resolve("many.example")).toBe("ADDRESS_NOT_PUBLIC");
  close();
});

it("the time limit of the attempt also ends DNS queries", async () => {
  names.answer = () => "silence";
  const brief = createOutbound({ allowPrivateAddresses: false, dnsServers: [names.address], timeoutMs: 100 });
  const outcome = await brief.post("https://a.example/", message);
  brief.close();
  expect(outcome).toMatchObject({ errorCode: "TIMEOUT" });
  expect(outcome.durationMs).toBeLessThan(1_500);
});

it("queries the name without search domains", async () => {
  const asked = new Set<string>();
  names.answer = (name) => {
    asked.add(name);
    return "name";
  };
  await open().checkUrl("https://postgres/");
  expect([...asked]).toEqual(["postgres"]);
});

it("200 names whose servers do not respond do not delay another name", async () => {
  names.answer = (name, type) => (name.startsWith("slow") ? "silence" : type === "A" ? [PUBLIC] : []);
  const { checkUrl } = open();
  const pending: ReturnType<typeof checkUrl>[] = [];
  for (let at = 0; at < 200; at++) {
    pending.push(checkUrl(`https://slow${at}.example/`));
    // The DNS server runs in this process, and its UDP buffer would overflow.
    await setImmediate();
  }
  const startedAt = performance.now();
  expect(await checkUrl("https://healthy.example/")).toEqual({ url: "https://healthy.example/" });
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  for (const checked of await Promise.all(pending)) expect(checked).toEqual({ fault: "host" });
});

describe("the canonical form of a URL", () => {
  it.each([
    ["https://A.Example", "https://a.example/"],
    ["HTTPS://a.example:443/Hook?Q=1", "https://a.example/Hook?Q=1"],
    ["https://a.example:0443/", "https://a.example/"],
    ["https://a.example:8443/", "https://a.example:8443/"],
    ["https://a.example./hook", "https://a.example/hook"],
    ["https://a.example/x/../y/./z", "https://a.example/y/z"],
    ["https://bücher.example/ä?ö", "https://xn--bcher-kva.example/%C3%A4?%C3%B6"],
    ["https://a_b.example/", "https://a_b.example/"],
    ["https://0x08080808/", "https://8.8.8.8/"],
    ["https://8.8.2056/", "https://8.8.8.8/"],
    ["https://[2606:4700:0:0::0001]:8443/", "https://[2606:4700::1]:8443/"],
    [`https://a.example/${"a".repeat(2030)}`, `https://a.example/${"a".repeat(2030)}`],
  ])("%s", async (url, canonical) => {
    names.answer = (_name, type) => (type === "A" ? [PUBLIC] : []);
    expect(await open().checkUrl(url)).toEqual({ url: canonical });
    expect(await outbound!.checkUrl(canonical)).toEqual({ url: canonical });
  });
});
