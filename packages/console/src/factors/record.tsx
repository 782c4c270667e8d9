import type { CustomRecord } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { FieldsDialog } from "../entry/fields-dialog.tsx";
import type { Body } from "../entry/use-fields.tsx";
import { digits } from "../format/digits.ts";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { hashOf } from "../state/route.ts";
import { Failure, Loaded } from "../ui/notices.tsx";
import { Page, readAgain } from "../ui/page.tsx";
import { Facts, Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { valueOfFormula } from "./bodies.ts";
import { chosenTag, type Tag } from "./columns.ts";
import { daysText } from "./days.ts";
import { EvidenceCard } from "./evidence.tsx";
import { changedRecordBody, recordColumns, recordEntries } from "./record-fields.ts";
import { unitNames } from "./units.ts";

interface RecordPath {
  database_id: string;
  source_id: string;
  record_id: string;
}

/** A record of a custom database with its values and its evidence. */
export function RecordPage({ path }: { path: RecordPath }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { edit } = useRights();
  const answer = useAnswer(path.record_id, async (signal) => {
    const [database, record, units] = await Promise.all([
      client.call("getCustomDatabase", { path: { database_id: path.database_id }, signal }),
      client.call("getCustomRecord", { path, signal }),
      unitNames(client),
    ]);
    return { database, record, unit: units.get(record.unit_id) ?? "" };
  });
  return (
    <Page title={answer.value?.record.name ?? say("factors.record")}>
      <p>
        <a href={hashOf(["factors", "databases", path.database_id, path.source_id])}>{say("factors.backVersion")}</a>
      </p>
      <Loaded answer={answer}>
        {({ database, record, unit }) => {
          const mayChange = edit && database.is_owner;
          return (
            <>
              <RecordCard
                path={path}
                record={record}
                unit={unit}
                mayChange={mayChange}
                again={() => readAgain(answer)}
              />
              <EvidenceCard
                evidence={record.evidence}
                mayRead={database.is_owner}
                mayChange={mayChange}
                attach={async (file_ids) => {
                  await client.call("attachEvidence", { path, body: { file_ids } });
                }}
                detach={async (file_id) => {
                  await client.call("detachEvidence", { path: { ...path, file_id } });
                }}
                again={() => readAgain(answer)}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface CardProps {
  path: RecordPath;
  record: CustomRecord;
  unit: string;
  mayChange: boolean;
  again: () => void;
}

function RecordCard({ path, record, unit, mayChange, again }: CardProps) {
  const { say, locale } = useTexts();
  const share = record.renewable_percentage;
  return (
    <section class="card">
      <h2>{say("factors.record")}</h2>
      <Facts
        facts={[
          [say("factors.unit"), unit],
          [say("factors.activities"), record.activity_categories.map((one) => named(say, "activity", one)).join(", ")],
          [say("factors.enabled"), say(record.enabled ? "yes" : "no")],
          [say("factors.biogenic"), say(record.is_biogenic ? "yes" : "no")],
          [say("factors.renewable"), share === null ? "" : digits(share, locale)],
          [say("factors.uncertainty"), digits(record.uncertainty_grade, locale)],
          [say("explain.revision"), digits(record.revision, locale)],
        ]}
      />
      <Table
        caption={say("factors.values")}
        columns={[
          { title: say("explain.gas") },
          { title: say("explain.value"), number: true },
          { title: say("factors.days") },
        ]}
        rows={record.factors.map((factor) => ({
          key: factor.id,
          cells: [
            say(`gas.${factor.gas_type}`),
            digits(valueOfFormula(factor.formula), locale),
            daysText(factor, say, locale),
          ],
        }))}
      />
      {mayChange && <RecordChanges path={path} record={record} unit={unit} again={again} />}
    </section>
  );
}

/** A record is never deleted; a disabled one prices nothing new. */
function RecordChanges({ path, record, unit, again }: Omit<CardProps, "mayChange">) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const { working, error, run } = useAction();
  const [open, setOpen] = useState(false);
  const update = async (body: Body) => {
    await client.call("updateCustomRecord", { path, body });
    again();
  };
  return (
    <>
      {error !== null && <Failure error={error} />}
      <div class="buttons">
        <button type="button" onClick={() => setOpen(true)}>
          {say("factors.changeRecord")}
        </button>
        <button type="button" aria-disabled={working} onClick={() => run(() => update({ enabled: !record.enabled }))}>
          {say(record.enabled ? "factors.disable" : "factors.enable")}
        </button>
      </div>
      {open && (
        <FieldsDialog
          title={say("factors.changeRecord")}
          columns={(entries) => recordColumns(say, chosenTag(entries), record.activity_categories)}
          initial={recordEntries(record, unit, locale)}
          onSubmit={(body) => update(changedRecordBody(body, body.tag as Tag))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
