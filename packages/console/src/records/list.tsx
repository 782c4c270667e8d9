import { useState } from "preact/hooks";
import { day } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { hashOf } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { focusHeading } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { daysOf, idsOf, type Kind, type RecordRow, titleOf, unitOf } from "./kinds.ts";
import { type Filters, type Position, type RecordPage, readRecords } from "./read.ts";

/** A person who pages further is better served by a filter. The way back needs each place. */
const PLACES_MAX = 1_000;

/** The records of a kind, page by page. */
export function RecordList({ kind, filters }: { kind: Kind; filters: Filters }) {
  const { client, organizationId } = useSignedIn();
  const { say, locale } = useTexts();
  const [places, setPlaces] = useState<readonly Position[]>([{}]);
  const position = places.at(-1)!;
  const key = `${organizationId} ${JSON.stringify(position)}`;
  const move = (next: readonly Position[]) => {
    setPlaces(next);
    focusHeading();
  };
  const answer = useAnswer(key, (signal) => readRecords(client, kind, { filters, position, signal }));
  return (
    <Loaded answer={answer}>
      {({ items, total, next }) => (
        <section class="card">
          <p>{say("records.count", { total: digits(total, locale) })}</p>
          {items.length === 0 ? <p>{say("records.empty")}</p> : <Rows kind={kind} items={items} />}
          <div class="pager">
            <button type="button" disabled={places.length === 1} onClick={() => move(places.slice(0, -1))}>
              {say("records.previous")}
            </button>
            <span>{say("records.page", { page: places.length })}</span>
            <button
              type="button"
              disabled={next === undefined || places.length >= PLACES_MAX}
              onClick={() => next && move([...places, next])}
            >
              {say("records.next")}
            </button>
          </div>
        </section>
      )}
    </Loaded>
  );
}

function Rows({ kind, items }: { kind: Kind; items: RecordPage["items"] }) {
  const { say, locale } = useTexts();
  const columns = [
    { title: say("records.name") },
    { title: say("records.date") },
    { title: say("records.co2e"), number: true },
    { title: say("records.quantity"), number: true },
    { title: say("records.status") },
  ];
  const rows = items.map((row) => {
    const name = titleOf(kind, row) ?? say("records.unnamed");
    const days = daysOf(kind, row).map((text) => day(text, locale));
    const link = (
      <a href={hashOf(["records", kind.name, ...idsOf(kind, row)])} aria-label={say("records.explainOne", { name })}>
        {name}
      </a>
    );
    const status = named(say, "status", String(row[kind.status.field] ?? ""));
    return { key: row.id, cells: [link, days.join(" – "), massOf(row, locale), quantityOf(row, locale), status] };
  });
  return <Table caption={say(`kind.${kind.name}` as "kind.purchases")} hidden columns={columns} rows={rows} />;
}

/** Purchases have an amount of money or a physical one. */
function quantityOf(row: RecordRow, locale: string): string {
  const value = row.quantity ?? row.non_currency_quantity;
  return typeof value === "string" ? `${digits(value, locale)} ${unitOf(row)}`.trim() : "";
}

const massOf = ({ co2e }: RecordRow, locale: string) => (typeof co2e === "string" ? digits(co2e, locale) : "–");
