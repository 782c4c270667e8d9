import { create } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import { CalculationOutcome, RecordResultSchema } from "@emissions/proto/calc/v1/calculation_service";
import type { Activity } from "../activity.fixture.ts";
import type { RecordTable } from "./kind.ts";
import { storeResults } from "./results.ts";

interface Result {
  recordId: string;
  revision?: number;
  co2e?: string;
  biogenicCo2?: string;
  /** The code of a failure. */
  failed?: string;
  errorDetail?: string;
}

/** Stores results of a kind, as calc would send them. */
export const calculating =
  (kind: RecordTable) =>
  (activity: Activity, { organizationId }: Principal, results: readonly Result[]) =>
    activity.db.asService(organizationId, (write) => {
      const { entityType } = kind;
      const messages = results.map(
        ({ recordId, revision = 1, co2e = "1", biogenicCo2 = "0", failed, errorDetail = "Nothing fits." }) =>
          create(RecordResultSchema, {
            recordId,
            revision,
            entityType,
            ...(failed === undefined
              ? { status: CalculationOutcome.CALCULATED, co2e: { value: co2e }, biogenicCo2: { value: biogenicCo2 } }
              : { status: CalculationOutcome.FAILED, errorCode: failed, errorDetail }),
          }),
      );
      return storeResults(write, kind, messages);
    });
