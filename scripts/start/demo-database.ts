export interface DemoOrganization {
  slug: string;
  id: string;
  api_keys: { admin: string };
}

interface Named {
  id: string;
  name: string;
}

const DATABASES = "/v1/emission-factors/custom-databases";
const DATABASE = {
  name: "Supplier declarations",
  description: "Factors that suppliers of the demo organizations declare.",
};
const VERSION = { name: "2025", start_date: "2025-01-01" };

/** Creates the custom database and version for factors of visitors, once, through the public API. */
export async function demoDatabase(baseUrl: string, organization: DemoOrganization, signal: AbortSignal) {
  const call = caller(baseUrl, organization, signal);
  const { id } = await ensure(call, DATABASES, DATABASE);
  const version = await ensure(call, `${DATABASES}/${id}/versions`, VERSION);
  return { id, version_id: version.id };
}

type Call = <T>(path: string, body?: object) => Promise<T>;

/** Finds the object of an earlier start by its name, or creates it. */
async function ensure(call: Call, path: string, wanted: { name: string }): Promise<Named> {
  const { items } = await call<{ items: Named[] }>(`${path}?limit=200`);
  return items.find(({ name }) => name === wanted.name) ?? call<Named>(path, wanted);
}

const caller =
  (baseUrl: string, { id, api_keys }: DemoOrganization, signal: AbortSignal): Call =>
  async <T>(path: string, body?: object) => {
    const headers = { "x-api-key": api_keys.admin, "x-organization-id": id, "content-type": "application/json" };
    const answer = await fetch(baseUrl + path, {
      headers,
      signal,
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
