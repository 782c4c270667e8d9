import { serve } from "@emissions/kit/wire/services";
import { RestatementSchema, RestatementService } from "@emissions/proto/activity/v1/restatement_service";
import { RestatedAmountService } from "@emissions/proto/calc/v1/restatement_service";
import { expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const t = (value: string) => ({ value });
const named = (revision: number) => sample(RestatementSchema, { revision });
const categories = [{ scope: 1, category: "combustion", co2eBefore: t("0.1"), co2eAfter: t("0.25") }];

const { app, calls } = await gateway({
  handlers: [
    serve(RestatementService, {
      listRestatements: () => ({ restatements: [named(2), named(3)], total: 2 }),
      getRestatement: () => ({ restatement: named(2) }),
    } as never),
    serve(RestatedAmountService, {
      // Calculations of later revisions are not there yet.
      getRestatedAmounts: ({ records }: { records: { revision: number }[] }) => ({
        records: records.map(({ revision }) =>
          revision > 2 ? {} : { amounts: { co2eBefore: t("0.1"), co2eAfter: t("0.25"), categories } },
        ),
      }),
    } as never),
  ],
});
const get = async (path: string) =>
  (await app.inject({ url: `/v2/restatements${path}`, headers: as("viewer") })).json();

it("restatements show their amounts, or null before the calculation", async () => {
  const { items } = await get("?entity_type[]=invoices");
  expect(items.map(({ amounts }: { amounts: unknown }) => amounts)).toEqual([
    {
      co2e_before: 0.1,
      co2e_after: 0.25,
      categories: [{ scope: 1, category: "combustion", co2e_before: 0.1, co2e_after: 0.25 }],
    },
    null,
  ]);
  expect((await get(`/${SAMPLE_ID}`)).amounts.co2e_after).toBe(0.25);
  expect(calls.lastHeaders(RestatedAmountService.method.getRestatedAmounts)).toBeDefined();
});
