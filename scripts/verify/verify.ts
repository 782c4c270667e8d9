import { readFileSync } from "node:fs";
import type { Explanation, Findings } from "../../packages/cli/src/verify/explanation.ts";
import { readExplanation } from "../../packages/cli/src/verify/read.ts";
import { verify } from "../../packages/cli/src/verify/record.ts";

const USAGE = `Usage: node scripts/verify/verify.ts [--lines] [file]
Reads an explanation (the answer of GET .../calculation) from the file or from standard input, and recalculates it.
--lines: one explanation per line. Exits with 0 if all are equal, with 1 if one differs, and with 2 if one cannot be read.`;

const LINES = "--lines";
const options = process.argv.slice(2).filter((argument) => argument.startsWith("-"));
const files = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (files.length > 1 || options.some((option) => option !== LINES)) {
  console.error(USAGE);
  process.exit(2);
}
process.exitCode = run(readFileSync(files[0] ?? 0, "utf8"), options.includes(LINES));

function run(text: string, isLines: boolean): number {
  const texts = isLines ? text.split("\n").filter((line) => line.trim() !== "") : [text];
  let different = 0;
  for (const each of texts) {
    try {
      const record = readExplanation(each);
      const findings = verify(record);
      if (findings.problems.length > 0) different += 1;
      if (!isLines || findings.problems.length > 0) console.log(reportOf(record, findings));
    } catch (error) {
      console.error(`The explanation cannot be read: ${(error as Error).message}`);
      return 2;
    }
  }
  if (isLines) console.log(`${texts.length - different} equal, ${different} different`);
  return different === 0 ? 0 : 1;
}

function reportOf({ record_id }: Explanation, { problems, unchecked }: Findings): string {
  const note = unchecked.length === 0 ? "" : ` (no field of the explanation gives ${unchecked.join(", ")})`;
  if (problems.length === 0) return `equal${note}`;
  return [`different: record ${record_id}${note}`, ...problems.map((problem) => `  ${problem}`)].join("\n");
}
