import { createHash } from "node:crypto";
import type { Representation } from "../rest/representations.ts";
import { type Cell, type Section, sectionsOf } from "./sections.ts";

const STYLE = `
body { font: 10pt/1.4 system-ui, sans-serif; margin: 2em; color: #111; }
table { border-collapse: collapse; margin: 0 0 2em; width: 100%; }
th, td { border-bottom: 1px solid #bbb; padding: .2em .5em; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
h2 { font-size: 12pt; break-after: avoid; }
tr { break-inside: avoid; }
@media print { body { margin: 0; } @page { size: A4 landscape; margin: 15mm; } }
`;
const HASH = createHash("sha256").update(STYLE).digest("base64");

/** A page without scripts. The policy allows its own style and nothing else. */
export const inventoryPage: Representation = {
  type: "text/html",
  headers: {
    "content-security-policy": `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
  },
  example: '<!doctype html><html lang="en"><head><title>Greenhouse gas inventory</title></head></html>',
  write: (shown) =>
    [
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Greenhouse gas inventory</title>`,
      `<style>${STYLE}</style></head><body><h1>Greenhouse gas inventory</h1>`,
      "<p>Tonnes of CO2e, exact. A category without data is not quantified, which does not mean zero.</p>",
      ...sectionsOf(shown).map(tableOf),
      "</body></html>",
    ].join("\n"),
};

const tableOf = ({ title, columns, rows }: Section) => `<h2>${escaped(title)}</h2>
<table><thead><tr>${columns.map((column) => `<th>${escaped(column)}</th>`).join("")}</tr></thead>
<tbody>${rows.length === 0 ? "<tr><td>none</td></tr>" : rows.map(rowOf).join("\n")}</tbody></table>`;

const rowOf = (cells: readonly Cell[]) => `<tr>${cells.map(cellOf).join("")}</tr>`;

function cellOf(cell: Cell): string {
  if (cell === null) return "<td></td>";
  return "number" in cell ? `<td class="number">${escaped(cell.number)}</td>` : `<td>${escaped(cell.text)}</td>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
