import type { Principal } from "@emissions/kit/wire/principal";
import { expect, it } from "vitest";
import { type Activity, eachTest } from "../activity.fixture.ts";
import { endWaitingItems } from "./job-items.ts";

let activity: Activity;
let us: Principal;

eachTest((ours) => {
  ({ activity, us } = ours);
});

it("does not compare each item with each result by a plan that was made for an empty table", async () => {
  const plan = await activity.db.asService(us.organizationId, async ({ tx, org }) => {
    const { string: text } = await endWaitingItems(tx, org, []).describe();
    await tx.unsafe(`prepare ending as ${text}`);
    return tx<
      { "QUERY PLAN": string }[]
    >`explain execute ending('{}', '{}', '{}', '{}', '{}', ${tx.unsafe(`'${org}'`)})`;
  });
  const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/(Hash|Index) Cond: .*entity_id/);
});
