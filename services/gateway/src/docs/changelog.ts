import { type Change, VERSIONS } from "./changes.ts";
import { html, page } from "./html.ts";

const LABELS: Readonly<Record<Change["kind"], string>> = {
  breaking: "Breaking",
  beta: "Breaking, beta",
  new: "New",
  changed: "Changed",
  deprecated: "Deprecated",
};

/** The page with the versions of the contract. */
export const changelog = (): string =>
  page(
    "Changes",
    `<p>Additions may come without notice: ignore fields that you do not know. Changes that need an action of clients are
listed with their day, newest first. Deprecated operations still work, and their answers have <code>Deprecation</code> and
<code>Link</code> headers. Custom emission factors, webhooks and <code>POST /v2/wastes</code> are beta.</p>
${VERSIONS.map(({ date, changes }) => `<h2 id="${date}">${date}</h2>\n<table>\n${changes.map(row).join("\n")}\n</table>`).join("\n")}
<p><a href="/docs">Reference</a></p>`,
  );

const row = ({ kind, text }: Change) => `<tr><td>${LABELS[kind]}</td><td>${html(text)}</td></tr>`;
