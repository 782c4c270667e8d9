import { JobView } from "../jobs/view.tsx";
import { useTexts } from "../state/context.ts";
import type { Import } from "./read.ts";

/** The job that stores the rows of the import. */
export function ResultStep({ found: { status } }: { found: Import }) {
  const { say } = useTexts();
  if (status.processing_job_id === null) return <p class="notice">{say("imports.noJob")}</p>;
  return <JobView id={status.processing_job_id} />;
}
