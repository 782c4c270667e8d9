import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { catalogueId } from "@emissions/quantity/catalogue-id";

export interface Owner {
  id: string;
  api_keys: { editor: string };
}

export interface Outcome {
  requests: number;
  /** Ids of the purchases that were answered with 201. */
  purchases: string[];
  wastes: number;
  failures: string[];
  slowestMs: number;
}

const CLIENTS = 4;
/** Between two requests of a client, so that the figures are those of a system that is not overloaded. */
const PAUSE_MS = 20;
const WASTES = 50;
const FAILURES_SHOWN_MAX = 20;
const YEAR = "start_date=2025-01-01&end_date=2025-12-31";
const KILOGRAM = "61743a63-ff70-459c-9567-5eee8f7dfd5c";

/** Clients that write and read until they are stopped. None repeats a request: each failure counts. */
export async function startLoad(baseUrl: string, { id, api_keys }: Owner) {
  const outcome: Outcome = { requests: 0, purchases: [], wastes: 0, failures: [], slowestMs: 0 };
  let running = true;
  const headers = { "x-organization-id": id, "x-api-key": api_keys.editor, "content-type": "application/json" };

  async function send(method: string, path: string, expected: number, body?: object): Promise<{ id: string } | null> {
    const begun = performance.now();
    outcome.requests++;
    const key = method === "POST" ? { "idempotency-key": randomUUID() } : {};
    const fail = (reason: string) => {
      if (outcome.failures.length < FAILURES_SHOWN_MAX) {
        outcome.failures.push(`${new Date().toISOString()} ${method} ${path}: ${reason}`);
      }
      return null;
    };
    try {
      const answer = await fetch(baseUrl + path, {
        method,
        headers: { ...headers, ...key },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - begun);
      return answer.status === expected ? JSON.parse(text) : fail(`${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      return fail(error instanceof Error ? `${error.message} ${error.cause ?? ""}` : String(error));
    }
  }

  const [unit, plant] = [await euroOf(baseUrl, headers), await plantOf(baseUrl, headers)];
  async function client(n: number): Promise<void> {
    for (let i = n; running; i += CLIENTS) {
      const made = await send("POST", "/v1/purchases", 201, purchaseOf(i, unit));
      if (made !== null) outcome.purchases.push(made.id);
      if (made !== null) await send("GET", `/v1/purchases/${made.id}`, 200);
      await send("GET", "/v1/purchases?size=20", 200);
      await send("GET", `/v1/total-impacts?${YEAR}&group_by=category`, 200);
      await send("GET", `/v2/inventory?${YEAR}`, 200);
      if (n === 0) {
        const job = await send("POST", "/v2/wastes", 202, { records: wastesOf(plant) });
        if (job !== null) outcome.wastes += WASTES;
      }
      await pause(PAUSE_MS);
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  return {
    outcome,
    stop: async () => {
      running = false;
      await clients;
    },
  };
}

const purchaseOf = (i: number, unitId: string) => ({
  product_name: `Bought during an upgrade ${i}`,
  sector: "62",
  quantity: `${i + 1}.07`,
  unit_id: unitId,
  purchase_date: `2025-06-${String((i % 30) + 1).padStart(2, "0")}`,
  expense_type: "opex",
});

const wastesOf = (facilityId: string) =>
  Array.from({ length: WASTES }, (_, i) => ({
    facility_id: facilityId,
    identification_name: `Waste ${randomUUID()}`,
    start_date: "2025-03-01",
    end_date: "2025-03-31",
    base_quantity: i + 1,
    unit_id: KILOGRAM,
    ler_code_id: catalogueId("ler", "150101"),
    waste_rd_code_id: catalogueId("rd", "R03"),
  }));

async function euroOf(baseUrl: string, headers: Record<string, string>): Promise<string> {
  const units = (await (await fetch(`${baseUrl}/v2/units`, { headers })).json()) as { id: string; name: string }[];
  return units.find(({ name }) => name.endsWith("(EUR)"))!.id;
}

async function plantOf(baseUrl: string, headers: Record<string, string>): Promise<string> {
  const records = [{ name: `Plant ${randomUUID()}`, type: "factory", country: "ES" }];
  const answer = await fetch(`${baseUrl}/v2/facilities`, {
    method: "POST",
    headers,
    body: JSON.stringify({ records }),
  });
  return ((await answer.json()) as { items: { id: string }[] }).items[0]!.id;
}
