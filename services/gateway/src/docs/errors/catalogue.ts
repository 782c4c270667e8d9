import { accessRefusals } from "./codes/access.ts";
import { activityRefusals } from "./codes/activity.ts";
import { calculationFailures } from "./codes/calculations.ts";
import { certificateRefusals } from "./codes/certificates.ts";
import { dashboardRefusals } from "./codes/dashboards.ts";
import { factorsRefusals } from "./codes/factors.ts";
import { filesRefusals } from "./codes/files.ts";
import { folderRefusals } from "./codes/folders.ts";
import { importNotes, importSessionRefusals } from "./codes/import-sessions.ts";
import { importTemplateRefusals } from "./codes/import-templates.ts";
import { ingestJobRefusals } from "./codes/ingest-jobs.ts";
import { memberRefusals } from "./codes/members.ts";
import { projectRefusals } from "./codes/projects.ts";
import { readingNotes, readingRefusals } from "./codes/readings.ts";
import { recordRejections } from "./codes/records.ts";
import { requestRefusals } from "./codes/requests.ts";
import { surveyRefusals } from "./codes/surveys.ts";
import { deliveryFailures, webhookRefusals } from "./codes/webhooks.ts";
import { workforceRefusals } from "./codes/workforce.ts";
import type { Entry, Refusal } from "./entry.ts";

const byStatus = (a: Refusal, b: Refusal) => a.status - b.status || (a.code < b.code ? -1 : 1);

/** Every code that a client may receive. docs/errors.md and the pages below /errors are generated from it. */
export const refusals: readonly Refusal[] = [
  ...requestRefusals,
  ...accessRefusals,
  ...activityRefusals,
  ...certificateRefusals,
  ...dashboardRefusals,
  ...factorsRefusals,
  ...filesRefusals,
  ...ingestJobRefusals,
  ...folderRefusals,
  ...importSessionRefusals,
  ...importTemplateRefusals,
  ...memberRefusals,
  ...projectRefusals,
  ...readingRefusals,
  ...surveyRefusals,
  ...webhookRefusals,
  ...workforceRefusals,
].sort(byStatus);

export { calculationFailures, deliveryFailures, importNotes, readingNotes, recordRejections };

/** Codes that are not refusals of requests. */
export const otherCodes: readonly (readonly Entry[])[] = [
  recordRejections,
  calculationFailures,
  deliveryFailures,
  readingNotes,
  importNotes,
];

/** Codes that pass between services only. */
export const INTERNAL: Readonly<Record<string, string>> = {
  INGEST_JOB_NOT_FOUND: "answers have `NOT_FOUND`",
  INGEST_JOB_EXISTS: "the imports service chooses a new id for each job",
  INGEST_JOB_NOT_OPEN: "it sends records to its own open jobs",
  INGEST_JOB_RANGE_MISMATCH: "it fills each range of a job once",
  FILE_TOO_LARGE: "the gateway counts the bytes of a file itself",
  FILE_CHUNK_OUT_OF_ORDER: "the gateway sends the chunks in order",
  PLACE_NOT_FOUND: "a business travel with an unknown place is refused with a violation",
  PLACE_AMBIGUOUS: "likewise for a place that the text does not name alone",
  PLACE_NOT_IN_USE: "likewise for a code of an airport that was not in use on the day of the record",
  SAME_PLACE: "likewise for a trip from a place to itself",
  NO_LAND_ROUTE: "likewise for a trip by road or rail over water without a bridge",
  DISTANCE_NOT_MEASURABLE: "likewise for a trip by ferry, whose distance is not measured",
  UNAUTHENTICATED: "the gateway signs the principal",
  OLDER_SCHEMA: "a service waits for the migrate command, and is not ready meanwhile",
  TRANSACTION_ENDED: "a defect of a service, which clients see as `INTERNAL_ERROR`",
};

/** All entries of a code. */
export const entriesOf = (code: string): readonly (Entry | Refusal)[] =>
  [...refusals, ...otherCodes.flat()].filter((entry) => entry.code === code);
