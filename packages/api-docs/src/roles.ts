import type { Role, Route } from "@emissions/gateway/rest/route-spec";

/** The columns of the table, in this order. */
export const ROLES: readonly Role[] = ["viewer", "auditor", "editor", "human_resources", "admin"];

export const YES = "yes";
export const NO = "-";

const OTHER_ACCESS: Record<Exclude<Route["spec"]["auth"], "pair">, string> = {
  key: "any valid API key or token, without an organization",
  session: "a person with a token of `POST /auth/login`, without an organization",
  organization: "the organization header, without a credential",
  link: "everybody with the token of a link",
  none: "everybody",
};

/** The text of docs/roles.md. `npm run docs` writes the file. */
export function rolesDocument(routes: readonly Route[]): string {
  const sorted = routes.toSorted((a, b) => (`${a.path} ${a.verb}` < `${b.path} ${b.verb}` ? -1 : 1));
  const rows = sorted.map((route) => (route.spec.auth === "pair" ? rowOf(route) : null));
  const others = sorted.map(({ verb, path, spec: { auth } }) =>
    auth === "pair" ? null : `| \`${verb} ${path}\` | ${OTHER_ACCESS[auth]} |`,
  );
  return `<!-- Made by \`npm run docs\` of packages/api-docs/src/roles.ts. -->

# Roles

A member of an organization has one role. An API key has the role of its owner, or less
([members.md](members.md)). A request with another role is
refused with 403: \`FORBIDDEN\`, or \`ORG_ADMIN_REQUIRED\` on routes for admins. [privacy.md](privacy.md) says which
fields of people a role sees.

- \`viewer\` reads, and never sees birth dates, disabilities and salaries.
- \`auditor\` reads what a viewer reads, and the audit log.
- \`editor\` reads and writes activity data, people included.
- \`human_resources\` reads and writes the data of people, and no other activity data. It sees its own files and the jobs
  about people.
- \`admin\` does all of this, and manages locks, recalculations, webhooks and the organization.

Only \`human_resources\` and \`admin\` erase people (\`DELETE\` with \`?erase=true\`).

| Route | ${ROLES.join(" | ")} |
|---|${ROLES.map(() => "---|").join("")}
${lines(rows)}

## Routes without a role

| Route | Who may call it |
|---|---|
${lines(others)}
`;
}

const rowOf = ({ verb, path, spec }: Route) =>
  `| \`${verb} ${path}\` | ${ROLES.map((role) => (spec.roles.includes(role) ? YES : NO)).join(" | ")} |`;

const lines = (rows: readonly (string | null)[]) => rows.filter((row) => row !== null).join("\n");
