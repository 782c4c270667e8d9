import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { endWaitingItems } from "./job-items.ts";

eachTest();

it("does not compare each item with each result by a plan that was made for an empty table", async () => {
  const plan = await activity.db.asService(us.organizationId, async ({ tx, org }) => {
    const { string: text } = await endWaitingItems(tx, org, []).describe();
    await tx.unsafe(`prepare ending as ${text}`);
    const execution = `execute ending('{}', '{}', '{}', '{}', '{}', '${org}')`;
    return tx<{ "QUERY PLAN": string }[]>`explain ${tx.unsafe(execution)}`;
  });
  const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/(Hash|Index) Cond: .*entity_id/);
});
