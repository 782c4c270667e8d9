import type { AnswerOf } from "@emissions/client";
import type { Client } from "../state/account.ts";
import type { Person } from "../state/context.ts";
import type { Language } from "../words/words.ts";
import type { Project } from "./read.ts";

/** More organizations or facilities than a form can offer. */
const CHOICES_MAX = 1_000;

export type Metric = AnswerOf<"listWidgetMetrics">[number];
export interface Named {
  id: string;
  name: string;
}

/** The choices for widgets, with their names. */
export interface Catalogue {
  metrics: readonly Metric[];
  /** The own one, and those below it if the person may list them. */
  organizations: readonly Named[];
  facilities: readonly Named[];
}

export async function readCatalogue(
  client: Client,
  { account, role }: Person,
  { organizationId, signal }: { organizationId: string; signal: AbortSignal },
): Promise<Catalogue> {
  const [metrics, below, facilities] = await Promise.all([
    client.call("listWidgetMetrics", { signal }),
    // Only admins may list the organizations below.
    role === "admin" ? firstOf(client.items("listChildOrganizations", { signal })) : [],
    firstOf(client.items("listFacilities", { query: { include_children: true }, signal })),
  ]);
  const own = account.organizations.filter(({ id }) => id === organizationId);
  return { metrics, organizations: [...own, ...below], facilities };
}

/** The figures of a shared dashboard are those of its owner, who is none of the own organizations. */
export const withOwner = (catalogue: Catalogue, { parent }: Project): Catalogue =>
  parent === null ? catalogue : { ...catalogue, organizations: [...catalogue.organizations, parent] };

async function firstOf(items: AsyncIterable<Named>): Promise<Named[]> {
  const found: Named[] = [];
  for await (const { id, name } of items) {
    found.push({ id, name });
    if (found.length === CHOICES_MAX) break;
  }
  return found;
}

export const nameOf = (list: readonly Named[], id: string) => list.find((one) => one.id === id)?.name ?? id;

/** Metrics have names in the languages of the console. */
export function metricName(metrics: readonly Metric[], id: string, language: Language): string {
  const names = metrics.find((metric) => metric.id === id)?.names;
  return names === undefined ? id : names[language];
}
