import { readFileSync } from "node:fs";
import { parseCsv } from "../../services/factors/src/load/csv.ts";

const STAND_INS = new URL("../../services/factors/catalog/stand-ins.csv", import.meta.url);
export const STAND_INS_PATH = new URL("../../docs/stand-ins.md", import.meta.url).pathname;

const HEAD = `# Years and stand-ins of each data set

Written by \`npm run docs\` from \`services/factors/catalog/stand-ins.csv\`. [methodology.md](methodology.md) has the rules.
A figure stands in for so many whole years after its own, and before it; "any" means no limit. A row of a data set and
category counts before one of a category alone, and that before one of a data set alone.

| Data set | Category | Its year means | Years after | Years before | Figures for all countries describe | Includes grid losses | Reason |
|---|---|---|---|---|---|---|---|
`;

/** The table of docs/stand-ins.md. */
export function standInsDocument(): string {
  const rows = parseCsv(readFileSync(STAND_INS, "utf8"));
  const lines = rows.map(
    ({ dataset, category, year_means, earlier_max, later_max, origin, losses_included, reason }) => {
      const cells = [dataset || "all", category || "all others", year_means, earlier_max || "any", later_max || "any"];
      return `| ${[...cells, origin || "no country", losses_included ? "yes" : "", reason].join(" | ")} |\n`;
    },
  );
  return HEAD + lines.join("");
}
