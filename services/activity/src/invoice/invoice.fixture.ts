import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  type CreateInvoiceRequestSchema,
  type Invoice,
  InvoiceService,
  InvoiceType,
  type InvoiceValuesSchema,
} from "@emissions/proto/activity/v1/invoice_service";
import type { RecordOriginSchema } from "@emissions/proto/activity/v1/record";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import type { Flat } from "@emissions/testkit/flat";
import { activity, eachTest, KG, KWH, us } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { facility, plant, withPlant } from "../waste/waste.fixture.ts";
import { invoices as kind } from "./invoice.ts";

type Fields<D extends DescMessage> = Omit<MessageInitShape<D>, "$typeName" | "$unknown" | "values" | "origin">;
export type Sent = Fields<typeof CreateInvoiceRequestSchema> &
  Fields<typeof InvoiceValuesSchema> &
  Fields<typeof RecordOriginSchema>;

export const R410A = catalogueId("facility_fuel", "refrigerants/r_410a");
/** An invoice for natural gas, beside what all have. */
export const HEAT = {
  type: InvoiceType.HEAT,
  facilityFuelId: catalogueId("facility_fuel", "fuels/natural_gas"),
  unitId: KG,
};

/** How the library is asked for an invoice in Spain. */
export const library = (category: string, key: string) => ({
  kind: { case: "library", value: { category, key, country: "ES" } },
});

/** An invoice that is right. */
export const invoiceOf = (facilityId = plant): Sent => ({
  type: InvoiceType.ELECTRICITY,
  facilityId,
  baseQuantity: { value: "1250.50" },
  unitId: KWH,
  startDate: "2025-01-01",
  endDate: "2025-01-31",
});

/** A facility in France, of the test that runs. */
export let other: string;

/** Each test has a facility in Spain and one in France. */
export const eachInvoiceTest = (): void =>
  withPlant(eachTest, async () => {
    other = await facility({ country: "FR" });
  });

export const invoices = (as: Principal = us) => activity.as(as, InvoiceService);
export const create = async (change: Sent = {}): Promise<Flat<Invoice>> =>
  (await invoices().createInvoice({ ...invoiceOf(), ...change })).invoice!;
export const get = async (id: string) => (await invoices().getInvoice({ id })).invoice!;
export const change = async (id: string, values: object, ...paths: string[]) =>
  (await invoices().updateInvoice({ id, ...values, updateMask: { paths } })).invoice!;

/** Stores results, as calc would send them. */
export const calculate = calculating(kind);
export const priced = (id: string) => calculate([{ recordId: id, co2e: "12.5", biogenicCo2: "3" }]);

export const share = (facilityId: string, percentage: string) => ({
  organizationId: us.organizationId,
  facilityId,
  percentage: { value: percentage },
});
