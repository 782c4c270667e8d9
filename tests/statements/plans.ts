import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { PlanNode } from "./constrained.ts";

/** A statement as auto_explain has logged it, with one of its plans. */
export interface Explained {
  /** The role that has run it: each service has one. */
  user: string;
  text: string;
  plan: PlanNode;
}

const PLAN = /^duration: \S+ ms {2}plan:\n/;

/** Lists of values, of any length, that are otherwise the same statement. */
const VALUES = /(\((?:\$\d+(?:::\w+(?:\[\])?)?(?:, ?)?)+\))(?:, ?\((?:\$\d+(?:::\w+(?:\[\])?)?(?:, ?)?)+\))+/g;

/** The text on one line, so that it can be compared. */
export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim().replaceAll(VALUES, "$1, ...");

/** Each plan that is in the logs of a server, once for each text of a statement. */
export async function* explainedIn(folder: string): AsyncGenerator<Explained> {
  const seen = new Set<string>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted()) {
    for await (const line of createInterface({ input: createReadStream(join(folder, file)) })) {
      if (!line.includes("ms  plan:")) continue;
      const { user, message } = JSON.parse(line) as { user?: string; message: string };
      if (user === undefined || !PLAN.test(message)) continue;
      const { "Query Text": query, Plan: plan } = JSON.parse(message.replace(PLAN, ""));
      const text = inOneLine(query);
      // A statement may have several plans, so those that differ are looked at, too.
      const key = `${user} ${text} ${shapeOf(plan)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      yield { user, text, plan };
    }
  }
}

/** The nodes and conditions of a plan, without its estimates. */
const shapeOf = (plan: PlanNode): string =>
  JSON.stringify(plan, (name, value) => (/ (Cost|Rows|Width)$/.test(name) ? undefined : value));
