import type { Route } from "@emissions/gateway/rest/route-spec";
import { routeTable } from "@emissions/gateway/routes/table";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filledPath } from "../support/id-fields.ts";
import { sharedBackend } from "../support/shared-backend.ts";
import { sceneOf, specimenFor } from "../support/specimens/all.ts";
import type { Scene } from "../support/specimens/scene.ts";
import { storedRows } from "../support/stored-rows.ts";

const unused = () => Promise.reject(new Error("not used"));
const routes = routeTable({ verify: unused, issue: unused });
const acceptsNothing = ({ spec }: Route) => spec.body?.safeParse({}).success === true;
const changes = routes
  .filter((route) => (route.verb === "PATCH" || route.verb === "PUT") && acceptsNothing(route))
  .map((route) => ({ http: `${route.verb} ${route.path}`, route }));

/** Answers that show salaries are logged, those of changes like those of reads. */
const READS = "activity.salary_reads";

let scene: Scene;
let rows: Awaited<ReturnType<typeof storedRows>>;

beforeAll(async () => {
  const backend = await sharedBackend();
  scene = await sceneOf(backend, "outsider", "empty-change");
  rows = await storedRows(backend);
  // Results and readings that are under way change rows.
  let last = "";
  await until("the end of the calculations", async () => {
    const now = JSON.stringify(await stored());
    const isSame = now === last;
    last = now;
    return isSame;
  });
});
afterAll(() => rows?.close());

async function stored() {
  const org = scene.as["x-organization-id"];
  const { [READS]: _, ...digests } = await rows.digests(org);
  return { digests, changes: await rows.changes(org) };
}

describe.each(changes)("$http", ({ route }) => {
  it("without a field changes nothing, and answers as a read", async () => {
    const { ids, signedIn } = specimenFor(scene, route.path);
    const path = filledPath(route.path, (name) => ids[name] ?? ids.id!);
    const who = { headers: signedIn ? scene.headers : scene.as };
    const read = () => scene.backend.call("GET", path, who);
    const [before, was] = [await stored(), await read()];
    const answer = await scene.backend.call(route.verb, path, { ...who, body: {} });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    if (was.status === 200) expect(answer.json).toEqual(was.json);
    expect(await stored()).toEqual(before);
    expect((await read()).headers.get("etag")).toBe(was.headers.get("etag"));
  });
});

it("every resource is among them", () => expect(changes.length).toBeGreaterThan(30));
