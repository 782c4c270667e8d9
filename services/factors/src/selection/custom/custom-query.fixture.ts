import { newId } from "@emissions/kit/process/id";
import { SectorEdition } from "@emissions/proto/factors/v1/sector_service";
import type { Resolution } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll } from "vitest";
import { seededCatalogue } from "../../catalogue/seeded.fixture.ts";
import { as, type RevisionFields, record, selectionClient, user } from "./custom.fixture.ts";

/** The service with the real catalogue, of the test file that runs. */
export let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
export let client: ReturnType<typeof selectionClient>;
export let units: Record<"kg" | "t" | "l" | "kWh" | "USD" | "AED" | "CUP", string>;
export const [ours, above, theirs] = [newId(), newId(), newId()];

export function withCatalogue(): void {
  beforeAll(async () => {
    seeded = await seededCatalogue();
    client = selectionClient(seeded);
    const idOf = (code: string) => seeded.snapshot.unitsByCode.get(code)!.id;
    units = {
      kg: idOf("kg"),
      t: idOf("t"),
      l: idOf("l"),
      kWh: idOf("kWh"),
      USD: idOf("USD"),
      AED: idOf("AED"),
      CUP: idOf("CUP"),
    };
  });
  afterAll(() => seeded.database.drop());
}

export interface Query {
  revision?: number;
  owner?: string;
  unit?: keyof typeof units;
  day?: string;
  unitMustMatch?: boolean;
  sector?: string;
  sectorEdition?: SectorEdition;
  asksEdition?: boolean;
}

export const selection = (kind: { record: string } | { group: string }, query: Query = {}) => {
  const { revision = 0, owner = "", unit = "kg", day = "2024-05-17", unitMustMatch = false, sector = "" } = query;
  const { sectorEdition = SectorEdition.UNSPECIFIED, asksEdition = false } = query;
  const which = { revision, organizationId: owner, sector, sectorEdition, asksEdition };
  const selector =
    "record" in kind
      ? { kind: { case: "customRecord" as const, value: { recordId: kind.record, ...which } } }
      : { kind: { case: "customGroup" as const, value: { groupId: kind.group, unitMustMatch, ...which } } };
  return { selector, unitId: units[unit], referenceDate: day };
};

export async function resolve(
  kind: Parameters<typeof selection>[0],
  query: Query & { by?: ReturnType<typeof user> } = {},
) {
  const { resolutions } = await client.resolveFactors(
    { selections: [selection(kind, query)] },
    as(query.by ?? user(ours)),
  );
  return resolutions[0]!;
}

export const own = (revision: Partial<RevisionFields> = {}, org = ours) =>
  record(seeded.db, org, [{ unitId: units.kg, ...revision }]);

export const valuesOf = ({ factor }: Resolution) => {
  const { co2e, co2, ch4, n2o, biogenicCo2 } = factor!.values!;
  const texts = Object.entries({ co2e, co2, ch4, n2o, biogenicCo2 }).map(([gas, value]) => [gas, value?.value]);
  return Object.fromEntries(texts.filter(([, value]) => value !== undefined));
};

export const reasonsOf = ({ candidates }: Resolution) => candidates.map(({ chosen, reason }) => `${chosen} ${reason}`);
