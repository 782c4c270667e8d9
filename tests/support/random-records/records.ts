import type { Explanation } from "@emissions/cli/verify/explanation";
import { readExplanation } from "@emissions/cli/verify/read";
import { until } from "@emissions/testkit/poll";
import fc from "fast-check";
import type { Answer, Backend, Caller } from "../backend.ts";
import type { Body, RandomKind } from "./kind.ts";
import { addFacilities, addOwners, type Owners, resolved, type Send, sender } from "./owners.ts";

/** Requests at a time. */
const AT_ONCE = 8;
const WAIT_MS = 300_000;

/** An organization with everything that drawn records name. */
export interface Home {
  backend: Backend;
  as: Caller;
  send: Send;
  owners: Owners;
}

export interface Drawn {
  kind: RandomKind;
  body: Body;
}

export interface Recorded extends Drawn {
  /** Its address in the API. */
  path: string;
}

export interface Explained {
  text: string;
  explanation: Explanation & { status: string; revision: number; error_code: string | null };
}

/** Records of each kind, the same for the same seed. */
export function drawn(kinds: readonly RandomKind[], { perKind, seed }: { perKind: number; seed: number }): Drawn[] {
  return kinds.flatMap((kind) => {
    const bodies = fc.sample(kind.bodies, { numRuns: perKind, seed });
    const { identity, key } = kind;
    const distinct = identity ? [...new Map(bodies.map((body) => [identity(body), body])).values()] : bodies;
    return distinct.map((body, at) => ({ kind, body: { ...body, ...(key && { [key]: `${kind.name} ${at}` }) } }));
  });
}

/** Works on some at a time, and keeps the order. */
export async function eachOf<T, R>(all: readonly T[], work: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(all.length);
  const waiting = [...all.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next[0]] = await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** Routes of freight take few requests in a second. */
const patiently = (ask: () => Promise<Answer>): Promise<Answer> =>
  until("an answer without 429", async () => {
    const answer = await ask();
    return answer.status !== 429 && answer;
  });

/** Stores records. What the API refuses by a reason of its own, such as a distance that nobody knows, is listed. */
export async function stored({ backend, as, owners }: Home, records: readonly Drawn[]) {
  const refusals: string[] = [];
  const all = await eachOf(records, async ({ kind, body }): Promise<Recorded | null> => {
    const sent = resolved(body, owners);
    const { under } = kind;
    const path = under === undefined ? kind.list : under.path(String(sent[under.field]));
    if (under !== undefined) delete sent[under.field];
    const { status, json, text } = await patiently(() => backend.call("POST", path, { as, body: sent }));
    if (status < 300) return { kind, body, path: `${path}/${json.id}` };
    if (status !== 422) throw new Error(`${path} ${JSON.stringify(body)}: ${status} ${text}`);
    refusals.push(`${kind.name}: ${text} ${JSON.stringify(body)}`);
    return null;
  });
  const accepted = [...all.keys()].filter((at) => all[at] !== null);
  return { recorded: accepted.map((at) => all[at]!), accepted, refusals };
}

/** Stores records that the API accepts. */
export async function store(home: Home, records: readonly Drawn[]): Promise<Recorded[]> {
  const { recorded, refusals } = await stored(home, records);
  if (refusals.length > 0) throw new Error(refusals.join("\n"));
  return recorded;
}

/** Other amounts of a stored record. */
export async function change({ backend, as, send, owners }: Home, { kind, path }: Recorded, body: Body): Promise<void> {
  const sent = resolved(body, owners);
  const amounts = Object.fromEntries(kind.amounts.flatMap((field) => (field in sent ? [[field, sent[field]]] : [])));
  if (kind.change === "repeat") await patiently(() => backend.call("POST", kind.list, { as, body: sent }));
  else await send(kind.change ?? "PATCH", path, amounts);
}

/** Waits until nothing of the organization is left to be calculated, and its totals stand. */
export async function explained(home: Home, records: readonly Recorded[]): Promise<Explained[]> {
  const { backend, as } = home;
  const all = await eachOf(records, ({ path }) =>
    until(
      `the calculation of ${path}`,
      async () => {
        const { text, json, status } = await backend.call("GET", `${path}/calculation`, { as });
        if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
        return json.status !== "pending" && { text, explanation: readExplanation(text) as Explained["explanation"] };
      },
      WAIT_MS,
    ),
  );
  return all as Explained[];
}

/** One organization with its owners; `facilities` were added before. */
export async function homeOf(
  backend: Backend,
  slug: string,
  vehicleFuels: Parameters<typeof addOwners>[1],
): Promise<Home> {
  const as = backend.caller(slug);
  const send = sender(backend, as);
  const owners = new Map([...(await addFacilities(send)), ...(await addOwners(send, vehicleFuels))]);
  return { backend, as, send, owners };
}

/** Covers some of an invoice of electricity. False for a market or a year without certificates. */
export async function isCovered({ backend, as, send }: Home, { body, path }: Recorded): Promise<boolean> {
  const year = String(body.start_date).slice(0, 4);
  const { id } = await send("POST", "/v2/certificates", {
    type: "guarantee_of_origin",
    technology: "biomass",
    mwh: "0.0123",
    country: String(body.facility_id).replace("@facility ", ""),
    production_start_date: `${year}-03-01`,
    production_end_date: `${year}-03-31`,
  });
  const invoice_ids = [path.split("/").at(-1)];
  const { status } = await backend.call("POST", `/v2/certificates/${id}/matches`, { as, body: { invoice_ids } });
  return status === 201;
}
