import { readdirSync, readFileSync } from "node:fs";

const PAGES = new URL("../../docs/runbooks/", import.meta.url);
/** The names of the other pages are words of a person who looks for something. */
const OF_ALERT = /^(Emissions\w+)\.md$/;
const BLOCK = /^```(promql|sql|sh)\n(.*?)\n```$/gms;

export interface Block {
  alert: string;
  language: "promql" | "sql" | "sh";
  text: string;
}

/** Queries and commands of the pages of alerts, to be pasted. */
export function runbookBlocks(): Block[] {
  return readdirSync(PAGES).flatMap((name) => {
    const [, alert] = OF_ALERT.exec(name) ?? [];
    if (alert === undefined) return [];
    const text = readFileSync(new URL(name, PAGES), "utf8");
    return [...text.matchAll(BLOCK)].map(([, language, block]) => ({
      alert,
      language: language as Block["language"],
      text: block!,
    }));
  });
}
