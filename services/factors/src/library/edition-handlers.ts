import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse, violation } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import type { LibraryService, StoredFigure } from "@emissions/proto/factors/v1/library_service";
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
    const unnamed = figures.filter(({ editionId, factorId }) => editionId === "" && isId(factorId));
    const { editions } = await catalogue.current(call);
    const origins = unnamed.length === 0 ? [] : await db.read(call, (tx) => selectOrigins(tx, unnamed));
    const originOf = new Map(origins.map((row) => [row.id, row]));
    return {
      editions: figures.map(({ factorId, editionId }) => {
        const origin = originOf.get(factorId.toLowerCase());
        const edition = editions.byId.get(editionId) ?? (origin && editions.firstOf(origin));
        return { editionId: edition?.id ?? editionId, supersededBy: edition?.supersededBy ?? "" };
      }),
    };
  },
});

function editionOf({ editions }: Snapshot, id: string): PublishedEdition {
  const edition = editions.byId.get(id);
  if (edition === undefined) throw notFound("edition");
  return edition;
}

/** Where figures come from, also those that are no longer in the catalogue. */
const selectOrigins = (tx: Tx, figures: readonly StoredFigure[]) => tx<({ id: string } & FigureOrigin)[]>`
  select distinct on (id) id, dataset, source_year from factors
  where id = any (${figures.map(({ factorId }) => factorId)}::uuid[]) order by id, revision desc`;
