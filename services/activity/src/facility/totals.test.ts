import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { moveTotals } from "../records/owner-totals.ts";
import { facilityOwner } from "./owner.ts";

eachTest();

const facilities = () => activity.as(us, FacilityService);
const add = async () =>
  (await facilities().createFacility({ name: "Office", type: "office", country: "ES" })).facility!;

describe("the totals of a facility", () => {
  it("are the exact sums of what its records emit", async () => {
    const [first, second] = [await add(), await add()];
    const move = (moves: Parameters<typeof moveTotals>[3]) =>
      activity.db.asService(us.organizationId, ({ tx, org }) => moveTotals(tx, org, facilityOwner, moves));
    const number = (co2e: string, co2eBiomass: string | null = null) => ({ co2e, co2eBiomass, failed: 0 });
    await move([
      { ownerId: first.id, was: null, is: number("0.1", "5") },
      { ownerId: second.id, was: null, is: number("1") },
      { ownerId: first.id, was: null, is: number("0.200000000001") },
    ]);
    const totals = async ({ id }: { id: string }) => {
      const { facility } = await facilities().getFacility({ facilityId: id });
      return [facility!.co2e!.value, facility!.co2eBiomass!.value];
    };
    expect(await totals(first)).toEqual(["0.300000000001", "5"]);
    // One record counts anew, one goes, one moves away.
    await move([
      { ownerId: first.id, was: number("0.1", "5"), is: number("0.4", "4") },
      { ownerId: first.id, was: number("0.200000000001"), is: null },
      { ownerId: second.id, was: number("1"), is: { co2e: null, co2eBiomass: null, failed: 0 } },
    ]);
    expect([await totals(first), await totals(second)]).toEqual([
      ["0.400000000000", "4"],
      ["0", "0"],
    ]);
    const { facilities: listed } = await facilities().listFacilities({});
    expect(listed.map(({ co2e }) => co2e?.value)).toEqual(["0.400000000000", "0"]);
  });

  it("stay exact, and nobody fails, when many records of the same facilities change at once", async () => {
    const ids = [(await add()).id, (await add()).id, (await add()).id];
    const steps = Array.from({ length: 60 }, (_, step) => ({
      // In every order, for that is how two writers come to block each other.
      facilities: [ids[step % 3]!, ids[(step + 1) % 3]!, ids[(step + 2) % 3]!],
      co2e: `${step}.000000000001`,
    }));
    await Promise.all(
      steps.map(({ facilities: named, co2e }) =>
        activity.db.asService(us.organizationId, async ({ tx, org }) => {
          const is = { co2e, co2eBiomass: co2e, failed: 0 };
          const moves = named.map((ownerId) => ({ ownerId, was: null, is }));
          await moveTotals(tx, org, facilityOwner, moves);
        }),
      ),
    );
    const sum = "1770.000000000060";
    const rows = await activity.rows(us, "facility_totals");
    expect(rows).toMatchObject(Array(3).fill({ co2e: sum, co2eBiomass: sum }));
  });
});
