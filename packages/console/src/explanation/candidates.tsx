import { useTexts } from "../state/context.ts";
import { Table } from "../ui/table.tsx";
import type { Candidate } from "./read.ts";

/** The factors that were considered, the best first, each with the reason of the decision. */
export function CandidateTable({ candidates }: { candidates: readonly Candidate[] }) {
  const { say } = useTexts();
  return (
    <details>
      <summary>{say("explain.candidates")}</summary>
      <Table
        caption={say("explain.candidates")}
        hidden
        columns={[
          { title: say("records.name") },
          { title: say("explain.source") },
          { title: say("explain.region") },
          { title: say("explain.reason") },
        ]}
        rows={candidates.map(({ rank, chosen, reason, factor }) => ({
          key: String(rank),
          cells: [
            `${factor.name}${chosen ? ` (${say("explain.chosen")})` : ""}`,
            factor.source,
            `${factor.region} ${factor.year ?? ""}`,
            reason,
          ],
        }))}
      />
    </details>
  );
}
