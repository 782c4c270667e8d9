import { useState } from "preact/hooks";
import { FieldsDialog } from "../entry/fields-dialog.tsx";
import type { Body } from "../entry/use-fields.tsx";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { go, hashOf, type Place } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Pager } from "../ui/pager.tsx";
import { Table } from "../ui/table.tsx";
import { descriptionColumn, nameColumn } from "./columns.ts";
import { NameSearch } from "./search.tsx";

const PAGE_SIZE = 25;

/** Custom databases, of the organization and of those above. */
export function DatabaseList({ query }: { query: Place["query"] }) {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const { edit } = useRights();
  const { search = "" } = query;
  const page = Number(query.page) || 1;
  const answer = useAnswer(`${organizationId} ${search} ${page}`, (signal) => {
    const sent = { search, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    return client.call("listCustomDatabases", { query: sent, signal });
  });
  return (
    <>
      {edit && <NewDatabase />}
      <NameSearch key={search} path={["factors", "databases"]} text={search} />
      <Loaded answer={answer}>
        {({ items, total }) => (
          <section class="card">
            {items.length === 0 ? (
              <p>{say("factors.noDatabases")}</p>
            ) : (
              <Table
                caption={say("factors.databases")}
                hidden
                columns={[
                  { title: say("records.name") },
                  { title: say("factors.description") },
                  { title: say("factors.owner") },
                ]}
                rows={items.map(({ id, name, description, parent }) => ({
                  key: id,
                  cells: [
                    <a key="name" href={hashOf(["factors", "databases", id])}>
                      {name}
                    </a>,
                    description ?? "",
                    parent?.name ?? say("factors.own"),
                  ],
                }))}
              />
            )}
            <Pager
              page={page}
              isLast={page * PAGE_SIZE >= total}
              onPage={(next) => go(["factors", "databases"], { search, page: String(next) })}
            />
          </section>
        )}
      </Loaded>
    </>
  );
}

function NewDatabase() {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [open, setOpen] = useState(false);
  const create = async (body: Body) => {
    // The fields are those of the operation, and the service checks them.
    const { id } = await client.call("createCustomDatabase", { body: body as never });
    go(["factors", "databases", id]);
  };
  return (
    <p>
      <button type="button" class="main" onClick={() => setOpen(true)}>
        {say("factors.newDatabase")}
      </button>
      {open && (
        <FieldsDialog
          title={say("factors.newDatabase")}
          columns={[nameColumn(say), descriptionColumn(say)]}
          onSubmit={create}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  );
}
