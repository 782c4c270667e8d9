import { mkdirSync, writeFileSync } from "node:fs";
import { judge } from "./accepted.ts";
import { catalogueText } from "./catalogue.ts";
import { checkAgainstLast } from "./checks.ts";
import { compare } from "./compare.ts";
import { comparisonLines, judgedLines, leftOutLines } from "./report.ts";
import type { ReadContext, Source } from "./source.ts";

export interface Outcome {
  lines: string[];
  /** Findings that nobody accepted. With one of them nothing is written. */
  refused: number;
  written: string[];
}

/** Reads a published file, compares it with the last edition and, if `write`, writes the catalogue files. */
export async function addEdition(source: Source, context: ReadContext, write: boolean): Promise<Outcome> {
  const edition = await source.read(context);
  const lines: string[] = [];
  for (const target of edition.targets) {
    const comparison = compare(target);
    edition.findings.push(...checkAgainstLast(target, comparison));
    lines.push(...comparisonLines(target, comparison));
  }
  const judged = judge(edition.dataset, edition.findings, context.catalogue);
  lines.push(...leftOutLines(edition), ...judgedLines(judged));
  const changed = edition.targets.filter(({ path, text }) => catalogueText(path, context.catalogue) !== text);
  const written = write && judged.refused.length === 0 ? changed : [];
  for (const { path, text } of written) {
    const file = new URL(path, context.catalogue);
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
  }
  return { lines, refused: judged.refused.length, written: written.map(({ path }) => path) };
}
