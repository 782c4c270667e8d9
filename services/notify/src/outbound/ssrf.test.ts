import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type NameServer, startNameServer } from "./name-server.fixture.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import { countSockets, startCountingServer } from "./sockets.fixture.ts";
import { FORBIDDEN_HOSTS, FORBIDDEN_NAMES, FORBIDDEN_URLS, PRIVATE_HOSTS } from "./ssrf.fixture.ts";

const ROUNDS = 1_000;
const PUBLIC = "93.184.216.34";
const message = { headers: { "webhook-id": "1" }, body: Buffer.from("{}") };
const refused = { status: null, body: null, retryAfterMs: null, errorCode: "ADDRESS_NOT_PUBLIC" };

let names: NameServer;
let counter: Awaited<ReturnType<typeof startCountingServer>>;
let sockets: ReturnType<typeof countSockets>;
let strict: Outbound;
let local: Outbound;
beforeAll(async () => {
  names = await startNameServer();
  counter = await startCountingServer();
  sockets = countSockets();
  strict = createOutbound({ allowPrivateAddresses: false, dnsServers: [names.address] });
  local = createOutbound({ allowPrivateAddresses: true, dnsServers: [names.address] });
});
beforeEach(() => {
  names.answer = () => "name";
  sockets.opened = 0;
  counter.connections = 0;
});
afterAll(async () => {
  strict.close();
  local.close();
  sockets.stop();
  names.close();
  await counter.close();
});

describe("a forbidden URL is refused without a connection or a DNS query", () => {
  const table = FORBIDDEN_URLS.map((row) => ({ ...row, shown: JSON.stringify(row.url.slice(0, 80)) }));
  it.each(table)("$shown: $fault", async ({ url, fault }) => {
    const before = names.questions;
    expect(await strict.checkUrl(url)).toEqual({ fault });
    expect(await strict.post(url, message)).toMatchObject(refused);
    expect({ asked: names.questions - before, opened: sockets.opened }).toEqual({ asked: 0, opened: 0 });
  });

  it("the table has more than 180 different URLs", () => {
    expect(new Set(FORBIDDEN_URLS.map(({ url }) => url)).size).toBe(FORBIDDEN_URLS.length);
    expect(FORBIDDEN_URLS.length).toBeGreaterThan(180);
  });
});

describe("where private addresses are allowed", () => {
  it.each(FORBIDDEN_HOSTS)("https://%s/ is still refused", async (host) => {
    const url = `https://${host}:${counter.port}/`;
    expect(await local.checkUrl(url)).toEqual({ fault: "host" });
    expect(await local.post(url, message)).toMatchObject(refused);
    expect({ opened: sockets.opened, reached: counter.connections }).toEqual({ opened: 0, reached: 0 });
  });

  it("any port but 0 is accepted", async () => {
    expect(await local.checkUrl("https://127.0.0.1:0/")).toEqual({ fault: "port" });
    expect(await local.checkUrl("https://127.0.0.1:1/")).toEqual({ url: "https://127.0.0.1:1/" });
  });

  it.each(PRIVATE_HOSTS)("https://%s/ is accepted", async (host) => {
    expect(await local.checkUrl(`https://${host}/`)).toHaveProperty("url");
  });
});

describe("a name that resolves to a forbidden address", () => {
  it.each(FORBIDDEN_NAMES)("$name", async ({ name, A, AAAA }) => {
    names.answer = (_name, type) => (type === "A" ? A : AAAA);
    const url = `https://${name}:8443/`;
    expect(await strict.checkUrl(url)).toEqual({ fault: "host" });
    expect(await strict.post(url, message)).toMatchObject(refused);
    expect(sockets.opened).toBe(0);
  });

  it("is refused by `post` if its address changed after `checkUrl`, in 1,000 rounds", async () => {
    const forbidden = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0", "::1", "::ffff:7f00:1", "fe80::1"];
    for (let round = 0; round < ROUNDS; round++) {
      const isV6 = (text: string) => text.includes(":");
      const address = forbidden[round % forbidden.length]!;
      names.answer = (_name, type) => (type === "A" ? [PUBLIC] : []);
      expect(await strict.checkUrl("https://flips.example/")).toEqual({ url: "https://flips.example/" });
      names.answer = (_name, type) => ((type === "AAAA") === isV6(address) ? [address] : []);
      const { durationMs, ...outcome } = await strict.post("https://flips.example/", message);
      expect(outcome).toEqual(refused);
    }
    expect(sockets.opened).toBe(0);
  });

  it("is connected only to checked addresses while its answers change, in 1,000 rounds", async () => {
    // 0.0.0.0 also reaches the server, but is forbidden. So each connection must go to 127.0.0.1.
    const answers = [["127.0.0.1"], ["0.0.0.0"], ["127.0.0.1", "0.0.0.0"], ["169.254.169.254"]];
    let asked = 0;
    const given: string[][] = [];
    names.answer = (_name, type) => {
      if (type === "AAAA") return [];
      const answer = answers[asked++ % answers.length]!;
      given.push(answer);
      return answer;
    };
    const codes = new Map<string | null, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const { errorCode } = await local.post(`https://flips.example:${counter.port}/`, message);
      codes.set(errorCode, (codes.get(errorCode) ?? 0) + 1);
    }
    const isOnlyLoopback = (answer: string[]) => answer.every((address) => address === "127.0.0.1");
    const reachable = given.filter(isOnlyLoopback).length;
    expect(given).toHaveLength(ROUNDS);
    expect({ opened: sockets.opened, refused: codes.get("ADDRESS_NOT_PUBLIC") }).toEqual({
      opened: reachable,
      refused: ROUNDS - reachable,
    });
  });
});
