import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse, violation } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import type { LibraryService } from "@emissions/proto/factors/v1/library_service";
import type { FigureOrigin, PublishedEdition } from "../catalogue/editions.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import type { Context } from "../context.ts";
import { changesOf, toChange } from "./edition-changes.ts";
import { matchingEditions, offerOf, toEdition } from "./editions.ts";

const LOOK_UPS_MAX = 500;

type Methods = "listEditions" | "getEdition" | "listEditionChanges" | "lookUpEditions";

export const editionHandlers = ({
  db,
  catalogue,
}: Pick<Context, "db" | "catalogue">): Pick<ServiceImpl<typeof LibraryService>, Methods> => ({
  listEditions: async ({ page, size, ...filter }, call) => {
    const { limit, offset } = checkedPageOf({ page, size });
    const snapshot = await catalogue.current(call);
    const found = matchingEditions(snapshot, filter);
    const editions = found.slice(offset, offset + limit).map((edition) => toEdition(snapshot, edition));
    return { editions, total: found.length };
  },

  getEdition: async ({ id }, call) => {
    const snapshot = await catalogue.current(call);
    return { edition: toEdition(snapshot, editionOf(snapshot, id)) };
  },

  listEditionChanges: async ({ id, change: kinds, category, page, size }, call) => {
    const { limit, offset } = checkedPageOf({ page, size });
    const snapshot = await catalogue.current(call);
    const edition = editionOf(snapshot, id);
    const found = changesOf(snapshot, edition).filter(
      ({ kind, before, after }) =>
        (kinds.length === 0 || kinds.includes(kind)) && (category === "" || (after ?? before)!.category === category),
    );
    return {
      changes: found.slice(offset, offset + limit).map(toChange),
      total: found.length,
      ...(edition.follows !== "" && { comparedWith: edition.follows }),
      ...offerOf(snapshot, edition),
    };
  },

  lookUpEditions: async ({ figures }, call) => {
    if (figures.length === 0 || figures.length > LOOK_UPS_MAX)
      refuse([violation("figures", "value_error.list.max_items", `from 1 to ${LOOK_UPS_MAX} figures`)]);
    const { editions } = await catalogue.current(call);
    const ids = figures.map(({ factorId }) => factorId).filter(isId);
    const rows = await db.read(call, (tx) => selectNewestOf(tx, ids));
    const newestOf = new Map(rows.map((row) => [row.id, row]));
    return {
      editions: figures.map(({ factorId, editionId, revision }) => {
        const newest = newestOf.get(factorId.toLowerCase());
        const edition = editions.byId.get(editionId) ?? (newest && editions.firstOf(newest));
        const supersededBy = edition?.supersededBy ?? "";
        const isSame = newest !== undefined && !newest.retired && newest.revision === revision;
        return { editionId: edition?.id ?? editionId, supersededBy, changed: supersededBy !== "" && !isSame };
      }),
    };
  },
});

function editionOf({ editions }: Snapshot, id: string): PublishedEdition {
  const edition = editions.byId.get(id);
  if (edition === undefined) throw notFound("edition");
  return edition;
}

interface NewestRow extends FigureOrigin {
  id: string;
  revision: number;
  retired: boolean;
}

const selectNewestOf = (tx: Tx, ids: readonly string[]) => tx<NewestRow[]>`
  select distinct on (id) id, revision, retired, dataset, source_year from factors
  where id = any (${ids as string[]}::uuid[]) order by id, revision desc`;
