import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/principal";
import { type CreateInvoiceRequestSchema, InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, RecordResultSchema } from "@emissions/proto/calc/v1/calculation_service";
import { type Activity, KWH } from "../activity.fixture.ts";
import { storeResults } from "../records/results.ts";
import { invoiceRecords } from "./record-type.ts";

export type Sent = Omit<MessageInitShape<typeof CreateInvoiceRequestSchema>, "$typeName" | "$unknown">;

/** An invoice that is right. */
export const invoiceOf = (facilityId: string): Sent => ({
  type: InvoiceType.ELECTRICITY,
  facilityId,
  baseQuantity: { value: "1250.50" },
  unitId: KWH,
  startDate: "2025-01-01",
  endDate: "2025-01-31",
});

interface Result {
  recordId: string;
  revision?: number;
  co2e?: string;
  biogenicCo2?: string;
  /** The code, when there is no number. */
  failed?: string;
}

/** What calc would answer. */
export const calculate = (activity: Activity, { organizationId }: Principal, results: readonly Result[]) =>
  activity.db.enter(organizationId, (write) =>
    storeResults(
      write,
      invoiceRecords(activity.context),
      results.map(({ recordId, revision = 1, co2e = "1", biogenicCo2 = "0", failed }) =>
        create(RecordResultSchema, {
          recordId,
          revision,
          entityType: EntityType.INVOICES,
          ...(failed === undefined
            ? { status: CalculationOutcome.CALCULATED, co2e: { value: co2e }, biogenicCo2: { value: biogenicCo2 } }
            : { status: CalculationOutcome.FAILED, errorCode: failed, errorDetail: "Nothing fits." }),
        }),
      ),
    ),
  );
