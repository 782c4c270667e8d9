import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { FactorRevisionSchema, LibraryService } from "@emissions/proto/factors/v1/library_service";
import { toFactor, toGasValues } from "../catalogue/factor.ts";
import type { LibraryRow } from "../catalogue/queries.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import type { Context } from "../context.ts";
import { plainText } from "../plain-text.ts";
import { dataSetsOf } from "./data-sets.ts";
import { editionHandlers } from "./edition-handlers.ts";
import { type RevisionRow, selectRevisions } from "./queries.ts";
import { indexFactors, type SearchIndex, searchFactors } from "./search.ts";

const EDITIONS_MAX = 100;

export const libraryHandlers = (context: Context): ServiceImpl<typeof LibraryService> => {
  const { db, catalogue } = context;
  // The first search in a snapshot builds the index. Garbage collection removes it with the snapshot.
  const indexes = new WeakMap<Snapshot, SearchIndex>();
  const indexOf = (snapshot: Snapshot): SearchIndex => {
    const index = indexes.get(snapshot) ?? indexFactors([...snapshot.factors.values()].flat());
    indexes.set(snapshot, index);
    return index;
  };

  return {
    ...editionHandlers(context),

    searchFactors: async ({ page, size, unit, ...filter }, call) => {
      const { limit, offset } = checkedPageOf({ page, size });
      const snapshot = await catalogue.current(call);
      const found = searchFactors(indexOf(snapshot), { ...filter, unit: unitCode(snapshot, unit) });
      return { factors: found.slice(offset, offset + limit).map((factor) => factor.message), total: found.length };
    },

    getLibraryFactor: async ({ id }, call) => {
      const rows = isId(id) ? await db.read(call, (tx) => selectRevisions(tx, id)) : [];
      const newest = rows[0];
      if (newest === undefined) throw notFound("factor");
      const snapshot = await catalogue.current(call);
      return {
        entry: {
          factor: toFactor(newest, {
            unitId: snapshot.unitsByCode.get(newest.unit)?.id ?? "",
            standIn: snapshot.standInOf(newest.dataset, newest.category),
            gases: snapshot.gasesOf(newest),
            edition: snapshot.editions.currentOf(newest),
          }),
          retired: newest.retired,
          revisions: rows.map(toRevision),
          editions: editionsOf(snapshot, newest),
        },
      };
    },

    listDataSets: async (_request, call) => ({ dataSets: dataSetsOf(await catalogue.current(call)) }),

    listLibraryCategories: async (_request, call) => {
      const counts = new Map<string, number>();
      for (const factors of (await catalogue.current(call)).factors.values()) {
        const { category } = factors[0]!;
        counts.set(category, (counts.get(category) ?? 0) + factors.length);
      }
      const categories = [...counts].map(([category, count]) => ({ category, count }));
      return { categories: categories.sort((a, b) => (a.category < b.category ? -1 : 1)) };
    },
  };
};

/** The code of a unit, by id, by code ("kWh"), or by name or code in any case. Null for an unknown unit. */
function unitCode({ units, unitsById, unitsByCode }: Snapshot, text: string): string | null {
  if (text === "") return "";
  const known = unitsById.get(text.toLowerCase()) ?? unitsByCode.get(text);
  const wanted = plainText(text);
  const found = known ?? units.find(({ name, code }) => plainText(name) === wanted || plainText(code) === wanted);
  return found?.code ?? null;
}

/** Factors of other years and publications with the same key and region. */
function editionsOf({ factors }: Snapshot, { id, category, scheme, key, region }: LibraryRow) {
  const all = factors.get(factorKey(category, scheme, key)) ?? [];
  return all
    .filter((factor) => factor.region === region && factor.id !== id)
    .sort((a, b) => b.year - a.year || a.priority - b.priority || (a.id < b.id ? -1 : 1))
    .slice(0, EDITIONS_MAX)
    .map((factor) => factor.message);
}

const toRevision = (row: RevisionRow): MessageInitShape<typeof FactorRevisionSchema> => ({
  revision: row.revision,
  values: toGasValues(row),
  retired: row.retired,
  createdAt: timestampFromDate(row.createdAt),
});
