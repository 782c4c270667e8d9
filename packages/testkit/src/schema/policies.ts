import type { Sql } from "postgres";
import { type Part, type SchemaObject, widePolicies } from "./objects.ts";
import { plain, wrap } from "./text.ts";

interface PolicyRow {
  oid: number;
  table: number;
  tableName: string;
  name: string;
  isPermissive: boolean;
  command: string;
  /** Empty for everybody. */
  roles: string[];
  using: string | null;
  check: string | null;
  /** Whether it reads another table, which may come later. */
  isWide: boolean;
}

const COMMANDS: Record<string, string> = { r: " for select", a: " for insert", w: " for update", d: " for delete" };

interface Policies {
  narrow: Part[];
  wide: SchemaObject[];
}

export async function readPolicies(sql: Sql): Promise<Policies> {
  const rows = await sql<PolicyRow[]>`
    select p.oid::int, p.polrelid::int as "table", c.relname as "tableName", p.polname as name,
      p.polpermissive as "isPermissive", p.polcmd as command, pg_get_expr(p.polqual, p.polrelid, true) as using,
      pg_get_expr(p.polwithcheck, p.polrelid, true) as check,
      array(select case when r = c.relowner then 'current_user' else pg_get_userbyid(r) end
        from unnest(p.polroles) r where r <> 0) as roles,
      p.oid in (${widePolicies(sql)}) as "isWide"
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = current_schema()::regnamespace
    order by p.polname`;
  return {
    narrow: rows.filter(({ isWide }) => !isWide).map((row) => ({ table: row.table, text: textOf(row) })),
    wide: rows.filter(({ isWide }) => isWide).map((row) => ({ key: `policy ${row.oid}`, text: wrap(textOf(row)) })),
  };
}

function textOf({ tableName, name, isPermissive, command, roles, using, check }: PolicyRow): string {
  const head = [isPermissive ? "" : " as restrictive", COMMANDS[command] ?? ""].join("");
  const to = roles.length === 0 ? "" : ` to ${roles.join(", ")}`;
  const conditions = [
    using === null ? [] : [`\n  using (${oneLine(using)})`],
    check === null ? [] : [`\n  with check (${oneLine(check)})`],
  ].flat();
  return `create policy ${name} on ${tableName}${head}${to}${conditions.join("")};`;
}

const oneLine = (condition: string) =>
  plain(condition)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\((exists .*)\)$/, "$1");
