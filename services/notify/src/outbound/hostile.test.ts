import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOSTILE_NAMES, HOSTILE_URLS, NEVER_HOSTS, PRIVATE_HOSTS } from "./hostile.fixture.ts";
import { type NameServer, startNameServer } from "./name-server.fixture.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import { countSockets, startSentinel } from "./sockets.fixture.ts";

const ROUNDS = 1_000;
const PUBLIC = "93.184.216.34";
const message = { headers: { "webhook-id": "1" }, body: Buffer.from("{}") };
const refused = { status: null, body: null, retryAfterMs: null, errorCode: "ADDRESS_NOT_PUBLIC" };

let names: NameServer;
let sentinel: Awaited<ReturnType<typeof startSentinel>>;
let sockets: ReturnType<typeof countSockets>;
let strict: Outbound;
let local: Outbound;
beforeAll(async () => {
  names = await startNameServer();
  sentinel = await startSentinel();
  sockets = countSockets();
  strict = createOutbound({ allowPrivateAddresses: false, dnsServers: [names.address] });
  local = createOutbound({ allowPrivateAddresses: true, dnsServers: [names.address] });
});
beforeEach(() => {
  names.answer = () => "name";
  sockets.begun = 0;
  sentinel.connections = 0;
});
afterAll(async () => {
  strict.close();
  local.close();
  sockets.stop();
  names.close();
  await sentinel.close();
});

describe("a hostile URL is refused, is not connected to, and no name server is asked", () => {
  const table = HOSTILE_URLS.map((row) => ({ ...row, shown: JSON.stringify(row.url.slice(0, 80)) }));
  it.each(table)("$shown: $fault", async ({ url, fault }) => {
    const asked = names.questions;
    expect(await strict.vet(url)).toEqual({ fault });
    expect(await strict.post(url, message)).toMatchObject(refused);
    expect({ asked: names.questions - asked, begun: sockets.begun }).toEqual({ asked: 0, begun: 0 });
  });

  it("the table has many of them", () => {
    expect(new Set(HOSTILE_URLS.map(({ url }) => url)).size).toBe(HOSTILE_URLS.length);
    expect(HOSTILE_URLS.length).toBeGreaterThan(180);
  });
});

describe("also where private addresses are allowed", () => {
  it.each(NEVER_HOSTS)("https://%s/ is refused, though somebody listens there", async (host) => {
    const url = `https://${host}:${sentinel.port}/`;
    expect(await local.vet(url)).toEqual({ fault: "host" });
    expect(await local.post(url, message)).toMatchObject(refused);
    expect({ begun: sockets.begun, reached: sentinel.connections }).toEqual({ begun: 0, reached: 0 });
  });

  it("port 0 is refused, though any other may be used", async () => {
    expect(await local.vet("https://127.0.0.1:0/")).toEqual({ fault: "port" });
    expect(await local.vet("https://127.0.0.1:1/")).toEqual({ url: "https://127.0.0.1:1/" });
  });

  it.each(PRIVATE_HOSTS)("https://%s/ is accepted", async (host) => {
    expect(await local.vet(`https://${host}/`)).toHaveProperty("url");
  });
});

describe("a name that leads where nobody may go", () => {
  it.each(HOSTILE_NAMES)("$name", async ({ name, A, AAAA }) => {
    names.answer = (_name, type) => (type === "A" ? A : AAAA);
    const url = `https://${name}:8443/`;
    expect(await strict.vet(url)).toEqual({ fault: "host" });
    expect(await strict.post(url, message)).toMatchObject(refused);
    expect(sockets.begun).toBe(0);
  });

  it("is refused at the delivery when it was public while it was vetted, 1,000 times", async () => {
    const turns = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0", "::1", "::ffff:7f00:1", "fe80::1"];
    for (let round = 0; round < ROUNDS; round++) {
      const isV6 = (address: string) => address.includes(":");
      const turn = turns[round % turns.length]!;
      names.answer = (_name, type) => (type === "A" ? [PUBLIC] : []);
      expect(await strict.vet("https://flips.example/")).toEqual({ url: "https://flips.example/" });
      names.answer = (_name, type) => ((type === "AAAA") === isV6(turn) ? [turn] : []);
      const { durationMs, ...outcome } = await strict.post("https://flips.example/", message);
      expect(outcome).toEqual(refused);
    }
    expect(sockets.begun).toBe(0);
  });

  it("is never connected to while its answers change with every question, 1,000 times", async () => {
    // 0.0.0.0 leads to the sentinel too, but must not be used; so each connection has to be one to 127.0.0.1.
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
      const { errorCode } = await local.post(`https://flips.example:${sentinel.port}/`, message);
      codes.set(errorCode, (codes.get(errorCode) ?? 0) + 1);
    }
    const isOnlyLoopback = (answer: string[]) => answer.every((address) => address === "127.0.0.1");
    const reachable = given.filter(isOnlyLoopback).length;
    expect(given).toHaveLength(ROUNDS);
    expect({ begun: sockets.begun, refused: codes.get("ADDRESS_NOT_PUBLIC") }).toEqual({
      begun: reachable,
      refused: ROUNDS - reachable,
    });
  });
});
