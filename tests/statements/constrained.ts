/** A node of a plan, as `explain (format json)` writes it. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Alias?: string;
  Plans?: PlanNode[];
  [property: string]: unknown;
}

const COLUMN = "organization_id";
/** Conditions that every row of a node fulfils. */
const CONDITIONS = [
  "Index Cond",
  "Recheck Cond",
  "Filter",
  "Hash Cond",
  "Merge Cond",
  "Join Filter",
  "One-Time Filter",
];

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/**
 * The aliases of tables with an organization whose rows a plan reads without constraining it. The organization has to
 * equal a parameter, a constant, one of an array, or the organization of another table that is constrained.
 *
 * Postgres has then derived for each table what follows from the statement, also for views and subqueries. The plan must
 * have been made without row-level security, whose policies would constrain each table.
 */
export function unconstrained(plan: PlanNode, tables: ReadonlySet<string>): string[] {
  const nodes = nodesOf(plan);
  const scans = new Map(nodes.filter((node) => isScanOf(node, tables)).map(aliased));
  const equalities = nodes.flatMap((node) => conjunctsOf(node).flatMap((text) => equalitiesIn(text, node.Alias)));
  const known = new Set<string>();
  let before = -1;
  while (before < known.size) {
    before = known.size;
    for (const { left, right } of equalities) {
      if (scans.has(left) && isKnown(right, { scans, known })) known.add(left);
      if (scans.has(right) && isKnown(left, { scans, known })) known.add(right);
    }
  }
  return [...scans.entries()].filter(([alias]) => !known.has(alias)).map(([, table]) => table);
}

/** The node of an insert, an update or a deletion names its table, too. Rows come from the scan below it. */
const isScanOf = (node: PlanNode, tables: ReadonlySet<string>) =>
  node["Node Type"] !== "ModifyTable" && tables.has(node["Relation Name"] ?? "");

const aliased = (node: PlanNode): [string, string] => [node.Alias!, node["Relation Name"]!];

const isKnown = (side: string, { scans, known }: { scans: ReadonlyMap<string, string>; known: ReadonlySet<string> }) =>
  !scans.has(side) || known.has(side);

/** Parts of the conditions of a node that all hold. A part with `or` is one part. */
const conjunctsOf = (node: PlanNode): string[] =>
  CONDITIONS.flatMap((name) => (typeof node[name] === "string" ? split(node[name]) : []));

function split(condition: string): string[] {
  const text = withoutParentheses(condition);
  const parts = splitAt(text, " AND ");
  return parts.length === 1 ? [text] : parts.flatMap(split);
}

/** The pieces of a text between separators that are not in parentheses or quotes. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [depth, quoted, from] = [0, false, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "'") quoted = !quoted;
    if (quoted) continue;
    if (char === "(" || char === "[") depth++;
    if (char === ")" || char === "]") depth--;
    if (depth > 0 || !text.startsWith(separator, at)) continue;
    parts.push(text.slice(from, at));
    from = at + separator.length;
  }
  return [...parts, text.slice(from)];
}

/** Removes parentheses around the whole text. */
function withoutParentheses(text: string): string {
  let inner = text.trim();
  while (inner.startsWith("(") && closes(inner) === inner.length - 1) inner = inner.slice(1, -1).trim();
  return inner;
}

/** Where the first parenthesis is closed. */
function closes(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

/** Sides of an equality: an alias for its organization, or the text of anything else. */
interface Equality {
  left: string;
  right: string;
}

/** Equalities that hold where the condition does. Of `or` these are the ones that all branches have. */
function equalitiesIn(condition: string, alias = ""): Equality[] {
  const text = withoutParentheses(condition);
  const branches = splitAt(text, " OR ");
  if (branches.length > 1) {
    const [first, ...others] = branches.map((branch) => split(branch).flatMap((part) => equalitiesIn(part, alias)));
    return first!.filter((one) => others.every((other) => other.some((another) => isSame(one, another))));
  }
  const sides = splitAt(text, " = ");
  if (sides.length !== 2) return [];
  const [left, right] = sides.map((side) => sideOf(side, alias)) as [string, string];
  return [{ left, right }];
}

const isSame = (one: Equality, other: Equality) => one.left === other.left && one.right === other.right;

const ORGANIZATION = new RegExp(String.raw`^(?:"?([\w$]+)"?\.)?${COLUMN}$`);
/** Other columns begin with this, so that they are no alias. */
const OTHER = "=";

/** Within a scan, a column without an alias is one of its table. */
function sideOf(side: string, alias: string): string {
  const found = ORGANIZATION.exec(withoutParentheses(side));
  return found === null ? `${OTHER}${side}` : (found[1] ?? alias);
}
