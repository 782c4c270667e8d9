import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import { DistanceMethod, DistanceMode, PlaceService } from "@emissions/proto/factors/v1/place_service";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { placeHandlers } from "./handlers.ts";
import { json, roadServer, way } from "./road-server.fixture.ts";
import { osrmService, type RoadPair, type RoadService } from "./road-service.ts";

const PAUSE_MS = 50;

let server: Awaited<ReturnType<typeof roadServer>>;
let lines: string[];
let roads: RoadService;
const log = {
  warn: (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`),
  info: (message: string) => void lines.push(message),
};
const service = (more = {}) => osrmService({ url: `http://${server.host}`, log, pauseMs: PAUSE_MS, ...more });

beforeEach(async () => {
  server = await roadServer();
  lines = [];
  roads = service();
});
afterEach(() => server.stop());

const MADRID = [40.4165, -3.70256] as const;
const SIGNAL = new AbortController().signal;
let used = 0;
/** Another pair each time, which no answer is known for. */
const another = (): RoadPair => {
  used += 1;
  return { from: MADRID, to: [41 + used / 1000, 2] };
};
const ask = async (pair = another()) => (await roads.measure([pair], SIGNAL))[0];

const ESTIMATED = { failure: "did not answer, so this is an estimate" };

describe("the road service", () => {
  it("is asked for longitude and latitude in the form of OSRM, once per pair", async () => {
    server.state.answer = way(621_345);
    const pair = { from: MADRID, to: [41.38879, 2.15899] as const };
    expect(await ask(pair)).toEqual({ kilometres: 621.345 });
    expect(await ask(pair)).toEqual({ kilometres: 621.345 });
    expect(server.requests).toEqual(["/route/v1/driving/-3.70256,40.4165;2.15899,41.38879?overview=false"]);
  });

  it("keeps the path and the query of its URL, and sends credentials as a header only", async () => {
    roads = service({ url: `http://user:p%40ss@${server.host}/osrm/?key=k1` });
    await ask();
    expect(server.requests[0]).toMatch(/^\/osrm\/route\/v1\/driving\/.*\?key=k1&overview=false$/);
    expect(server.authorizations[0]).toBe(`Basic ${Buffer.from("user:p@ss").toString("base64")}`);
    server.state.answer = json(500, "{}");
    for (let failures = 0; failures < 6; failures += 1) await ask();
    expect(lines.join()).toContain("road service failed");
    expect(lines.join()).not.toMatch(/p%40ss|p@ss|k1|user/);
  });

  it.each([
    ["an error", json(500, '{"code":"InternalError"}')],
    ["broken JSON", json(200, '{"code":"Ok","routes":[{"dist')],
    ["JSON of another form", json(200, '{"code":"Ok","routes":"none"}')],
    ["a way of no length", way(0)],
    ["a way longer than the earth is round", way(50_000_000)],
    ["a body that is too large", json(200, JSON.stringify({ code: "Ok", padding: "x".repeat(100_000) }))],
    ["a redirect", json(302, "", { location: "/elsewhere" })],
    ["a connection that ends", (_: unknown, response: { destroy(): void }) => response.destroy()],
  ])("that answers with %s leaves an estimate", async (_, answer) => {
    server.state.answer = answer as typeof server.state.answer;
    expect(await ask()).toEqual(ESTIMATED);
    expect(server.requests).toHaveLength(1);
  });

  it("that does not answer in time leaves an estimate", async () => {
    roads = service({ timeoutMs: 50 });
    server.state.answer = () => undefined;
    expect(await ask()).toEqual(ESTIMATED);
    expect(server.requests).toHaveLength(1);
  });

  it("is still asked after callers that did not wait for it", async () => {
    for (let gone = 0; gone < 6; gone += 1) {
      const caller = new AbortController();
      server.state.answer = () => caller.abort();
      expect(await roads.measure([another()], caller.signal)).toEqual([ESTIMATED]);
    }
    expect(lines).toEqual([]);
    server.state.answer = way(5000);
    expect(await ask()).toEqual({ kilometres: 5 });
  });

  it("that knows no way works, and is not asked again", async () => {
    server.state.answer = json(400, '{"code":"NoRoute","message":"Impossible route"}');
    const pair = another();
    for (let times = 0; times < 7; times += 1)
      expect(await ask(pair)).toEqual({ failure: "knows no way, so this is an estimate" });
    expect(server.requests).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  it("is not asked after five failures in a row, until one request succeeds after a pause", async () => {
    server.state.answer = json(503, "");
    for (let failures = 0; failures < 5; failures += 1) await ask();
    expect(lines).toEqual([`{"pauseMs":${PAUSE_MS}} road service failed, distances are estimated`]);
    expect(await roads.measure(Array.from({ length: 50 }, another), SIGNAL)).toEqual(Array(50).fill(ESTIMATED));
    expect(server.requests.length).toBeLessThan(10);
    server.state.answer = way(5000);
    await vi.waitFor(async () => expect(await ask()).toEqual({ kilometres: 5 }), { timeout: 5_000 });
    expect(lines.at(-1)).toBe("road service answers");
    expect(await ask()).toEqual({ kilometres: 5 });
  });

  it("gets at most eight requests of one call at once", async () => {
    let atOnce = 0;
    let most = 0;
    server.state.answer = (request, response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setTimeout(() => {
        atOnce -= 1;
        way(1000)(request, response);
      }, 5);
    };
    expect(await roads.measure(Array.from({ length: 100 }, another), SIGNAL)).toEqual(
      Array(100).fill({ kilometres: 1 }),
    );
    expect(most).toBe(8);
  });

  it("is not asked for a caller that has gone", async () => {
    expect(await roads.measure([another()], AbortSignal.abort())).toEqual([ESTIMATED]);
    expect(server.requests).toEqual([]);
  });
});

describe("a distance by road", () => {
  const measured = async (freight: boolean, mode: DistanceMode = DistanceMode.ROAD) => {
    const client = createClient(
      PlaceService,
      createRouterTransport((router) => router.service(PlaceService, placeHandlers({ roads }))),
    );
    const distances = [{ origin: "Madrid", destination: "Barcelona, ES", mode, freight }];
    return (await client.measureDistances({ distances })).measurements[0]!.distance!;
  };

  it.each([true, false])("is that of the road service (goods: %s)", async (freight) => {
    server.state.answer = way(621_345);
    const distance = await measured(freight);
    expect(distance).toMatchObject({ kilometres: { value: "621.3" }, method: DistanceMethod.ROAD_SERVICE });
    expect(distance.detourFactor).toBeUndefined();
    expect(distance.explanation).toMatch(/504\.2 km\. The way of the road service: 621\.3 km\./);
    expect(server.requests).toHaveLength(1);
  });

  it("is that of the road service where the mode was inferred, and no other mode asks it", async () => {
    server.state.answer = way(621_345);
    expect(await measured(true, DistanceMode.INFERRED)).toMatchObject({ method: DistanceMethod.ROAD_SERVICE });
    await measured(true, DistanceMode.RAIL);
    await measured(true, DistanceMode.SEA);
    expect(server.requests).toHaveLength(1);
  });

  it("is the estimate that says so if the service does not answer", async () => {
    server.state.answer = json(500, "");
    const distance = await measured(true);
    expect(distance).toMatchObject({ kilometres: { value: "716" }, method: DistanceMethod.GREAT_CIRCLE_WITH_DETOUR });
    expect(distance.explanation).toContain("The road service did not answer, so this is an estimate. Times the detour");
  });

  it("is refused as rate limited if the service throttles, and the next request asks again", async () => {
    server.state.answer = json(429, "");
    for (let times = 0; times < 7; times += 1) {
      const refused = ConnectError.from(await measured(true).catch((error: unknown) => error));
      expect(refused.code).toBe(Code.ResourceExhausted);
      expect(refusalIn(refused)?.code).toBe("UPSTREAM_RATE_LIMITED");
    }
    expect(server.requests).toHaveLength(7);
    server.state.answer = way(621_345);
    expect(await measured(true)).toMatchObject({ method: DistanceMethod.ROAD_SERVICE });
  });
});
