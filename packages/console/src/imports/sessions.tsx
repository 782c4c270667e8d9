import { instant } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { go, hashOf } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";

const PAGE_SIZE = 25;

/** The imports of the organization, the newest first. */
export function SessionsPage({ page }: { page: number }) {
  const { say, language, locale } = useTexts();
  const { client, organizationId } = useSignedIn();
  const answer = useAnswer(`${organizationId} ${page} ${language}`, async (signal) => {
    const query = { page, size: PAGE_SIZE, include_expired: true };
    const [sessions, templates] = await Promise.all([
      client.call("listImportSessions", { query, signal }),
      client.call("listImportTemplates", { query: { language }, signal }),
    ]);
    return { ...sessions, labels: new Map(templates.map((one) => [one.template_id, one.label])) };
  });
  return (
    <Page title={say("nav.imports")} place={String(page)}>
      <div class="buttons">
        <a class="button main" href={hashOf(["imports", "new"])}>
          {say("imports.new")}
        </a>
        <a href={hashOf(["imports", "mappings"])}>{say("imports.saved")}</a>
      </div>
      <Loaded answer={answer}>
        {({ items, total, labels }) => (
          <section class="card">
            {items.length === 0 ? (
              <p>{say("imports.empty")}</p>
            ) : (
              <Table
                caption={say("nav.imports")}
                hidden
                columns={[
                  { title: say("imports.file") },
                  { title: say("imports.template") },
                  { title: say("records.status") },
                  { title: say("imports.rows"), number: true },
                  { title: say("imports.errorRows"), number: true },
                  { title: say("jobs.created") },
                ]}
                rows={items.map((one) => ({
                  key: one.id,
                  cells: [
                    <a key="file" href={hashOf(["imports", one.id])}>
                      {one.file_name}
                    </a>,
                    labels.get(one.template_id) ?? one.template_id,
                    named(say, "import", one.status),
                    digits(one.total_rows, locale),
                    digits(one.error_rows, locale),
                    instant(one.created_at, locale),
                  ],
                }))}
              />
            )}
            <Pager
              page={page}
              isLast={page * PAGE_SIZE >= total}
              onPage={(next) => go(["imports"], { page: String(next) })}
            />
          </section>
        )}
      </Loaded>
    </Page>
  );
}
