import type { Kind } from "../records/kinds.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { hashOf } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";
import { ImpactTable } from "./impacts.tsx";
import { PartCard } from "./part.tsx";
import { type Finished, readCalculation } from "./read.ts";
import { ResultCard } from "./result.tsx";

/** How one number came about. */
export function ExplanationPage({ kind, ids }: { kind: Kind; ids: readonly string[] }) {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const calculation = useAnswer(`${organizationId} ${kind.name} ${ids.join(" ")}`, (signal) =>
    readCalculation(client, kind, ids, signal),
  );
  return (
    <Page title={say("explain.title")}>
      <p>
        <a href={hashOf(["records", kind.name])}>{say("explain.back")}</a>
      </p>
      <Loaded answer={calculation}>
        {(found) =>
          found.status === "pending" ? <p class="notice">{say("explain.pending")}</p> : <Explained finished={found} />
        }
      </Loaded>
    </Page>
  );
}

function Explained({ finished }: { finished: Finished }) {
  const { parts } = finished;
  return (
    <>
      <ResultCard finished={finished} />
      {parts.length === 0 ? (
        <PartCard steps={finished} />
      ) : (
        parts.map((part) => (
          <PartCard key={`${part.part} ${part.start_date} ${part.factor?.id}`} steps={part} part={part} />
        ))
      )}
      {finished.impacts.length > 0 && <ImpactTable impacts={finished.impacts} />}
    </>
  );
}
