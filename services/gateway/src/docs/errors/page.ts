import type { FastifyInstance } from "fastify";
import { httpError } from "../../rest/errors.ts";
import { html, page, STATIC_POLICY } from "../html.ts";
import {
  calculationFailures,
  deliveryFailures,
  entriesOf,
  importNotes,
  readingNotes,
  recordRejections,
  refusals,
} from "./catalogue.ts";
import type { Entry, Refusal } from "./entry.ts";
import { VIOLATIONS } from "./violations.ts";

/** Serves the meanings of codes at the URLs that problem details contain. */
export function mountErrors(app: FastifyInstance): void {
  const send = {
    "content-security-policy": STATIC_POLICY,
    "cache-control": "no-cache",
    "referrer-policy": "no-referrer",
  };
  const all = allCodes();
  app.get("/errors", async (_request, reply) => reply.headers(send).type("text/html; charset=utf-8").send(all));
  app.get<{ Params: { code: string } }>("/errors/:code", async ({ params: { code } }, reply) => {
    const entries = entriesOf(code);
    if (entries.length === 0) throw httpError(404);
    return reply.headers(send).type("text/html; charset=utf-8").send(oneCode(code, entries));
  });
}

const allCodes = () =>
  page(
    "Refusals",
    `<p>Texts may change; codes, <code>loc</code> and <code>type</code> do not.</p>
<h2>Codes</h2>
${table(["Status", "Code", "Meaning", "Action of the client"], refusals.map(row))}
<h2>Records of a batch</h2>
<p>A batch is stored as a whole or not at all. <code>BULK_RECORDS_REJECTED</code> lists these codes for its records. With
<code>Prefer: handling=strict</code> it also lists the types of marks and failed calculations.</p>
${table(["Code", "Meaning", "Action of the client"], recordRejections.map(row))}
<h2>Violations</h2>
${table(
  ["Type", "Meaning"],
  VIOLATIONS.map((cells) => `<tr>${cells.map((text) => `<td>${html(text)}</td>`).join("")}</tr>`),
)}
<h2>Calculations</h2>
<p>Reasons why a stored record has no emissions. They are not refusals.</p>
${table(["Code", "Meaning", "Remedy"], calculationFailures.map(row))}
<h2>Webhooks</h2>
<p>Reasons why a delivery attempt failed or an endpoint was disabled. They are not refusals.</p>
${table(["Code", "Meaning", "Remedy"], deliveryFailures.map(row))}
<h2>Readings of documents</h2>
${table(["Code", "Meaning", "Remedy"], readingNotes.map(row))}
<h2>Imports of tables</h2>
${table(["Code", "Meaning", "Remedy"], importNotes.map(row))}`,
  );

const oneCode = (code: string, entries: readonly (Entry | Refusal)[]) =>
  page(
    code,
    `${entries
      .map(
        (entry) =>
          `<p>${"status" in entry ? `${entry.status}: ` : ""}${html(entry.meaning)}.</p>\n<p>${html(entry.help)}.</p>`,
      )
      .join("\n")}
<p><a href="/errors">All codes</a></p>`,
  );

/** The id is on the first row of a code. */
const anchored = (entry: Entry) => entriesOf(entry.code)[0] === entry;

function row(entry: Entry | Refusal): string {
  const { code, meaning, help } = entry;
  const status = "status" in entry ? [String(entry.status)] : [];
  const cells = [...status, `<a href="/errors/${code}"><code>${code}</code></a>`, html(meaning), html(help)];
  const anchor = anchored(entry) ? ` id="${code}"` : "";
  return `<tr${anchor}>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

const table = (heads: string[], rows: string[]) =>
  `<table>\n<tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>\n${rows.join("\n")}\n</table>`;
