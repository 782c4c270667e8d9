import type { ServiceImpl } from "@connectrpc/connect";
import type { Write } from "@emissions/kit/db/transactions";
import { principalOf } from "@emissions/kit/wire/principal";
import type { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import { deleteById, deleteMatching } from "../list/deletion.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery, parsePartialListQuery } from "../list/query.ts";
import { checkField, selectValues } from "../list/values.ts";
import { announceAllDeleted } from "../records/announce.ts";
import { purchaseList } from "./list.ts";
import { toPurchase } from "./message.ts";
import type { PurchaseRow } from "./queries.ts";
import { selectRelated } from "./related.ts";

type Handlers = Pick<
  ServiceImpl<typeof PurchaseService>,
  "listPurchases" | "listPurchaseValues" | "deletePurchases" | "deletePurchasesByFilters"
>;

export const purchaseListHandlers = ({ db, units, factors }: Pick<Context, "db" | "units" | "factors">): Handlers => ({
  listPurchases: async (request, call) => {
    const asked = parseListQuery(purchaseList, request, principalOf(call));
    const catalogue = await units.all();
    const found = await db.read(
      call,
      async (tx) => {
        const list = await selectList<PurchaseRow>(tx, asked);
        return { ...list, relatedTo: await selectRelated(tx, asked.orgs, list.rows) };
      },
      asked.view,
    );
    const { rows, relatedTo, ...numbers } = found;
    const known = await factors.forNames(call, rows);
    return {
      purchases: rows.map((row) => toPurchase(row, { ...relatedTo(row), units: catalogue, factors: known })),
      ...numbers,
    };
  },

  listPurchaseValues: async ({ field, ...request }, call) => {
    checkField(purchaseList, field);
    const asked = parsePartialListQuery(purchaseList, request, principalOf(call));
    return { uniqueValues: await db.read(call, (tx) => selectValues(tx, purchaseList, asked, field), asked.view) };
  },

  deletePurchases: (request, call) =>
    db.write(call, request, async (write) => {
      const named = { table: purchaseList.table, field: "purchase_ids", ids: request.purchaseIds };
      return { deletion: await deleteById(write, named, removePurchases) };
    }),

  deletePurchasesByFilters: (request, call) => {
    const asked = parseListQuery(purchaseList, request, principalOf(call));
    return db.write(call, request, async (write) => ({
      deletion: await deleteMatching(write, asked, request.filterHash, removePurchases),
    }));
  },
});

async function removePurchases(write: Write, ids: readonly string[]) {
  const { tx, org } = write;
  const deleted = await tx<{ id: string; revision: number }[]>`
    delete from purchases where organization_id = ${org} and id = any(${ids as string[]}::uuid[]) returning id, revision`;
  announceAllDeleted(write, EntityType.PURCHASES, deleted);
  return deleted.map(({ id }) => id);
}
