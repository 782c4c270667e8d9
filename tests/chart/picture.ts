// The arrows of the picture in docs/architecture.md, as connections: who opens one to whom.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./helm.ts";

const DIAGRAM = /```mermaid\nflowchart LR\n(.*?)```/s;
/** `a & b -- label --> c`, with dots for events. */
const ARROW = /^(.+?)\s+(?:--(?:.*?)-->|-->|-\.(?:.*?)\.->)\s+(.+)$/;
const NATS = "nats";
/** A schema has the shape of a store, and its name begins with the word. */
const SCHEMA = /^(\w+)\[\(schema \w+\)\]$/;

export function picturedConnections(): string[] {
  const [, diagram] = DIAGRAM.exec(readFileSync(join(ROOT, "docs/architecture.md"), "utf8")) ?? [];
  if (diagram === undefined) throw new Error("docs/architecture.md has no flowchart");
  const lines = diagram.split("\n").map((line) => line.trim());
  const schemas = new Set(lines.flatMap((line) => SCHEMA.exec(line)?.[1] ?? []));
  const connections = lines.flatMap((line) => {
    const [, sources = "", targets = ""] = ARROW.exec(line) ?? [];
    return namesIn(sources).flatMap((from) => namesIn(targets).map((to) => connection(from, to, schemas)));
  });
  return [...new Set(connections)].sort();
}

const namesIn = (text: string) => text.split("&").flatMap((node) => /^\w+/.exec(node.trim())?.[0] ?? []);

function connection(from: string, to: string, schemas: ReadonlySet<string>): string {
  // A subscriber opens the connection over which it gets events.
  if (from === NATS) return `${to} -> ${NATS}`;
  return `${from} -> ${schemas.has(to) ? "postgres" : to}`;
}
