import { newId } from "@emissions/kit/process/id";
import { OwnWorkforceTrainingService } from "@emissions/proto/activity/v1/own_workforce_training_service";
import { TrainingColumnService, TrainingColumnType } from "@emissions/proto/activity/v1/training_column_service";
import { activity, us } from "../activity.fixture.ts";

/** A person of an organization, with the least that the table needs. */
export async function person(externalEmployeeId: string = newId(), { organizationId: org } = us): Promise<string> {
  const id = newId();
  await activity.db.asService(
    org,
    ({ tx }) => tx`
      insert into own_workforces (organization_id, id, external_employee_id, birth_date, gender, disabled_employee)
      values (${org}, ${id}, ${externalEmployeeId}, '1990-01-31', 'F', false)`,
  );
  return id;
}

export const trainings = (headers: Record<string, string> = {}, by = us) =>
  activity.as(by, OwnWorkforceTrainingService, headers);
export const trainingColumns = (headers: Record<string, string> = {}) =>
  activity.as(us, TrainingColumnService, headers);

/** All trainings that match. */
export const listed = async (request: object = {}, by = us) =>
  (await trainings({}, by).streamOwnWorkforceTrainings(request)).flatMap((message) => message.trainings);

export const training = (more: object = {}) => ({
  type: "safety",
  description: "Fire drill",
  hours: { value: "1.5" },
  startDate: "2026-03-02",
  endDate: "2026-03-03",
  ...more,
});

export const declare = (key: string, type: TrainingColumnType, options: string[] = []) =>
  trainingColumns().createTrainingColumn({ key, label: `Column ${key}`, type, options });

export const declareAll = () =>
  Promise.all([
    declare("provider", TrainingColumnType.TEXT),
    declare("cost", TrainingColumnType.NUMBER),
    declare("expires", TrainingColumnType.DATE),
    declare("passed", TrainingColumnType.BOOLEAN),
    declare("place", TrainingColumnType.OPTION, ["online", "on site"]),
  ]);
