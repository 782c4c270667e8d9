import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { WasteService, WasteStatus } from "@emissions/proto/activity/v1/waste_service";
import fc from "fast-check";
import { expect, it } from "vitest";
import { actAs, activity, allTests, us } from "../activity.fixture.ts";
import { facilityOwner } from "../facility/owner.ts";
import { recalculateOwned } from "../records/owned.ts";
import { passTime, sweepJobs } from "../records/records.fixture.ts";
import { calculate, plant, usePlant, wasteOf } from "./waste.fixture.ts";
import { wastes as wasteKind } from "./waste.ts";

interface Stored {
  id: string;
  revision: number;
  calculationStatus: string;
}

allTests();

const wastes = () => activity.as(us, WasteService);
const stored = () => activity.rows<Stored>(us, "wastes");

const steps: Record<string, (some: Stored, all: Stored[]) => Promise<unknown>> = {
  create: () => wastes().createWaste(wasteOf()),
  batch: () => wastes().createWastes({ records: Array.from({ length: 3 }, () => wasteOf()) }),
  change: ({ id }) =>
    wastes().updateWaste({ id: id, updateMask: { paths: ["base_quantity"] }, baseQuantity: { value: "7" } }),
  rename: ({ id }) => wastes().updateWaste({ id: id, updateMask: { paths: ["description"] }, description: "other" }),
  result: ({ id, revision }) => calculate([{ recordId: id, revision }]),
  failure: ({ id, revision }) => calculate([{ recordId: id, revision, failed: "FACTOR_NOT_FOUND" }]),
  late: ({ id, revision }) => calculate([{ recordId: id, revision: Math.max(revision - 1, 1) }]),
  results: (_, all) => calculate(all.slice(0, 4).map(({ id, revision }) => ({ recordId: id, revision }))),
  reprice: () =>
    activity.db.asService(us.organizationId, (write) =>
      recalculateOwned(
        activity.context,
        write,
        { owner: facilityOwner, ownerId: plant, kinds: [wasteKind] },
        { entityType: EntityType.UNSPECIFIED, recordsDoneTo: "" },
      ),
    ),
  remove: ({ id }) => wastes().deleteWaste({ id: id }),
  sweep: async () => {
    await passTime();
    await sweepJobs();
  },
};
const step = fc.record({ what: fc.constantFrom(...Object.keys(steps)), whose: fc.nat() });

it("shows as waiting those that wait, whatever happens to wastes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (taken) => {
      actAs(await activity.organization());
      await usePlant();
      await wastes().createWaste(wasteOf());
      for (const { what, whose } of taken) {
        const all = await stored();
        if (all.length > 0 || what === "create" || what === "batch") await steps[what]!(all[whose % all.length]!, all);
        const now = await stored();
        const idsOf = (...texts: string[]) => {
          const inState = now.filter(({ calculationStatus }) => texts.includes(calculationStatus));
          return inState.map(({ id }) => id).sort();
        };
        const shown = async (filter: object) =>
          (await wastes().listWastes({ size: 100, page: 1, ...filter })).wastes.map(({ id }) => id).sort();
        expect(await shown({ status: [WasteStatus.LOADING] })).toEqual(idsOf("pending"));
        expect(await shown({ co2eStatus: Co2eStatus.NOT_CALCULATED })).toEqual(idsOf("pending", "failed"));
      }
    }),
    { numRuns: 30 },
  );
});
