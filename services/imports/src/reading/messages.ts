import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type FileReadingSchema,
  ReadingCategory,
  ReadingCategorySchema,
  type ReadingItemSchema,
  type ReadingSchema,
  ReadingStatusSchema,
} from "@emissions/proto/imports/v1/reading_service";
import { parse, plain } from "@emissions/quantity/decimal";
import type { Item } from "./document.ts";
import type { ReadingRow } from "./queries.ts";

const decimal = (value: string | null) => (value === null ? undefined : { value: plain(parse(value)) });

const toItem = (item: Item): MessageInitShape<typeof ReadingItemSchema> => ({
  invoiceNumber: item.invoiceNumber ?? undefined,
  quantity: decimal(item.quantity),
  unit: item.unit ?? undefined,
  startDate: item.startDate ?? undefined,
  endDate: item.endDate ?? undefined,
  printedFuelName: item.printedFuelName ?? undefined,
  description: item.description ?? undefined,
  lerCode: item.lerCode ?? undefined,
  cups: item.cups ?? undefined,
  confidence: decimal(item.confidence),
});

const categoryOf = ({ category }: ReadingRow) =>
  category === null ? ReadingCategory.UNSPECIFIED : enumNumber(ReadingCategorySchema, category);

export const toReading = (row: ReadingRow): MessageInitShape<typeof ReadingSchema> => ({
  id: row.id,
  fileId: row.fileId,
  status: enumNumber(ReadingStatusSchema, row.status),
  category: categoryOf(row),
  confidence: decimal(row.confidence),
  content: { items: row.items.map(toItem) },
  supplierName: row.supplierName ?? undefined,
  supplierTaxId: row.supplierTaxId ?? undefined,
  warnings: row.warnings,
  errorCode: row.errorCode ?? undefined,
  errorDetail: row.errorDetail ?? undefined,
  source: row.source ?? undefined,
  corrected: row.corrected,
  linked: row.status === "confirmed",
  recordIds: row.recordIds,
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt === null ? undefined : timestampFromDate(row.updatedAt),
});

export const toFolder = ({ id, name }: { id: string; name: string }): MessageInitShape<typeof FileReadingSchema> => ({
  id,
  type: "folder",
  name,
});

export const toFileReading = (row: ReadingRow): MessageInitShape<typeof FileReadingSchema> => ({
  id: row.fileId,
  type: "file",
  name: row.fileName,
  tags: row.category === null ? [] : [`invoice::${row.category}`],
  category: categoryOf(row),
  reading: toReading(row),
  linked: row.status === "confirmed",
});
