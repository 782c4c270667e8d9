import type { ImportColumn, ImportRow } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Loaded } from "../ui/notices.tsx";
import { Pager } from "../ui/pager.tsx";
import { Table } from "../ui/table.tsx";
import { Told } from "./notice.tsx";
import { columnsOf, type StepProps } from "./read.ts";
import { shownValue } from "./value.ts";

const PAGE_SIZE = 20;

/** The rows as they were understood, with what was chosen or added. */
export function Preview({ found: { status, template } }: Pick<StepProps, "found">) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const [page, setPage] = useState(1);
  const answer = useAnswer(`preview ${status.import_id} ${page} ${status.updated_at}`, (signal) =>
    client.call("listImportRows", {
      path: { import_id: status.import_id },
      query: { page, page_size: PAGE_SIZE },
      signal,
    }),
  );
  return (
    <details class="card" open={status.error_rows === 0}>
      <summary>{say("imports.preview")}</summary>
      <Loaded answer={answer}>
        {({ rows, total_pages }) => {
          const columns = columnsOf(template, rows);
          const hasTold = rows.some(({ errors, notices }) => Object.keys({ ...errors, ...notices }).length > 0);
          return (
            <>
              <Table
                caption={say("imports.preview")}
                hidden
                columns={[
                  { title: say("imports.row"), number: true },
                  ...(hasTold ? [{ title: say("imports.told") }] : []),
                  ...columns.map(({ label, type }) => ({ title: label, number: type === "number" })),
                ]}
                rows={rows.map((row) => ({
                  key: String(row.row_index),
                  cells: [
                    digits(row.row_number, locale),
                    ...(hasTold ? [<RowTold key="told" row={row} columns={columns} />] : []),
                    ...columns.map((column) => shownValue(row, column, locale)),
                  ],
                }))}
              />
              <Pager page={page} isLast={page >= total_pages} onPage={setPage} />
            </>
          );
        }}
      </Loaded>
    </details>
  );
}

function RowTold({ row, columns }: { row: ImportRow; columns: readonly ImportColumn[] }) {
  const { say } = useTexts();
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label ?? say("imports.wholeRow");
  // The list of such rows has them with their links.
  const told = Object.entries(row.notices).map(
    ([key, notices]) => [key, notices.filter(({ code }) => code !== "POSSIBLE_DUPLICATE")] as const,
  );
  return (
    <>
      {row.duplicates.length > 0 && <div>{say("cell.POSSIBLE_DUPLICATE")}</div>}
      {Object.keys(row.errors).length > 0 && <span class="error">{say("imports.hasErrors")}</span>}
      {told
        .filter(([, notices]) => notices.length > 0)
        .map(([key, notices]) => (
          <div key={key} class="told">
            <strong>{labelOf(key)}</strong>
            {notices.map((notice) => (
              <Told key={notice.code} {...notice} />
            ))}
          </div>
        ))}
    </>
  );
}
