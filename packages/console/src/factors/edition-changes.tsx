import type { EditionChange } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { digits } from "../format/digits.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Choice } from "../ui/field.tsx";
import { PagedList } from "../ui/paged-list.tsx";
import { Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";

const KINDS = ["changed", "added", "removed"] as const;
type Kind = (typeof KINDS)[number];

/** The factors that an edition adds, changes and lacks. */
export function EditionChanges({ id, follows }: { id: string; follows: string }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [kind, setKind] = useState<Kind>("changed");
  return (
    <section class="card">
      <h2>{say("editions.changes", { edition: follows })}</h2>
      <Choice
        label={say("editions.kind")}
        name="kind"
        value={kind}
        options={KINDS.map((value) => ({ value, text: named(say, "change", value) }))}
        onChange={(value) => setKind(value as Kind)}
      />
      <PagedList
        key={kind}
        id={`${id} ${kind}`}
        read={(page, signal) =>
          client.call("listEditionChanges", { path: { edition_id: id }, query: { ...page, change: [kind] }, signal })
        }
        empty={say("editions.noChanges")}
      >
        {(changes) => <ChangeTable changes={changes} />}
      </PagedList>
    </section>
  );
}

function ChangeTable({ changes }: { changes: readonly EditionChange[] }) {
  const { say, locale } = useTexts();
  const value = (factor: EditionChange["after"]) => {
    const shown = factor?.values.co2e ?? factor?.values.co2;
    return shown ? digits(shown, locale) : "";
  };
  return (
    <Table
      caption={say("editions.kind")}
      hidden
      columns={[
        { title: say("explain.factor") },
        { title: say("overview.category") },
        { title: say("explain.region") },
        { title: say("editions.unit") },
        { title: say("editions.was"), number: true },
        { title: say("editions.is"), number: true },
        { title: say("editions.ratio"), number: true },
      ]}
      rows={changes.map(({ before, after, ratio }) => {
        const factor = after ?? before;
        return {
          key: `${before?.id} ${after?.id}`,
          cells: [
            factor?.name,
            factor?.category.replaceAll("_", " "),
            factor?.region,
            factor && `kg CO2e / ${factor.unit}`,
            value(before),
            value(after),
            ratio && digits(ratio, locale),
          ],
        };
      })}
    />
  );
}
