import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../support/backend.ts";
import { type IdField, type Operation, operationsOf } from "../support/id-fields.ts";
import { idFor } from "../support/id-kinds.ts";
import { requestWith } from "../support/id-requests.ts";
import { openApi } from "../support/open-api.ts";
import { sharedBackend } from "../support/shared-backend.ts";
import { sceneOf } from "../support/specimens/all.ts";
import type { Scene } from "../support/specimens/scene.ts";
import { storedRows } from "../support/stored-rows.ts";

const operations = operationsOf(openApi)
  .map((operation) => ({ ...operation, http: `${operation.verb} ${operation.path}` }))
  .filter((operation) => operation.fields.length > 0);

/** Part of every text of the foreign records. */
const MARK = "Xk7-foreign-mark";

let own: Scene;
let foreign: Scene;
let rows: Awaited<ReturnType<typeof storedRows>>;
let before: Record<string, string>;
let secrets: string[];

beforeAll(async () => {
  const backend = await sharedBackend();
  [own, foreign] = await Promise.all([sceneOf(backend, "outsider", "own"), sceneOf(backend, "iberia", MARK)]);
  rows = await storedRows(backend);
  const org = foreign.as["x-organization-id"];
  secrets = [MARK, org, ...[...foreign.specimens.values()].flatMap(({ ids }) => Object.values(ids))];
  await until("the end of the reading", async () => {
    const { json } = await backend.call("GET", foreign.specimens.get("/v1/files/readings")!.path, { as: foreign.as });
    return !["pending", "reading"].includes(json.status);
  });
  before = await rows.digests(org);
});
afterAll(() => rows?.close());

/** Without the id that was sent, ids that are new each time, times and hashes. */
const comparable = ({ status, text }: Answer, sent: string) => ({
  status,
  text: text
    .replaceAll(sent, "<sent>")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, "<time>")
    .replaceAll(/"filter_hash":"\w+"/g, ""),
});

/** Whether ids that do not exist are accepted: filters find nothing, and bulk requests report them. */
const acceptsUnknown = ({ path }: Operation, { place, at }: IdField) =>
  place === "query" || path.endsWith("/by-filters") || path.endsWith("/widgets/calculate") || at.at(-1) === "*";

/** Refusals of the state, which come before those of ids, and of an organization outside of the group. */
const OF_STATE = ["FILTER_HASH_MISMATCH", "READING_INVALID_STATE", "RECALCULATION_ACTIVE", "ORGANIZATION_NOT_IN_GROUP"];

/** Whether the refusal is that of the field, so that nothing else was wrong with the request. */
function isAbout({ status, json }: Answer, { at }: IdField): boolean {
  const name = at.findLast((key) => key !== "*" && key !== "id")!;
  const violations: { loc?: unknown[] }[] = json?.errors ?? (Array.isArray(json?.detail) ? json.detail : []);
  return (
    status === 404 ||
    OF_STATE.includes(json?.code) ||
    violations.some(({ loc }) => loc?.includes(name.replace("[]", "")) || loc?.includes(name))
  );
}

async function compare(operation: Operation, field: IdField) {
  const find = idFor(operation, field);
  if (find === null) return;
  const attempt = (id: string) => {
    const { path, ...request } = requestWith(operation, field, id, own);
    return own.backend.call(operation.verb, path, { ...request, headers: { ...own.headers, ...request.headers } });
  };
  const [theirs, unknown] = [find(foreign), newId()];
  const [answer, missing] = [await attempt(theirs), await attempt(unknown)];
  const where = `${field.place} ${field.at.join(".")}: ${missing.status} ${missing.text}`;
  expect.soft(comparable(answer, theirs), where).toEqual(comparable(missing, unknown));
  expect.soft(answer.status, where).toBeLessThan(500);
  for (const secret of secrets) expect.soft(answer.text.replaceAll(theirs, ""), where).not.toContain(secret);
  if (answer.status < 300) expect.soft(acceptsUnknown(operation, field) || isAbout(answer, field), where).toBe(true);
  else
    expect
      .soft([field.place === "path" ? answer.status === 404 : isAbout(answer, field), where])
      .toEqual([true, where]);
  return answer.status;
}

describe.each(operations)("$http", ({ http, ...operation }) => {
  it("answers to a foreign id as to an unknown one, and stores nothing that it refuses", async () => {
    const changes = () => rows.changes(own.as["x-organization-id"]);
    const earlier = await changes();
    const statuses: (number | undefined)[] = [];
    for (const field of operation.fields) statuses.push(await compare(operation, field));
    if (statuses.every((status) => status === undefined || status >= 400)) expect(await changes()).toBe(earlier);
  });
});

it("changes nothing of the other organization", async () => {
  expect(await rows.digests(foreign.as["x-organization-id"])).toEqual(before);
});
