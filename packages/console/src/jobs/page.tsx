import { useTexts } from "../state/context.ts";
import { hashOf } from "../state/route.ts";
import { Page } from "../ui/page.tsx";
import { JobView } from "./view.tsx";

/** One job. */
export function JobPage({ id }: { id: string }) {
  const { say } = useTexts();
  return (
    <Page title={say("jobs.one")} place={id}>
      <p>
        <a href={hashOf(["jobs"])}>{say("jobs.back")}</a>
      </p>
      <JobView id={id} />
    </Page>
  );
}
