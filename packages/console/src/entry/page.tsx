import type { ImportColumn } from "@emissions/client/types";
import { weekdayNames } from "../format/dates.ts";
import { kindOf } from "../records/kinds.ts";
import { useAnswer } from "../state/answer.ts";
import { usePerson, useSignedIn, useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { hashOf } from "../state/route.ts";
import { templateOf } from "../state/templates.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";
import type { Column } from "./body.ts";
import { RecordForm } from "./form.tsx";
import { type EntryForm, formOf } from "./forms.ts";

/** `#/records/purchases/new`: a new record of a kind that has a form. */
export function EntryPage({ kind: name }: { kind: string }) {
  const { say, language, locale } = useTexts();
  const { client } = useSignedIn();
  const { role } = usePerson();
  const { edit, editPeople } = useRights();
  const form = formOf(name);
  const mayWrite = form?.isPersonal ? editPeople : edit;
  const template = useAnswer(`${name} ${language}`, () => templateOf(client, form?.template ?? name, language));
  const title = form ? say(`entry.${form.kind}`) : say("entry.other");
  return (
    <Page title={title} place={name}>
      <p>
        <a href={hashOf(["records", name])}>{say("explain.back")}</a>
      </p>
      {!mayWrite ? (
        <p class="notice">{say("entry.mayNot", { role: say(`role.${role}`) })}</p>
      ) : !form ? (
        <p class="notice">{say("entry.none")}</p>
      ) : (
        <Loaded answer={template}>
          {({ columns }) => <RecordForm form={form} kind={kindOf(name)} columns={columnsOf(form, columns, locale)} />}
        </Loaded>
      )}
    </Page>
  );
}

/** The columns of the template as the operation takes them. */
function columnsOf({ differs = {}, weekdays = [] }: EntryForm, columns: readonly ImportColumn[], locale: string) {
  return columns.map((column) => {
    const given = { ...withLimit(column), ...differs[column.key] };
    return weekdays.includes(column.key) ? withWeekdays(given, locale) : given;
  });
}

/** The label of the template explains the numbers, which the form does not show. */
function withWeekdays(column: ImportColumn, locale: string): ImportColumn {
  const options = weekdayNames(locale).map((label, at) => ({ value: String(at), label }));
  return { ...column, label: column.label.replace(/ \(.*\)$/, ""), options };
}

/** The longest text is a rule of the template. */
function withLimit(column: ImportColumn): ImportColumn & Column {
  const limit = column.validations.find(({ rule }) => rule === "max_length")?.value;
  return limit === undefined ? column : { ...column, lengthMax: Number(limit) };
}
