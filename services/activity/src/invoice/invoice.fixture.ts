import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import {
  type CreateInvoiceRequestSchema,
  type Invoice,
  InvoiceService,
  InvoiceType,
  type InvoiceValuesSchema,
} from "@emissions/proto/activity/v1/invoice_service";
import type { RecordOriginSchema } from "@emissions/proto/activity/v1/record";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import type { Flat } from "@emissions/testkit/flat";
import { KG, KWH, type Ours } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { facility } from "../waste/waste.fixture.ts";
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
export const invoiceOf = (facilityId: string): Sent => ({
  type: InvoiceType.ELECTRICITY,
  facilityId,
  baseQuantity: { value: "1250.50" },
  unitId: KWH,
  startDate: "2025-01-01",
  endDate: "2025-01-31",
});

/** Stores results, as calc would send them. */
export const calculate = calculating(kind);

export type Invoicing = Awaited<ReturnType<typeof invoicing>>;

/** Gives the organization a facility in Spain and one in France, and what it does with its invoices. */
export async function invoicing({ activity, us }: Ours) {
  const [plant, other] = [await facility(activity, us), await facility(activity, us, "FR")];
  const invoices = (as: Principal = us) => activity.as(as, InvoiceService);
  return {
    us,
    plant,
    other,
    invoices,
    create: async (change: Sent = {}): Promise<Flat<Invoice>> =>
      (await invoices().createInvoice({ ...invoiceOf(plant), ...change })).invoice!,
    get: async (id: string) => (await invoices().getInvoice({ id })).invoice!,
    /** The inputs that were announced, in order. */
    inputs: async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records),
    /** The emissions that the facility shows, and their biogenic part. */
    emitted: async (facilityId = plant) => {
      const { facility: found } = await activity.as(us, FacilityService).getFacility({ facilityId });
      return [found!.co2e!.value, found!.co2eBiomass!.value].map(Number);
    },
    priced: (...ids: string[]) =>
      calculate(
        activity,
        us,
        ids.map((recordId) => ({ recordId, co2e: "12.5", biogenicCo2: "3" })),
      ),
    share: (facilityId: string, percentage: string) => ({
      organizationId: us.organizationId,
      facilityId,
      percentage: { value: percentage },
    }),
  };
}
