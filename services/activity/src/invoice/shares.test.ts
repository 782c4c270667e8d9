import { create } from "@bufbuild/protobuf";
import { CreateInvoiceRequestSchema } from "@emissions/proto/activity/v1/invoice_service";
import { Decimal, plain } from "@emissions/quantity/decimal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountOf, checkProduct, checkShares } from "./shares.ts";

const ORG = "0197f3a0-0000-7000-8000-000000000001";
const facility = (n: number) => `0197f3a0-0000-7000-8000-${String(n).padStart(12, "0")}`;

const checked = (...percentages: string[]) => {
  const shares = percentages.map((value, n) => {
    return { organizationId: ORG, facilityId: facility(n), percentage: { value } };
  });
  const { facilityPercentages } = create(CreateInvoiceRequestSchema, { facilityPercentages: shares });
  return checkShares(facilityPercentages, { facilityId: null, org: ORG }).map(
    ({ loc, type }) => `${loc.join(".")} ${type}`,
  );
};

/** A whole cut into pieces by its thirty digits. */
const pieces = fc
  .array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { maxLength: 20 })
  .map((cuts) => [0n, ...cuts.sort((a, b) => (a < b ? -1 : 1)), 10n ** 30n])
  .map((cuts) => cuts.slice(1).map((cut, n) => plain(new Decimal(String(cut - cuts[n]!)).times("1e-30"))));

describe("the shares of an invoice", () => {
  it("are right when they add up to exactly one, and then so do the amounts", () => {
    fc.assert(
      fc.property(pieces, fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat(20), (percentages, digits, decimals) => {
        const amount = plain(new Decimal(String(digits)).times(`1e-${decimals}`));
        const parts = percentages.map((percentage) => new Decimal(amountOf({ baseQuantity: amount, percentage })));
        expect(checked(...percentages)).toEqual([]);
        expect(plain(Decimal.sum(0, ...parts))).toBe(amount);
      }),
    );
  });

  it.each([
    ["0.1", "0.2", "0.7"],
    ["1.0"],
    ["0", "1"],
    ["0.3333333333333333", "0.3333333333333333", "0.3333333333333334"],
  ])("%s %s %s are one", (...percentages) => {
    expect(checked(...percentages.filter((one) => one !== undefined))).toEqual([]);
  });

  it.each([
    [["0.999999999999999999999999999999"], "body.facility_percentages value_error.facility_shares"],
    [["0.5", "0.500000000000000000000000000001"], "body.facility_percentages value_error.facility_shares"],
    [["1.1"], "body.facility_percentages.0.percentage value_error.number.not_le"],
    [["1", ""], "body.facility_percentages.1.percentage value_error.missing"],
    [["1", "-0.5"], "body.facility_percentages.1.percentage value_error.number.not_ge"],
    [Array(101).fill("0.01"), "body.facility_percentages value_error.list.max_items"],
  ])("%o are refused", (percentages, violation) => {
    expect(checked(...percentages)).toEqual([violation]);
  });

  it("and the amount have no more digits than are calculated with", () => {
    const amount = `${"9".repeat(20)}.${"9".repeat(30)}`;
    expect(checkProduct({ baseQuantity: amount, percentage: "1" }, () => true)).toEqual([]);
    expect(checkProduct({ baseQuantity: amount, percentage: `0.${"9".repeat(30)}` }, () => true)).toMatchObject([
      { loc: ["body", "base_quantity"], type: "value_error.decimal.max_digits" },
    ]);
  });
});
