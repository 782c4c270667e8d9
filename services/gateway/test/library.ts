import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { notFound } from "@emissions/kit/wire/errors";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import {
  EditionChangeKind,
  EditionReading,
  EditionSchema,
  LibraryService,
} from "@emissions/proto/factors/v1/library_service";
import { FactorMethod, FactorSchema } from "@emissions/proto/factors/v1/selection_service";

export const FACTOR_ID = "0190f3a0-0000-5000-8000-0000000000f0";

const factor = create(FactorSchema, {
  id: FACTOR_ID,
  revision: 2,
  name: "Natural gas",
  category: "fuels",
  key: "natural_gas",
  region: "GB",
  year: 2025,
  unitId: "ba80e6cb-86a4-4bb1-a0c5-8104365d523c",
  unit: "kWh",
  values: { co2e: { value: "0.182960" }, ch4: { value: "0.00000001" } },
  gwpSet: "AR5",
  source: "UK conversion factors",
  licence: "OGL v3.0",
  method: FactorMethod.AVERAGE_DATA,
  group: "Fuels > Gaseous fuels",
  uncertaintyPercent: { value: "2.5" },
});

const recalculation = { path: "/v2/recalculations", sources: [factor.source] };

const edition = create(EditionSchema, {
  id: "desnz-2026",
  publisher: "DESNZ",
  title: "Conversion factors 2026",
  bytes: 4_000_000_000n,
  licence: "OGL v3.0",
  reading: EditionReading.PROGRAM,
  follows: "desnz-2025",
  current: true,
  datasets: ["defra-2026"],
  recalculation,
});

const SUPERSEDED: Readonly<Record<string, string>> = { "desnz-2026-june": edition.id };

/** Has one factor and one edition. Note and title show the request of a search. */
export const libraryService: ServiceEntry = serve(LibraryService, {
  searchFactors: ({ $typeName: _, ...request }) => ({
    factors: [{ ...factor, note: JSON.stringify(request) }],
    total: 51,
  }),
  getLibraryFactor: ({ id }) => {
    if (id !== FACTOR_ID) throw notFound("factor");
    const createdAt = timestampFromDate(new Date("2026-01-31T10:00:00Z"));
    const revisions = [{ revision: 2, values: factor.values!, retired: true, createdAt }];
    return { entry: { factor, retired: true, revisions, editions: [factor] } };
  },
  listEditions: ({ $typeName: _, ...request }) => ({
    editions: [{ ...edition, title: JSON.stringify(request) }],
    total: 51,
  }),
  getEdition: ({ id }) => {
    if (id !== edition.id) throw notFound("edition");
    return { edition };
  },
  listEditionChanges: ({ id, change }) => {
    if (id !== edition.id) throw notFound("edition");
    const changes = [{ change: change[0] ?? EditionChangeKind.ADDED, after: factor }];
    return { changes, total: 1, comparedWith: "desnz-2025", recalculation };
  },
  // A correction changed all figures but those of revision 1.
  lookUpEditions: ({ figures }) => ({
    editions: figures.map(({ editionId, revision }) => {
      const supersededBy = SUPERSEDED[editionId] ?? "";
      return { editionId: editionId || edition.id, supersededBy, changed: supersededBy !== "" && revision !== 1 };
    }),
  }),
  listLibraryCategories: () => ({ categories: [{ category: "fuels", count: 3 }] }),
});
