import type { IngestJob } from "@emissions/client/types";
import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";

type Counts = Pick<IngestJob, "succeeded_items" | "failed_items" | "total_items">;

export function JobProgress({ job: { succeeded_items, failed_items, total_items } }: { job: Counts }) {
  const { say, locale } = useTexts();
  const done = succeeded_items + failed_items;
  const text = say("jobs.progress", { done: digits(done, locale), total: digits(total_items, locale) });
  return (
    <>
      <progress max={Math.max(total_items, 1)} value={done} aria-label={text} />
      <div>
        {text}
        {failed_items > 0 && `, ${say("jobs.failed", { failed: digits(failed_items, locale) })}`}
      </div>
    </>
  );
}
