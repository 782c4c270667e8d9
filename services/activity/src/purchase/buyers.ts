import type { Call, Db } from "@emissions/kit/db";
import { principalOf } from "@emissions/kit/principal";
import { LRUCache } from "lru-cache";
import { selectBuyer } from "./queries.ts";

export type BuyerOf = (call: Call) => Promise<Buyer>;
type Buyer = Awaited<ReturnType<typeof selectBuyer>>;

const BUYERS_MAX = 10_000;
/** How long a purchase may still show the former name or be priced for the former country. */
const REMEMBERED_MS = 5_000;

/** The organization and the person behind a call: the same for thousands of purchases, so not asked for with each. */
export function rememberBuyers(db: Db): BuyerOf {
  const buyers = new LRUCache<string, Promise<Buyer>>({ max: BUYERS_MAX, ttl: REMEMBERED_MS });
  return (call) => {
    const { organizationId, userId } = principalOf(call);
    const key = `${organizationId} ${userId}`;
    const known = buyers.get(key);
    if (known !== undefined) return known;
    const asked = db.read(call, (tx, org) => selectBuyer(tx, org, userId));
    buyers.set(key, asked);
    // Only what was found is remembered.
    const forget = () => void (buyers.peek(key) === asked && buyers.delete(key));
    asked.then((buyer) => buyer ?? forget(), forget);
    return asked;
  };
}
