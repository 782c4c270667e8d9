import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { PurchaseService, type PurchaseValuesSchema } from "@emissions/proto/activity/v1/purchase_service";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, KG, KM, startActivity } from "../activity.fixture.ts";
import { laptops } from "./purchase.fixture.ts";

let activity: Activity;
let us: Principal;

beforeAll(async () => {
  activity = await startActivity();
  us = await activity.organization();
});
afterAll(() => activity.drop());

type Sent = MessageInitShape<typeof PurchaseValuesSchema>;

describe("CreatePurchase", () => {
  it.each([
    { what: "no product name", sent: { productName: "" }, refused: "body.product_name value_error.missing" },
    {
      what: "a long name",
      sent: { productName: "é".repeat(256) },
      refused: "body.product_name value_error.any_str.max_length",
    },
    { what: "a null character", sent: { sector: "a\0b" }, refused: "body.sector value_error.any_str.nul" },
    {
      what: "a negative amount",
      sent: { quantity: { value: "-1" } },
      refused: "body.quantity value_error.number.not_ge",
    },
    { what: "no number", sent: { quantity: { value: "NaN" } }, refused: "body.quantity type_error.decimal" },
    {
      what: "an amount beyond all bounds",
      sent: { quantity: { value: "1".repeat(21) } },
      refused: "body.quantity value_error.decimal.max_digits",
    },
    {
      what: "more recycled than all",
      sent: { recycled: { value: "1.01" } },
      refused: "body.recycled value_error.number.not_le",
    },
    { what: "half a pair", sent: { unitId: undefined }, refused: "body value_error.amount_pair" },
    {
      what: "two pairs",
      sent: { nonCurrencyQuantity: { value: "1" }, nonCurrencyUnitId: KG },
      refused: "body value_error.amount_pair",
    },
    {
      what: "a day that is none",
      sent: { purchaseDate: "2024-02-30" },
      refused: "body.purchase_date value_error.date",
    },
    {
      what: "a day before 1970",
      sent: { purchaseDate: "1969-12-31" },
      refused: "body.purchase_date activity_date_out_of_range",
    },
    {
      what: "a day after next year",
      sent: { purchaseDate: `${new Date().getUTCFullYear() + 2}-01-01` },
      refused: "body.purchase_date activity_date_out_of_range",
    },
    { what: "no expense type", sent: { expenseType: 0 }, refused: "body.expense_type value_error.missing" },
    { what: "an unknown type", sent: { purchaseType: 99 }, refused: "body.purchase_type type_error.enum" },
    { what: "an unknown unit", sent: { unitId: newId() }, refused: "body.unit_id value_error.not_found" },
    { what: "money in kilograms", sent: { unitId: KG }, refused: "body.unit_id value_error.unit_not_allowed" },
    {
      what: "goods in kilometres",
      sent: {
        quantity: undefined,
        unitId: undefined,
        nonCurrencyQuantity: { value: "1" },
        nonCurrencyUnitId: KM,
      },
      refused: "body.non_currency_unit_id value_error.unit_not_allowed",
    },
    {
      what: "a custom group, of which there are none",
      sent: { customEmissionFactorId: newId() },
      refused: "body.custom_emission_factor_id value_error.not_found",
    },
    { what: "a file id that is none", sent: { fileId: "x" }, refused: "body.file_id type_error.uuid" },
  ])("refuses $what and stores nothing", async ({ sent, refused }) => {
    expect(
      (await refusalOf(activity.as(us, PurchaseService).createPurchase({ ...laptops, ...sent } as Sent))).violations,
    ).toEqual([refused]);
    expect(await activity.rows(us, "purchases")).toEqual([]);
    expect(await activity.events(us, RecordsStoredSchema)).toEqual([]);
  });
});
