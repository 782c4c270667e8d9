import type { ImportRow, PossibleDuplicate } from "@emissions/client/types";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { digits } from "../format/digits.ts";
import { kinds } from "../records/kinds.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { hashOf } from "../state/route.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Loaded } from "../ui/notices.tsx";
import { Pager } from "../ui/pager.tsx";
import { Table } from "../ui/table.tsx";
import { columnsOf, type StepProps } from "./read.ts";
import { shownValue } from "./value.ts";

const PAGE_SIZE = 20;
/** Digits that tell the ids of a page apart. */
const ID_END = 6;

/** What may be there already: the file, or rows. Rows can be imported all the same, or marked and deleted. */
export function Duplicates({ found, again }: StepProps) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [page, setPage] = useState(1);
  const { import_id, updated_at, duplicate_rows } = found.status;
  const path = { import_id };
  const answer = useAnswer(`duplicates ${import_id} ${page} ${updated_at}`, (signal) =>
    client.call("listImportRows", { path, query: { page, page_size: PAGE_SIZE, duplicates_only: true }, signal }),
  );
  const remove = async (row_indices: number[]) => {
    await client.call("deleteImportRows", { path, body: { row_indices } });
    setPage(1);
    again();
  };
  return (
    <Loaded answer={answer}>
      {({ rows, total_pages, same_files }) => (
        <>
          {same_files.length > 0 && (
            <div class="notice">
              <p>{say("imports.sameFile")}</p>
              <ul>
                {same_files.map((file) => (
                  <li key={file.id}>
                    <Place duplicate={file} />
                  </li>
                ))}
              </ul>
            </div>
          )}
          {duplicate_rows > 0 && (
            <DuplicateRows
              key={rows.map(({ row_index }) => row_index).join()}
              found={found}
              rows={rows}
              onRemove={remove}
            >
              <Pager page={page} isLast={page >= total_pages} onPage={setPage} />
            </DuplicateRows>
          )}
        </>
      )}
    </Loaded>
  );
}

interface RowsProps extends Pick<StepProps, "found"> {
  rows: readonly ImportRow[];
  onRemove: (indices: number[]) => Promise<void>;
  children: ComponentChildren;
}

function DuplicateRows({ found: { status, template }, rows, onRemove, children }: RowsProps) {
  const { say, locale } = useTexts();
  const [marked, setMarked] = useState<readonly number[]>([]);
  const columns = columnsOf(template, rows);
  const all = rows.map(({ row_index }) => row_index);
  const mark = (index: number, isMarked: boolean) =>
    setMarked(isMarked ? [...marked, index] : marked.filter((one) => one !== index));
  return (
    <section class="card">
      <h2>{say("imports.duplicates", { count: digits(status.duplicate_rows, locale) })}</h2>
      <p>{say("imports.duplicatesHint")}</p>
      <Table
        caption={say("imports.duplicatesTable")}
        hidden
        columns={[{ title: say("imports.row") }, { title: say("imports.maybe") }, { title: say("imports.content") }]}
        rows={rows.map((row) => ({
          key: String(row.row_index),
          cells: [
            <label key="mark" class="check">
              <input
                type="checkbox"
                aria-label={say("imports.markRow", { number: row.row_number })}
                checked={marked.includes(row.row_index)}
                onChange={(event) => mark(row.row_index, event.currentTarget.checked)}
              />
              {digits(row.row_number, locale)}
            </label>,
            row.duplicates.map((one) => (
              <div key={`${one.reason} ${one.id ?? one.row_number}`}>
                {say(`imports.same.${one.reason}`)}: <Place duplicate={one} />
              </div>
            )),
            <span key="content" class="muted">
              {columns.flatMap((column) => shownValue(row, column, locale) || []).join(" · ")}
            </span>,
          ],
        }))}
      />
      <div class="buttons">
        {marked.length < all.length && (
          <button type="button" onClick={() => setMarked(all)}>
            {say("imports.markAll", { count: digits(all.length, locale) })}
          </button>
        )}
        {marked.length > 0 && (
          <Confirm
            action={say("imports.deleteRows", { count: digits(marked.length, locale) })}
            question={say("imports.deleteRowsQuestion")}
            onConfirm={() => onRemove([...marked])}
          />
        )}
      </div>
      {children}
    </section>
  );
}

/** Where the same is: an earlier row, or a stored record with a link to its page. */
function Place({ duplicate: { id, row_number, entity_type } }: { duplicate: PossibleDuplicate }) {
  const { say } = useTexts();
  if (row_number !== null) return <>{say("imports.rowNumber", { number: row_number })}</>;
  const isImport = entity_type === "imports";
  const text = say(isImport ? "imports.thereImport" : "imports.there", { id: (id ?? "").slice(-ID_END) });
  // Kinds with one id in their address have a page that this id is enough for.
  const kind = kinds.find(({ name, path }) => name === entity_type && path.length === 1);
  if (id === null || (kind === undefined && !isImport)) return <>{text}</>;
  return <a href={hashOf(isImport ? ["imports", id] : ["records", kind!.name, id])}>{text}</a>;
}
