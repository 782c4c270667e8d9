import { NIL_ID } from "@emissions/kit/process/id";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { selectUnmarked } from "./stale-items.ts";

eachTest();

it("finds the pending row of each item in the index by a plan that was made for empty tables", async () => {
  const plan = await activity.db.asService(us.organizationId, async ({ tx, org }) => {
    const { string: text } = await selectUnmarked(tx, org, NIL_ID, { entityType: "wastes", after: -1 }).describe();
    await tx.unsafe(`prepare unmarked as ${text}`);
    const values = [org, NIL_ID, -1, org, "wastes", 1].map((value) => `'${value}'`).join();
    return tx.unsafe<{ "QUERY PLAN": string }[]>(`explain execute unmarked(${values})`);
  });
  const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/pending_calculations_pkey .*\n? *Index Cond: .*record_id = i\.entity_id/);
});
