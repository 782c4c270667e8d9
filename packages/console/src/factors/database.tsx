import type { CustomDatabase, CustomVersion } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { FieldsDialog } from "../entry/fields-dialog.tsx";
import type { Body } from "../entry/use-fields.tsx";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { go, hashOf } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page, readAgain } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { Facts, Table } from "../ui/table.tsx";
import { entriesOf, withNulls } from "./bodies.ts";
import { ChangeBar } from "./change-bar.tsx";
import { dayColumns, descriptionColumn, nameColumn } from "./columns.ts";
import { daysText } from "./days.ts";

const PAGE_SIZE = 25;

/** A custom database with its versions. */
export function DatabasePage({ id }: { id: string }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { edit } = useRights();
  const [page, setPage] = useState(1);
  const path = { database_id: id };
  const answer = useAnswer(`${id} ${page}`, async (signal) => {
    const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const [database, versions] = await Promise.all([
      client.call("getCustomDatabase", { path, signal }),
      client.call("listCustomVersions", { path, query, signal }),
    ]);
    return { database, versions };
  });
  return (
    <Page title={answer.value?.database.name ?? say("factors.database")}>
      <p>
        <a href={hashOf(["factors", "databases"])}>{say("factors.backDatabases")}</a>
      </p>
      <Loaded answer={answer}>
        {({ database, versions }) => {
          const mayChange = edit && database.is_owner;
          return (
            <>
              <DatabaseCard database={database} mayChange={mayChange} again={() => readAgain(answer)} />
              <section class="card">
                <h2>{say("factors.versions")}</h2>
                <VersionTable versions={versions.items} />
                <Pager page={page} isLast={page * PAGE_SIZE >= versions.total} onPage={setPage} />
                {mayChange && <NewVersion databaseId={id} />}
              </section>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface CardProps {
  database: CustomDatabase;
  mayChange: boolean;
  again: () => void;
}

function DatabaseCard({ database, mayChange, again }: CardProps) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const path = { database_id: database.id };
  return (
    <section class="card">
      <h2>{say("factors.database")}</h2>
      <Facts
        facts={[
          [say("factors.description"), database.description],
          [say("factors.owner"), database.parent?.name ?? say("factors.own")],
        ]}
      />
      {mayChange && (
        <ChangeBar
          change={say("factors.changeDatabase")}
          remove={say("factors.deleteDatabase")}
          question={say("factors.deleteDatabaseQuestion")}
          columns={[nameColumn(say), descriptionColumn(say)]}
          initial={entriesOf({ name: database.name, description: database.description })}
          onChange={async (body) => {
            await client.call("updateCustomDatabase", { path, body: withNulls(body, ["description"]) });
            again();
          }}
          onRemove={async () => {
            await client.call("deleteCustomDatabase", { path });
            go(["factors", "databases"]);
          }}
        />
      )}
    </section>
  );
}

function VersionTable({ versions }: { versions: readonly CustomVersion[] }) {
  const { say, locale } = useTexts();
  if (versions.length === 0) return <p>{say("factors.noVersions")}</p>;
  return (
    <Table
      caption={say("factors.versions")}
      hidden
      columns={[
        { title: say("records.name") },
        { title: say("factors.days") },
        { title: say("factors.count"), number: true },
      ]}
      rows={versions.map((version) => ({
        key: version.id,
        cells: [
          <a key="name" href={hashOf(["factors", "databases", version.database_id, version.id])}>
            {version.name}
          </a>,
          daysText(version, say, locale),
          digits(version.records_count, locale),
        ],
      }))}
    />
  );
}

function NewVersion({ databaseId }: { databaseId: string }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [open, setOpen] = useState(false);
  const create = async (body: Body) => {
    // The fields are those of the operation, and the service checks them.
    const given = { path: { database_id: databaseId }, body: body as never };
    const { id } = await client.call("createCustomVersion", given);
    go(["factors", "databases", databaseId, id]);
  };
  return (
    <>
      <button type="button" class="main" onClick={() => setOpen(true)}>
        {say("factors.newVersion")}
      </button>
      {open && (
        <FieldsDialog
          title={say("factors.newVersion")}
          columns={[nameColumn(say), ...dayColumns(say)]}
          onSubmit={create}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
