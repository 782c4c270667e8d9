import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { enumText } from "@emissions/kit/wire/enum";
import type { Principal } from "@emissions/kit/wire/principal";
import { DuplicateService } from "@emissions/proto/activity/v1/duplicate_service";
import { InvoiceType, InvoiceValuesSchema } from "@emissions/proto/activity/v1/invoice_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { DuplicateReasonSchema } from "@emissions/proto/common/v1/duplicate";
import { activity, KWH, us } from "../activity.fixture.ts";
import { plant } from "../waste/waste.fixture.ts";

interface Asked {
  as?: Principal;
  exceptFileId?: string;
}

/** Asks for duplicates of records with these values. */
export function ask<D extends DescMessage>(
  entityType: EntityType,
  desc: D,
  records: readonly MessageInitShape<D>[],
  { as = us, exceptFileId = "" }: Asked = {},
) {
  const bytes = records.map((one) => toBinary(desc, create(desc, one)));
  return activity.as(as, DuplicateService).findDuplicates({ entityType, records: bytes, exceptFileId });
}

/** The reason and field of each record with a duplicate: "0 external_id external_id". */
export async function reasons<D extends DescMessage>(
  entityType: EntityType,
  desc: D,
  records: readonly MessageInitShape<D>[],
  options: Asked = {},
): Promise<string[]> {
  const { duplicates } = await ask(entityType, desc, records, options);
  return duplicates.map(({ index, reason, field }) => `${index} ${enumText(DuplicateReasonSchema, reason)} ${field}`);
}

type Bill = Omit<MessageInitShape<typeof InvoiceValuesSchema>, "$typeName" | "$unknown">;

/** A bill of electricity for January, as a new record. */
export const bill = (change: Bill = {}) => ({
  type: InvoiceType.ELECTRICITY,
  facilityId: plant,
  baseQuantity: { value: "1000" },
  unitId: KWH,
  startDate: "2025-01-01",
  endDate: "2025-01-31",
  ...change,
});

export const billReasons = (change: Bill = {}, options: Asked = {}) =>
  reasons(EntityType.INVOICES, InvoiceValuesSchema, [bill(change)], options);
