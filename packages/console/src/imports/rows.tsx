import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { hashOf } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { focusHeading } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { Table } from "../ui/table.tsx";
import { RowsForm } from "./corrections.tsx";
import { Duplicates } from "./duplicates.tsx";
import { Preview } from "./preview.tsx";
import type { Import, StepProps } from "./read.ts";
import { SaveMapping } from "./save.tsx";
import { Submission } from "./submission.tsx";
import { readUnknown } from "./validate.ts";

const PAGE_SIZE = 20;

interface RowsProps extends StepProps {
  page: number;
  onPage: (page: number) => void;
}

type Props = RowsProps & Pick<Parameters<typeof SaveMapping>[0], "values" | "dateLocale">;

/** The checked rows: corrections, deletions, and the submission. */
export function RowsStep({ found, again, page, onPage, values, dateLocale }: Props) {
  const { say } = useTexts();
  const { status } = found;
  return (
    <>
      <Submission found={found} again={again} />
      <Duplicates found={found} again={again} />
      {status.error_rows > 0 && (
        <>
          <ErrorCounts found={found} />
          <Rows found={found} again={again} page={page} onPage={onPage} />
        </>
      )}
      {status.valid_rows + status.error_rows > 0 && <Preview key={String(status.error_rows)} found={found} />}
      <div class="buttons">
        <SaveMapping found={found} values={values} dateLocale={dateLocale} />
        <a href={hashOf(["imports", status.import_id, "columns"])}>{say("imports.changeColumns")}</a>
      </div>
    </>
  );
}

/** Rows with an error, by column. */
function ErrorCounts({ found: { status, template } }: { found: Import }) {
  const { say, locale } = useTexts();
  const counts = Object.entries(status.errors_by_column ?? {}).sort(([, one], [, other]) => other - one);
  const labelOf = (key: string) =>
    template.columns.find((column) => column.key === key)?.label ?? say("imports.wholeRow");
  return (
    <section class="card">
      <h2>{say("imports.errors")}</h2>
      <Table
        caption={say("imports.errors")}
        hidden
        columns={[{ title: say("imports.column") }, { title: say("imports.errorRows"), number: true }]}
        rows={counts.map(([key, count]) => ({ key, cells: [labelOf(key), digits(count, locale)] }))}
      />
    </section>
  );
}

function Rows({ found, again, page, onPage }: RowsProps) {
  const { client } = useSignedIn();
  const { import_id, mapping, fill, combine, updated_at } = found.status;
  const answer = useAnswer(`${import_id} ${page} ${updated_at}`, async (signal) => {
    const query = { page, page_size: PAGE_SIZE, errors_only: true };
    const [rows, unknown] = await Promise.all([
      client.call("listImportRows", { path: { import_id }, query, signal }),
      readUnknown(client, import_id, { mapping: mapping ?? {}, fill, combine }, signal),
    ]);
    return { ...rows, unknown };
  });
  const move = (next: number) => {
    onPage(next);
    focusHeading();
  };
  return (
    <Loaded answer={answer}>
      {({ rows, total_pages, unknown }) => (
        <>
          <RowsForm
            key={answer.value?.rows.map(({ row_index }) => row_index).join()}
            found={found}
            rows={rows}
            unknown={unknown}
            onChanged={() => {
              // The last page may be empty now.
              if (page > 1 && page === total_pages) onPage(1);
              again();
            }}
          />
          <Pager page={page} isLast={page >= total_pages} onPage={move} />
        </>
      )}
    </Loaded>
  );
}
