import type { Kind } from "../records/kinds.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { usePolled } from "../state/polled.ts";
import { hashOf } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";
import { Waiting } from "../ui/waiting.tsx";
import { ImpactTable } from "./impacts.tsx";
import { PartCard } from "./part.tsx";
import { type Finished, readCalculation } from "./read.ts";
import { ResultCard } from "./result.tsx";

/** Milliseconds between two readings while the calculation waits. */
const PAUSE_MS = 1_000;

/** How one number came about. */
export function ExplanationPage({ kind, ids }: { kind: Kind; ids: readonly string[] }) {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const key = `${organizationId} ${kind.name} ${ids.join(" ")}`;
  const calculation = usePolled(key, (signal) => readCalculation(client, kind, ids, signal), {
    isRunning: ({ status }) => status === "pending",
    pauseMs: PAUSE_MS,
  });
  return (
    <Page title={say("explain.title")}>
      <p>
        <a href={hashOf(["records", kind.name])}>{say("explain.back")}</a>
      </p>
      <Loaded answer={calculation}>
        {(found) =>
          found.status === "pending" ? <Waiting text={say("explain.pending")} /> : <Explained finished={found} />
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
