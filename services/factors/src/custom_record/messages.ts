import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type CustomRecordSchema,
  type EvidenceSchema,
  GasTypeSchema,
  RecordTagSchema,
} from "@emissions/proto/factors/v1/custom_database_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { parse, plain } from "@emissions/quantity/decimal";
import type { EvidenceRow } from "./evidence.ts";
import type { RecordRow } from "./queries.ts";

/** Unit ids of the results, from the catalogue. */
const RESULT_UNIT: Readonly<Record<string, string>> = {
  co2e: unitId("kg_co2e"),
  co2: unitId("kg_co2"),
  ch4: unitId("g_ch4"),
  n2o: unitId("g_n2o"),
};

interface RecordContext {
  evidence: readonly EvidenceRow[];
  /** Base URL of the API for clients. */
  publicUrl: string;
}

export function toRecord(
  row: RecordRow,
  { evidence, publicUrl }: RecordContext,
): MessageInitShape<typeof CustomRecordSchema> {
  const files = evidence.map((file) => toEvidence(file, publicUrl));
  return {
    id: row.id,
    name: row.name,
    unitId: row.unitId,
    sourceId: row.versionId,
    tag: enumNumber(RecordTagSchema, row.tag),
    activityCategories: row.activityCategories,
    enabled: row.enabled,
    isBiogenic: row.isBiogenic,
    renewablePercentage: row.renewablePercentage === null ? undefined : { value: row.renewablePercentage },
    uncertaintyGrade: plain(parse(row.uncertaintyGrade)),
    additionalDocs: files[0]?.fileUrl,
    evidence: files,
    factors: row.factors.map(({ id, gas, value, startDate, endDate }) => ({
      id,
      gasType: enumNumber(GasTypeSchema, gas),
      formula: `x * ${value}`,
      fromUnitId: row.unitId,
      toUnitId: RESULT_UNIT[gas]!,
      startDate,
      endDate: endDate ?? undefined,
      sourceId: row.versionId,
      conceptId: row.conceptId,
    })),
    revision: row.revision,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
  };
}

/** The file with the URL of its content; `publicUrl` is the base URL of the API for clients. */
export const toEvidence = ({ fileId, fileName, sizeKb }: EvidenceRow, publicUrl: string) =>
  ({
    fileId,
    fileName,
    fileUrl: `${publicUrl}/v1/files/${fileId}/content`,
    sizeKb,
  }) satisfies MessageInitShape<typeof EvidenceSchema>;
