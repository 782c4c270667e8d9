import type { CustomGroup } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { FieldsDialog } from "../entry/fields-dialog.tsx";
import type { Body } from "../entry/use-fields.tsx";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { go, hashOf, type Place } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Pager } from "../ui/pager.tsx";
import { Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { choiceColumn, dayColumns, descriptionColumn, nameColumn } from "./columns.ts";
import { NameSearch } from "./search.tsx";

const PAGE_SIZE = 25;
const CATEGORIES: readonly CustomGroup["category"][] = [
  "purchases",
  "electricity",
  "waste",
  "heat",
  "vehicles",
  "recharge",
  "process",
  "water",
  "hotel_stays",
  "business_travels",
  "employee_commuting",
  "logistics",
  "sold_products",
];

/** Custom emission groups, of the organization and of those above. */
export function GroupList({ query }: { query: Place["query"] }) {
  const { say, locale } = useTexts();
  const { client, organizationId } = useSignedIn();
  const { edit } = useRights();
  const { search = "" } = query;
  const page = Number(query.page) || 1;
  const answer = useAnswer(`${organizationId} ${search} ${page}`, (signal) =>
    client.call("listCustomGroups", { query: { search, page, size: PAGE_SIZE }, signal }),
  );
  const owner = (group: CustomGroup) => group.parent?.name ?? say("factors.own");
  return (
    <>
      {edit && <NewGroup />}
      <NameSearch key={search} path={["factors", "groups"]} text={search} />
      <Loaded answer={answer}>
        {({ items, total }) => (
          <section class="card">
            {items.length === 0 ? (
              <p>{say("factors.noGroups")}</p>
            ) : (
              <Table
                caption={say("factors.groups")}
                hidden
                columns={[
                  { title: say("records.name") },
                  { title: say("overview.category") },
                  { title: say("factors.count"), number: true },
                  { title: say("factors.owner") },
                ]}
                rows={items.map((group) => ({
                  key: group.id,
                  cells: [
                    <a key="name" href={hashOf(["factors", "groups", group.id])}>
                      {group.name}
                    </a>,
                    named(say, "groupCategory", group.category),
                    digits(group.factors.length, locale),
                    owner(group),
                  ],
                }))}
              />
            )}
            <Pager
              page={page}
              isLast={page * PAGE_SIZE >= total}
              onPage={(next) => go(["factors", "groups"], { search, page: String(next) })}
            />
          </section>
        )}
      </Loaded>
    </>
  );
}

function NewGroup() {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [open, setOpen] = useState(false);
  const create = async (body: Body) => {
    // The fields are those of the operation, and the service checks them.
    const { id } = await client.call("createCustomGroup", { body: body as never });
    go(["factors", "groups", id]);
  };
  const category = choiceColumn("category", {
    say,
    group: "groupCategory",
    values: CATEGORIES,
    label: "overview.category",
  });
  return (
    <p>
      <button type="button" class="main" onClick={() => setOpen(true)}>
        {say("factors.newGroup")}
      </button>
      {open && (
        <FieldsDialog
          title={say("factors.newGroup")}
          columns={[nameColumn(say), category, descriptionColumn(say), ...dayColumns(say)]}
          onSubmit={create}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  );
}
