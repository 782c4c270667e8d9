import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { CallOptions } from "@connectrpc/connect";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import {
  CreateDocumentInvoicesRequestSchema,
  InvoiceType,
  type InvoiceValuesSchema,
} from "@emissions/proto/activity/v1/invoice_service";
import { CreateWastesRequestSchema } from "@emissions/proto/activity/v1/waste_service";
import type { ConfirmReadingRequest } from "@emissions/proto/imports/v1/reading_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { parse, plain } from "@emissions/quantity/decimal";
import type { Context } from "../../context.ts";
import type { Category, Item } from "../document.ts";
import { fuelIdOf, NATURAL_GAS, refrigerantIdOf } from "../fuels.ts";
import { RECORDS_MAX } from "../limits.ts";
import type { ReadingRow } from "../queries.ts";
import { fits, isUnit, kilograms, type Unit } from "../units.ts";
import { lerCodeId } from "../waste-codes.ts";
import { supplierOf } from "./supplier.ts";

/** A request to the activity service, which is the same for every repeat. */
export interface Prepared {
  recordType: "invoices" | "wastes";
  /** Base64 of the encoded request. */
  request: string;
}

type Values = MessageInitShape<typeof InvoiceValuesSchema>;

/** A reading whose items have all values. */
interface Complete {
  reading: ReadingRow & { category: Category };
  request: ConfirmReadingRequest;
  org: string;
}

const TYPES: Record<Exclude<Category, "wastes">, InvoiceType> = {
  water: InvoiceType.WATER,
  electricity: InvoiceType.ELECTRICITY,
  gas: InvoiceType.HEAT,
  fuel_delivery: InvoiceType.HEAT,
  recharges: InvoiceType.RECHARGE,
};

/** The place of a value of an item in the refusal of a confirmation. */
export const itemPlace = (index: number, field: string): string[] => [
  "body",
  "file_readings",
  "0",
  "content",
  "items",
  String(index),
  field,
];

const missingIn = (index: number, field: string): Check => ({
  loc: itemPlace(index, field),
  type: "value_error.missing",
  msg: "field required; correct the reading",
});

/** The request that creates the records, or a refusal that names what is missing. */
export async function prepare(
  context: Pick<Context, "energySuppliers" | "facilities">,
  reading: ReadingRow,
  request: ConfirmReadingRequest,
  { org, options }: { org: string; options: CallOptions },
): Promise<Prepared> {
  const { category } = reading;
  const categoryMissing = { loc: ["body", "file_readings", "0", "category"], type: "value_error.missing" };
  refuse(category === null ? [{ ...categoryMissing, msg: "field required; correct the reading" }] : []);
  const complete: Complete = { reading: { ...reading, category: category! }, request, org };
  refuse(reading.items.flatMap((item, index) => checkItem(item, index, category!)));
  if (reading.items.length === 0) refuse([missingIn(0, "quantity")]);
  if (category === "wastes") return prepareWastes(complete);
  const supplierId = category === "electricity" ? await supplierOf(context, complete, options) : undefined;
  return prepareInvoices(complete, supplierId);
}

function checkItem(item: Item, index: number, category: Category): Check[] {
  const required = { quantity: item.quantity, unit: item.unit, start_date: item.startDate, end_date: item.endDate };
  const checks = Object.entries(required).flatMap(([field, value]) =>
    value === null ? [missingIn(index, field)] : [],
  );
  if (category === "wastes" && item.lerCode === null) checks.push(missingIn(index, "ler_code"));
  if (item.unit !== null && !(isUnit(item.unit) && fits(item.unit, category))) {
    const msg = `not a unit of ${category}`;
    checks.push({ loc: itemPlace(index, "unit"), type: "value_error.unit_not_allowed", msg });
  }
  return checks;
}

function prepareInvoices({ reading, request, org }: Complete, supplierId: string | undefined): Prepared {
  const { id, fileId, fileName, items } = reading;
  const category = reading.category as Exclude<Category, "wastes">;
  const facilityPercentages = request.facilities.map((facility) => ({
    organizationId: org,
    facilityId: facility.id,
    percentage: { value: facility.percentage!.value },
  }));
  const invoices = items.map((item): { values: Values; facilityPercentages: typeof facilityPercentages } => ({
    values: {
      type: TYPES[category],
      baseQuantity: { value: item.quantity! },
      unitId: unitId(item.unit!),
      startDate: item.startDate!,
      endDate: item.endDate!,
      invoiceId: item.invoiceNumber ?? undefined,
      cups: category === "electricity" || category === "gas" ? (item.cups ?? undefined) : undefined,
      facilityFuelId: fuelOf(category, item, request),
      supplierId,
      origin: { fileId, fileName },
    },
    facilityPercentages,
  }));
  const message = create(CreateDocumentInvoicesRequestSchema, { readingId: id, invoices });
  const bytes = toBinary(CreateDocumentInvoicesRequestSchema, message);
  return { recordType: "invoices", request: Buffer.from(bytes).toString("base64") };
}

/** The fuel that the person has chosen, or that of the printed name. */
function fuelOf(category: Category, { printedFuelName }: Item, { facilityFuelId }: ConfirmReadingRequest) {
  if (category === "water" || category === "electricity") return undefined;
  if (facilityFuelId !== undefined) return facilityFuelId;
  if (category === "gas") return NATURAL_GAS;
  const known = category === "recharges" ? refrigerantIdOf(printedFuelName ?? "") : fuelIdOf(printedFuelName ?? "");
  if (known !== null) return known;
  const msg = "the printed name is not known; send the fuel";
  return refuse([{ loc: ["body", "facility_fuel_id"], type: "value_error.missing", msg }]) as undefined;
}

/** One waste for each item and facility, in kilograms. */
function prepareWastes({ reading, request }: Complete): Prepared {
  const { items, fileId, fileName } = reading;
  if (items.length * request.facilities.length > RECORDS_MAX) {
    const msg = `items times facilities are more than ${RECORDS_MAX}`;
    refuse([{ loc: ["body", "facilities"], type: "value_error.list.max_items", msg }]);
  }
  const records = items.flatMap((item) =>
    request.facilities.map(({ id, percentage }) => {
      const mass = parse(kilograms(item.quantity!, item.unit as Unit)!);
      return {
        facilityId: id,
        identificationName: item.description ?? item.invoiceNumber ?? fileName,
        startDate: item.startDate!,
        endDate: item.endDate!,
        baseQuantity: { value: plain(mass.times(parse(percentage!.value))) },
        unitId: unitId("kg"),
        lerCodeId: lerCodeId(item.lerCode!),
        description: item.invoiceNumber ?? undefined,
        origin: { fileId, fileName },
      };
    }),
  );
  const bytes = toBinary(CreateWastesRequestSchema, create(CreateWastesRequestSchema, { records }));
  return { recordType: "wastes", request: Buffer.from(bytes).toString("base64") };
}
