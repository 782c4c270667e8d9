import type { ComponentChildren } from "preact";

export interface Column {
  title: string;
  /** Numbers stand at the right. */
  number?: boolean;
}

interface Props {
  caption: string;
  /** Hides a caption that repeats a heading. Screen readers still have it. */
  hidden?: boolean;
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ComponentChildren[] }[];
}

/** A table whose first column names the row. It scrolls sideways on narrow screens. */
export function Table({ caption, hidden = false, columns, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section class="scroll" aria-label={caption} tabIndex={0}>
      <table>
        <caption class={hidden ? "heard" : ""}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, number }) => (
              <th key={title} scope="col" class={number ? "number" : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => {
                const style = columns[at]?.number ? "number" : "";
                return at === 0 ? (
                  <th key={columns[at]?.title} scope="row" class={style}>
                    {cell}
                  </th>
                ) : (
                  <td key={columns[at]?.title} class={style}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Names and values below each other. Values that are missing are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  const present = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return (
    <dl>
      {present.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
