import type { PossibleDuplicate } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Loaded } from "../ui/notices.tsx";
import { Pager } from "../ui/pager.tsx";
import { Table } from "../ui/table.tsx";
import type { Say } from "../words/words.ts";
import type { StepProps } from "./read.ts";

const PAGE_SIZE = 20;

/** Rows that may be there already. They can be imported, or deleted page by page. */
export function Duplicates({ found: { status }, again }: StepProps) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const [page, setPage] = useState(1);
  const path = { import_id: status.import_id };
  const answer = useAnswer(`duplicates ${status.import_id} ${page} ${status.updated_at}`, (signal) =>
    client.call("listImportRows", { path, query: { page, page_size: PAGE_SIZE, duplicates_only: true }, signal }),
  );
  const remove = async (indices: number[]) => {
    await client.call("deleteImportRows", { path, body: { row_indices: indices } });
    setPage(1);
    again();
  };
  return (
    <section class="card">
      <h2>{say("imports.duplicates", { count: digits(status.duplicate_rows, locale) })}</h2>
      <p>{say("imports.duplicatesHint")}</p>
      <Loaded answer={answer}>
        {({ rows, total_pages }) => (
          <>
            <Table
              caption={say("imports.duplicatesTable")}
              hidden
              columns={[{ title: say("imports.row"), number: true }, { title: say("imports.maybe") }]}
              rows={rows.map(({ row_index, row_number, duplicates }) => ({
                key: String(row_index),
                cells: [digits(row_number, locale), duplicates.map((one) => sentenceOf(one, say)).join("; ")],
              }))}
            />
            <Confirm
              action={say("imports.deleteRows", { count: digits(rows.length, locale) })}
              question={say("imports.deleteRowsQuestion")}
              onConfirm={() => remove(rows.map(({ row_index }) => row_index))}
            />
            <Pager page={page} isLast={page >= total_pages} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** What is the same, and where. */
function sentenceOf({ reason, id, row_number }: PossibleDuplicate, say: Say): string {
  const place =
    row_number === null ? say("imports.there", { id: id ?? "" }) : say("imports.rowNumber", { number: row_number });
  return `${say(`imports.same.${reason}`)}: ${place}`;
}
