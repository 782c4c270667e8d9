import type { ImportColumn } from "@emissions/client/types";
import type { ComponentChildren } from "preact";
import { useTexts } from "../state/context.ts";

interface Props {
  columns: readonly ImportColumn[];
  isRefused: (column: ImportColumn) => boolean;
  children: (column: ImportColumn) => ComponentChildren;
}

/** The items of a list in a record, as many as the template has. Those after the first one are closed at first. */
export function ItemFields({ columns, isRefused, children }: Props) {
  const { say } = useTexts();
  const items = Object.entries(Object.groupBy(columns, ({ key }) => key.split(".")[1]!));
  return (
    <>
      {items.map(([place, some = []]) => {
        const title = say("entry.item", { number: Number(place) + 1 });
        const fields = <div class="cells">{some.map(children)}</div>;
        return place === "0" ? (
          <fieldset key={place}>
            <legend>{title}</legend>
            {fields}
          </fieldset>
        ) : (
          <details key={place} open={some.some(isRefused)}>
            <summary>{title}</summary>
            {fields}
          </details>
        );
      })}
    </>
  );
}
