import type { CustomRecord, CustomVersion } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { FieldsDialog } from "../entry/fields-dialog.tsx";
import type { Body } from "../entry/use-fields.tsx";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { go, hashOf, type Place } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page, readAgain } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { Facts, Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { entriesOf, valueOfFormula, withNulls } from "./bodies.ts";
import { ChangeBar } from "./change-bar.tsx";
import { chosenTag, dayColumns, nameColumn, type Tag } from "./columns.ts";
import { daysText } from "./days.ts";
import { newRecordBody, recordColumns } from "./record-fields.ts";
import { NameSearch } from "./search.tsx";
import { unitNames } from "./units.ts";

const PAGE_SIZE = 25;

export interface VersionPath {
  database_id: string;
  source_id: string;
}

/** A version of a custom database with its records, page by page. */
export function VersionPage({ path, query }: { path: VersionPath; query: Place["query"] }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { edit } = useRights();
  const { search = "" } = query;
  const page = Number(query.page) || 1;
  const here = ["factors", "databases", path.database_id, path.source_id];
  const answer = useAnswer(`${path.source_id} ${search} ${page}`, async (signal) => {
    const sent = { search, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const [database, version, records, units] = await Promise.all([
      client.call("getCustomDatabase", { path: { database_id: path.database_id }, signal }),
      client.call("getCustomVersion", { path, signal }),
      client.call("listCustomRecords", { path, query: sent, signal }),
      unitNames(client),
    ]);
    return { database, version, records, units };
  });
  const found = answer.value;
  return (
    <Page
      title={found ? `${found.database.name}, ${found.version.name}` : say("factors.version")}
      place={`${search} ${page}`}
    >
      <p>
        <a href={hashOf(here.slice(0, -1))}>{say("factors.backDatabase")}</a>
      </p>
      <Loaded answer={answer}>
        {({ database, version, records, units }) => (
          <>
            <VersionCard
              path={path}
              version={version}
              mayChange={edit && database.is_owner}
              again={() => readAgain(answer)}
            />
            {edit && database.is_owner && <NewRecord path={path} />}
            <NameSearch key={search} path={here} text={search} />
            <section class="card">
              <h2>{say("factors.records")}</h2>
              <RecordTable path={path} records={records.items} units={units} />
              <Pager
                page={page}
                isLast={page * PAGE_SIZE >= records.total}
                onPage={(next) => go(here, { search, page: String(next) })}
              />
            </section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface CardProps {
  path: VersionPath;
  version: CustomVersion;
  mayChange: boolean;
  again: () => void;
}

function VersionCard({ path, version, mayChange, again }: CardProps) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const { name, start_date, end_date } = version;
  return (
    <section class="card">
      <h2>{say("factors.version")}</h2>
      <Facts
        facts={[
          [say("factors.days"), daysText(version, say, locale)],
          [say("factors.count"), digits(version.records_count, locale)],
        ]}
      />
      {mayChange && (
        <ChangeBar
          change={say("factors.changeVersion")}
          remove={say("factors.deleteVersion")}
          question={say("factors.deleteVersionQuestion")}
          columns={[nameColumn(say), ...dayColumns(say)]}
          initial={entriesOf({ name, start_date, end_date })}
          onChange={async (body) => {
            await client.call("updateCustomVersion", { path, body: withNulls(body, ["start_date", "end_date"]) });
            again();
          }}
          onRemove={async () => {
            await client.call("deleteCustomVersion", { path });
            go(["factors", "databases", path.database_id]);
          }}
        />
      )}
    </section>
  );
}

interface TableProps {
  path: VersionPath;
  records: readonly CustomRecord[];
  units: ReadonlyMap<string, string>;
}

function RecordTable({ path, records, units }: TableProps) {
  const { say, locale } = useTexts();
  if (records.length === 0) return <p>{say("factors.noRecords")}</p>;
  const values = ({ factors }: CustomRecord) =>
    factors.map(({ id, gas_type, formula }) => (
      <div key={id}>{`${say(`gas.${gas_type}`)}: ${digits(valueOfFormula(formula), locale)}`}</div>
    ));
  return (
    <Table
      caption={say("factors.records")}
      hidden
      columns={[
        { title: say("records.name") },
        { title: say("factors.unit") },
        { title: say("factors.values") },
        { title: say("factors.activities") },
        { title: say("factors.enabled") },
      ]}
      rows={records.map((record) => ({
        key: record.id,
        cells: [
          <a key="name" href={hashOf(["factors", "databases", path.database_id, path.source_id, record.id])}>
            {record.name}
          </a>,
          units.get(record.unit_id) ?? "",
          values(record),
          record.activity_categories.map((one) => named(say, "activity", one)).join(", "),
          say(record.enabled ? "yes" : "no"),
        ],
      }))}
    />
  );
}

function NewRecord({ path }: { path: VersionPath }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [open, setOpen] = useState(false);
  const create = async (body: Body) => {
    // The fields are those of the operation, and the service checks them.
    const sent = newRecordBody(body, body.tag as Tag);
    const { id } = await client.call("createCustomRecord", { path, body: sent as never });
    go(["factors", "databases", path.database_id, path.source_id, id]);
  };
  return (
    <p>
      <button type="button" class="main" onClick={() => setOpen(true)}>
        {say("factors.newRecord")}
      </button>
      {open && (
        <FieldsDialog
          title={say("factors.newRecord")}
          columns={(entries) => recordColumns(say, chosenTag(entries))}
          initial={entriesOf({ tag: "simple" })}
          onSubmit={create}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  );
}
