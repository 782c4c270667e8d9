import type { DescService } from "@bufbuild/protobuf";
import { eraseReplies } from "@emissions/kit/db/idempotency";
import type { Call, Write } from "@emissions/kit/db/transactions";
import { forbidden } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { CommutingPeriodService } from "@emissions/proto/activity/v1/commuting_period_service";
import { EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import { OwnWorkforceService } from "@emissions/proto/activity/v1/own_workforce_service";
import { OwnWorkforceTrainingService } from "@emissions/proto/activity/v1/own_workforce_training_service";
import { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowService } from "@emissions/proto/activity/v1/survey_row_service";
import { SurveyService } from "@emissions/proto/activity/v1/survey_service";
import { PEOPLE_ENTITIES } from "./people.ts";

/** Services whose replies are about people. */
const SERVICES: readonly DescService[] = [
  EmployeeService,
  CommutingPeriodService,
  SurveyService,
  SurveyRowService,
  SurveyAnswerService,
  OwnWorkforceService,
  OwnWorkforceTrainingService,
];
const ROUTES = SERVICES.flatMap(({ methods }) => methods.map(({ name }) => name));

/** An erasure cannot be undone, so editors may not do it. */
export function requireEraser(call: Pick<Call, "values">): void {
  if (["admin", "human_resources"].includes(principalOf(call).role)) return;
  throw forbidden("FORBIDDEN", "Only admins and human_resources erase people.");
}

interface Traces {
  /** Ids that the replies about the person contain. */
  shown: readonly string[];
  /** Ids of entities that jobs can have created. */
  inJobs: readonly string[];
}

/**
 * Erases copies of the person's values outside of the tables of people: stored replies, and the clients' ids in items of
 * jobs. The audit log and events never have such values.
 */
export async function eraseTraces({ tx, org }: Write, { shown, inJobs }: Traces): Promise<void> {
  await eraseReplies(tx, org, { routes: ROUTES, texts: [...shown] });
  await tx`
    update ingest_job_items i set external_id = null
    from ingest_jobs j
    where j.organization_id = ${org} and j.entity_type = any(${[...PEOPLE_ENTITIES]}::text[])
      and i.organization_id = ${org} and i.job_id = j.id and i.entity_id = any(${[...inJobs]}::uuid[]) and i.external_id is not null`;
}
