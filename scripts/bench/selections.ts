import { performance } from "node:perf_hooks";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { Db, openPool } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { grpcTransport } from "@emissions/kit/wire/client";
import { readSigner } from "@emissions/kit/wire/key-files";
import { callAs, servicePrincipal } from "@emissions/kit/wire/principal";
import { signCalls } from "@emissions/kit/wire/signer";

import { type Selection, SelectionSchema, SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import type { System } from "@emissions/testkit/processes";
import { factorResolver } from "../../services/calc/src/factor/resolver.ts";
import { Catalogue } from "../../services/factors/src/catalogue/catalogue.ts";
import { parseSelection } from "../../services/factors/src/selection/parse-selection.ts";
import { resolve } from "../../services/factors/src/selection/resolve.ts";
import { fillAs } from "./filling.ts";

const BATCH = 500;
const BATCHES = 10;
/** Concurrent batches, as from calc with a backlog. */
const CALLERS = 4;
const CUSTOM_RECORDS = 2_000;

interface Rate {
  per_second: number;
  selections: number;
}

/** Selections per second: from the cache of calc, from the memory of factors, and over gRPC. */
export async function measureSelections(system: System, organization: string, seconds: number) {
  const records = await fillCustomRecords(system.adminUrl, organization, CUSTOM_RECORDS);
  const { PRINCIPAL_KEY_FILE = "", PRINCIPAL_KEYS_FILE = "" } = system.envOf("calc");
  const signer = readSigner("calc", { PRINCIPAL_KEY_FILE, PRINCIPAL_KEYS_FILE });
  const transport = grpcTransport({ baseUrl: system.urls.factors, interceptors: [signCalls(signer, "factors")] });
  const factors = createClient(SelectionService, transport);
  const pool = openPool(
    { DATABASE_URL: system.databaseUrls.of("factors") },
    { schema: "factors", max: 1, applicationName: "bench" },
  );
  try {
    const library = batches((n) => publicSelection(n));
    const mixed = batches((n) => (n % 2 === 0 ? publicSelection(n) : customSelection(records[n % CUSTOM_RECORDS]!)));

    const by = callAs(servicePrincipal(organization));
    for (const selections of mixed) {
      const { resolutions } = await factors.resolveFactors({ selections }, by);
      const failed = resolutions.find(({ failureCode }) => failureCode !== "");
      if (failed) throw new Error(`a selection to measure failed: ${failed.failureCode} ${failed.failureDetail}`);
    }

    const resolver = factorResolver(factors);
    for (const batch of library) await resolver.resolve(organization, batch);
    const cached = await repeat(library, seconds, (batch) => resolver.resolve(organization, batch));

    const snapshot = await new Catalogue(new Db(pool)).refresh();
    const asked = library.map((batch) => batch.map(parseSelection));
    const sources = { snapshot, findCustom: () => undefined };
    const inMemory = await repeat(asked, seconds, async (batch) => batch.map((each) => resolve(sources, each)));

    const overTheWire = await repeat(mixed, seconds, (selections) => factors.resolveFactors({ selections }, by));
    return { cached_in_calc: cached, chosen_in_memory: inMemory, over_the_wire_half_custom: overTheWire };
  } finally {
    transport.close();
    await pool.end();
  }
}

async function repeat<T>(all: readonly T[][], seconds: number, work: (batch: T[]) => Promise<unknown>): Promise<Rate> {
  for (const batch of all) await work(batch);
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let done = 0;
  const caller = async () => {
    while (performance.now() < end) {
      await work(all[(done / BATCH) % all.length]!);
      done += BATCH;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { per_second: Math.round(done / ((performance.now() - begin) / 1000)), selections: done };
}

const batches = (of: (n: number) => Selection): Selection[][] =>
  Array.from({ length: BATCHES }, (_, batch) => Array.from({ length: BATCH }, (_, n) => of(batch * BATCH + n)));

const COUNTRIES = ["ES", "GB", "US", "FR", "DE", "BR", "JP"];

/** Money, materials, fuels, electricity and waste in rotation, each selection different. */
function publicSelection(n: number): Selection {
  const country = COUNTRIES[n % COUNTRIES.length]!;
  const [unit, kind] = [
    ["EUR", { case: "spend", value: { sector: n % 2 === 0 ? "23.51" : "541511", country } }],
    ["kg", { case: "material", value: { productName: "Glass", country } }],
    ["kWh", { case: "library", value: { category: "fuels", key: "natural_gas", country } }],
    ["kWh", { case: "library", value: { category: "electricity_residual_mix", key: "grid", country } }],
    [
      "kg",
      {
        case: "waste",
        value: { lerCodeId: catalogueId("ler", "150101"), rdCodeId: catalogueId("rd", "R03"), country },
      },
    ],
  ][n % 5] as [string, NonNullable<MessageInitShape<typeof SelectionSchema>["selector"]>["kind"]];
  const day = new Date(Date.UTC(2022, 0, 1 + (n % 1_461))).toISOString().slice(0, 10);
  return create(SelectionSchema, { selector: { kind }, unitId: unitId(unit), referenceDate: day });
}

const KG = unitId("kg");

/** Selects the current revision, which is read from the database each time. */
const customSelection = (recordId: string): Selection =>
  create(SelectionSchema, {
    selector: { kind: { case: "customRecord", value: { recordId } } },
    unitId: KG,
    referenceDate: "2024-05-17",
  });

export function fillCustomRecords(adminUrl: string, organization: string, rows: number): Promise<string[]> {
  const [database, version] = [newId(), newId()];
  const ids = Array.from({ length: rows }, () => newId());
  return fillAs({ adminUrl, organization, schema: "factors" }, async (sql) => {
    await sql`insert into custom_databases (organization_id, id, name) values (${organization}, ${database}, 'Bench')`;
    await sql`insert into custom_versions (organization_id, id, database_id, name) values (${organization}, ${version}, ${database}, '1')`;
    await sql`insert into custom_records (organization_id, id, version_id, concept_id, revision)
      select ${organization}::uuid, id, ${version}::uuid, id, 1 from unnest(${ids}::uuid[]) id`;
    await sql`insert into custom_record_revisions (organization_id, record_id, revision, name, unit_id, tag,
        activity_categories, enabled, is_biogenic, uncertainty_grade)
      select ${organization}::uuid, id, 1, 'Bench', ${KG}::uuid, 'full', '{process}', true, false, 0
      from unnest(${ids}::uuid[]) id`;
    await sql`insert into custom_record_factors (organization_id, record_id, revision, gas, id, value, start_date)
      select ${organization}::uuid, id, 1, gas, id, 1.5, '2020-01-01'
      from unnest(${ids}::uuid[]) id, unnest('{co2e,co2,ch4,n2o}'::text[]) gas`;
    return ids;
  });
}
