import type { CustomGroup, GroupFactor } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { FieldsDialog } from "../entry/fields-dialog.tsx";
import type { Body } from "../entry/use-fields.tsx";
import { writtenDecimal } from "../format/decimals.ts";
import { digits } from "../format/digits.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Table } from "../ui/table.tsx";
import { entriesOf, gasEntries, splitGases, withNulls } from "./bodies.ts";
import {
  biogenicColumn,
  chosenTag,
  dayColumns,
  enabledColumn,
  gasColumns,
  nameColumn,
  type Tag,
  tagColumn,
  uncertaintyColumn,
  unitColumn,
} from "./columns.ts";
import { daysText } from "./days.ts";

interface Props {
  group: CustomGroup;
  units: ReadonlyMap<string, string>;
  mayChange: boolean;
  again: () => void;
}

/** The factors of a group, with their values by gas. */
export function GroupFactors({ group, units, mayChange, again }: Props) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const [open, setOpen] = useState<"new" | GroupFactor | null>(null);
  const path = { id: group.id };
  const remove = async ({ id }: GroupFactor) => {
    await client.call("deleteGroupFactor", { path: { ...path, factor_id: id } });
    again();
  };
  const cells = (factor: GroupFactor) => [
    factor.name,
    units.get(factor.unit_id) ?? "",
    factor.gases.map(({ gas_type, value }) => (
      <div key={gas_type}>{`${say(`gas.${gas_type}`)}: ${digits(value, locale)}`}</div>
    )),
    daysText(factor, say, locale),
    say(factor.enabled ? "yes" : "no"),
    ...(mayChange
      ? [
          <div key="actions" class="buttons">
            <button
              type="button"
              aria-label={say("factors.changeOne", { name: factor.name })}
              onClick={() => setOpen(factor)}
            >
              {say("ui.change")}
            </button>
            <Confirm
              action={say("factors.deleteOne", { name: factor.name })}
              question={say("factors.deleteFactorQuestion")}
              onConfirm={() => remove(factor)}
            />
          </div>,
        ]
      : []),
  ];
  return (
    <section class="card">
      <h2>{say("factors.factors")}</h2>
      {group.factors.length === 0 ? (
        <p>{say("factors.noFactors")}</p>
      ) : (
        <Table
          caption={say("factors.factors")}
          hidden
          columns={[
            { title: say("records.name") },
            { title: say("factors.unit") },
            { title: say("factors.values") },
            { title: say("factors.days") },
            { title: say("factors.enabled") },
            ...(mayChange ? [{ title: say("ui.actions") }] : []),
          ]}
          rows={group.factors.map((factor) => ({ key: factor.id, cells: cells(factor) }))}
        />
      )}
      {mayChange && (
        <button type="button" class="main" onClick={() => setOpen("new")}>
          {say("factors.newFactor")}
        </button>
      )}
      {open === "new" && <NewFactor group={group} again={again} onClose={() => setOpen(null)} />}
      {open !== null && open !== "new" && (
        <ChangedFactor group={group} factor={open} again={again} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

interface DialogProps {
  group: CustomGroup;
  again: () => void;
  onClose: () => void;
}

function NewFactor({ group, again, onClose }: DialogProps) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const create = async (body: Body) => {
    const { gases, fields } = splitGases(body, body.tag as Tag);
    // The fields are those of the operation, and the service checks them.
    await client.call("createGroupFactor", { path: { id: group.id }, body: { ...fields, gases } as never });
    again();
  };
  return (
    <FieldsDialog
      title={say("factors.newFactor")}
      columns={(entries) => [
        nameColumn(say),
        unitColumn(say),
        tagColumn(say),
        ...gasColumns(say, chosenTag(entries)),
        ...dayColumns(say),
        biogenicColumn(say),
        uncertaintyColumn(say),
      ]}
      initial={entriesOf({ tag: "simple" })}
      onSubmit={create}
      onClose={onClose}
    />
  );
}

/** Unit and tag of a factor cannot change. */
function ChangedFactor({ group, factor, again, onClose }: DialogProps & { factor: GroupFactor }) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const change = async (body: Body) => {
    const { gases, fields } = splitGases(body, factor.tag);
    const path = { id: group.id, factor_id: factor.id };
    await client.call("updateGroupFactor", { path, body: { ...withNulls(fields, ["start_date", "end_date"]), gases } });
    again();
  };
  const initial = {
    ...entriesOf({
      name: factor.name,
      start_date: factor.start_date,
      end_date: factor.end_date,
      enabled: String(factor.enabled),
      is_biogenic: String(factor.is_biogenic),
      uncertainty_grade: writtenDecimal(factor.uncertainty_grade, locale),
    }),
    ...gasEntries(factor.gases, locale),
  };
  return (
    <FieldsDialog
      title={say("factors.changeOne", { name: factor.name })}
      columns={[
        nameColumn(say),
        ...gasColumns(say, factor.tag),
        ...dayColumns(say),
        enabledColumn(say),
        biogenicColumn(say),
        uncertaintyColumn(say),
      ]}
      initial={initial}
      onSubmit={change}
      onClose={onClose}
    />
  );
}
