import { type Client, createClient } from "@emissions/client";

export interface DemoOrganization {
  slug: string;
  id: string;
  api_keys: { editor: string };
}

/** The public API as the editor of an organization. */
export interface Demo {
  client: Client;
  slug: string;
  /** The idempotency key of the request with this name, so that a second run of the script adds nothing. */
  key: (name: string) => { idempotencyKey: string };
}

export const demoOf = (baseUrl: string, { slug, id, api_keys }: DemoOrganization): Demo => ({
  client: createClient({ baseUrl, organizationId: id, credential: { apiKey: api_keys.editor } }),
  slug,
  key: (name) => ({ idempotencyKey: `demo:${slug}:${encodeURIComponent(name)}` }),
});

const FIRST_YEAR = 2024;
/** Two years. */
export const MONTHS = 24;

/** A date in the month with this index. Day 0 is the last day of the month before. */
export const dayOf = (month: number, day: number): string =>
  new Date(Date.UTC(FIRST_YEAR, month, day)).toISOString().slice(0, 10);

/** Ids of units by their names, or by the code that ends the name of a currency. */
export async function unitIds({ client }: Demo): Promise<(name: string) => string> {
  const units = await client.call("listUnits");
  return (wanted) => {
    const unit = units.find(({ name }) => name === wanted || name.endsWith(`(${wanted})`));
    if (unit === undefined) throw new Error(`There is no unit ${wanted}`);
    return unit.id;
  };
}
