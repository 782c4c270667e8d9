import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumText } from "@emissions/kit/wire/enum";
import { type EntityType, EntityTypeSchema, type RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";

export type RecordInput = MessageInitShape<typeof RecordInputSchema>;

/** What a kind of record brings so that its records get a result, and get it even after a mishap. */
export interface RecordType {
  entityType: EntityType;
  /** What is to be calculated about those of the records that there are. */
  selectInputs(tx: Tx, org: string, ids: readonly string[]): Promise<RecordInput[]>;
  /**
   * Copies results onto the records. A result for another revision than the stored one comes too late and is left
   * out; and a failure never takes the place of a number of the same revision.
   */
  updateResults(tx: Tx, org: string, results: readonly RecordResult[]): Promise<unknown>;
}

/** How the tables name a kind of record. */
export const nameOf = (entityType: EntityType) => enumText(EntityTypeSchema, entityType);

/** Why a record has no number: whatever failed says something. */
export const failureOf = ({ status, errorCode }: RecordResult): string | null =>
  status === CalculationOutcome.CALCULATED ? null : errorCode || "CALCULATION_FAILED";
