import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import type { Place } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";
import { Coverage } from "./coverage.tsx";
import { ByCategory, ByMonth, ByScope, Total } from "./groups.tsx";
import { PeriodChooser, periodOf } from "./period.tsx";
import { readTotals } from "./totals.ts";

export function OverviewPage({ place }: { place: Place }) {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const period = periodOf(place.query);
  const key = `${organizationId} ${period.from} ${period.to} ${period.children}`;
  const totals = useAnswer(key, (signal) => readTotals(client, period, signal));
  return (
    <Page title={say("nav.overview")} place={key}>
      <PeriodChooser key={key} period={period} />
      <Loaded answer={totals}>
        {({ scopes, categories, months, total, coverage }) => (
          <>
            <Total total={total} />
            {scopes.length === 0 ? (
              <p class="notice">{say("overview.empty")}</p>
            ) : (
              <div class="cards">
                <ByScope items={scopes} />
                <ByCategory items={categories} />
                <ByMonth items={months} />
              </div>
            )}
            {coverage && <Coverage coverage={coverage} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}
