import { isId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import {
  type OwnWorkforceTrainingValues,
  OwnWorkforceTrainingValuesSchema,
} from "@emissions/proto/activity/v1/own_workforce_training_service";
import { checkPeriodOrder } from "../checks.ts";
import { valuesChecker } from "../records/checks.ts";
import { type ValuesOf, valueColumns, valuesReader } from "../records/columns.ts";
import type { SentValues } from "./custom-values.ts";

/** Values with a column each. */
export type TrainingFields = Omit<ValuesOf<OwnWorkforceTrainingValues, "hours">, "customValues">;

export interface TrainingValues extends TrainingFields {
  customValues: SentValues;
}

export const columns = valueColumns(OwnWorkforceTrainingValuesSchema).filter(({ key }) => key !== "customValues");
const readFields = valuesReader<TrainingFields>(columns);
const checkFields = valuesChecker(columns);

export const readValues = (values: Partial<OwnWorkforceTrainingValues>): TrainingValues => ({
  ...readFields(values),
  customValues: values.customValues ?? {},
});

export const checkValues = (values: object): Check[] => [...checkFields(values), ...checkPeriodOrder(values)];

/** The people that a request names, by either id. */
export interface People {
  byId: ReadonlyMap<string, string>;
  byExternalId: ReadonlyMap<string, string>;
}

const isNamed = ({ ownWorkforceId, externalEmployeeId }: TrainingFields) =>
  Boolean(ownWorkforceId) || Boolean(externalEmployeeId);

/** The person of a training, or the violations. */
export function personOf(values: TrainingFields, { byId, byExternalId }: People): string | Check[] {
  const { ownWorkforceId, externalEmployeeId } = values;
  if (!isNamed(values)) {
    return [
      violation(
        "own_workforce_id",
        "value_error.own_workforce",
        "own_workforce_id or external_employee_id is required",
      ),
    ];
  }
  // A malformed id has the violation of its field.
  if (ownWorkforceId && !isId(ownWorkforceId)) return [];
  if (ownWorkforceId && !byId.has(ownWorkforceId)) return [unknown("own_workforce_id")];
  const external = externalEmployeeId ? byExternalId.get(externalEmployeeId) : undefined;
  if (externalEmployeeId && external === undefined) return [unknown("external_employee_id")];
  if (ownWorkforceId && external !== undefined && external !== ownWorkforceId) {
    return [
      violation("external_employee_id", "value_error.own_workforce", "names another person than own_workforce_id"),
    ];
  }
  return external ?? ownWorkforceId!;
}
