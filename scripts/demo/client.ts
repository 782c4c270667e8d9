export interface DemoOrganization {
  slug: string;
  id: string;
  api_keys: { editor: string };
}

/** Calls the public API as the editor of an organization. The name becomes the idempotency key of the request. */
export type Call = <T>(method: "GET" | "POST", path: string, body?: object, name?: string) => Promise<T>;

export const callAs =
  (baseUrl: string, { slug, id, api_keys }: DemoOrganization): Call =>
  async <T>(method: string, path: string, body?: object, name?: string) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        "x-api-key": api_keys.editor,
        "x-organization-id": id,
        ...(body && { "content-type": "application/json" }),
        ...(name && { "idempotency-key": `demo:${slug}:${encodeURIComponent(name)}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };

const FIRST_YEAR = 2024;
/** Two years. */
export const MONTHS = 24;

/** A date in the month with this index. Day 0 is the last day of the month before. */
export const dayOf = (month: number, day: number): string =>
  new Date(Date.UTC(FIRST_YEAR, month, day)).toISOString().slice(0, 10);

/** Ids of units by name. */
export async function unitIds(call: Call): Promise<ReadonlyMap<string, string>> {
  const units = await call<{ id: string; name: string }[]>("GET", "/v2/units");
  return new Map(units.map(({ id, name }) => [name, id]));
}
