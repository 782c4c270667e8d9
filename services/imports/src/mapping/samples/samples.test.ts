import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "../../table/parse.fixture.ts";
import { templateOf, templates } from "../../template/templates.ts";
import { type Suggestion, suggestMapping } from "../suggest.ts";
import { filesUrl, samples } from "./samples.fixture.ts";

/** A person need not look at a suggestion with this confidence. */
const SURE = 0.8;
const RIGHT_SHARE = 0.95;

interface Judged extends Suggestion {
  file: string;
  expected: string | null;
}
const judged: Judged[] = [];

beforeAll(async () => {
  for (const { file, template, expected } of samples) {
    const { table, rows } = await parse(file, readFileSync(new URL(file, filesUrl)));
    const suggestions = suggestMapping({
      template: templateOf(template)!,
      columns: table.columns,
      samples: rows.map(({ cells }) => cells),
    });
    expect([file, ...table.columns]).toEqual([file, ...Object.keys(expected)]);
    judged.push(...suggestions.map((one) => ({ ...one, file, expected: expected[one.sourceColumn]! })));
  }
});

const isRight = ({ targetColumn, expected }: Judged) => targetColumn === expected;
const described = ({ file, sourceColumn, targetColumn, expected, columnConfidence }: Judged) =>
  `${file}: ${sourceColumn} is ${expected}, suggested ${targetColumn} (${columnConfidence})`;

describe("files of several styles", () => {
  it("are at least 30 and use every template", () => {
    expect(samples.length).toBeGreaterThanOrEqual(30);
    expect(new Set(samples.map(({ template }) => template))).toEqual(new Set(templates.map(({ id }) => id)));
  });

  it("are as `write.fixture.ts` writes them", () => {
    for (const { file, bytes } of samples)
      expect([file, readFileSync(new URL(file, filesUrl)).equals(bytes)]).toEqual([file, true]);
  });

  it.each(samples.map(({ file }) => ({ file })))("have no column with a wrong sure suggestion: $file", ({ file }) => {
    const wrong = judged.filter((one) => one.file === file && !isRight(one) && one.columnConfidence >= SURE);
    expect(wrong.map(described)).toEqual([]);
  });

  it(`have at least ${RIGHT_SHARE * 100} % of their columns suggested right`, () => {
    const wrong = judged.filter((one) => !isRight(one));
    if (process.env.MAPPING_REPORT) console.info(wrong.map(described).join("\n"));
    expect(1 - wrong.length / judged.length, wrong.map(described).join("\n")).toBeGreaterThanOrEqual(RIGHT_SHARE);
  });

  it("have sure suggestions for most columns, so that a person checks few", () => {
    const mapped = judged.filter(({ expected }) => expected !== null);
    const sure = mapped.filter((one) => isRight(one) && one.columnConfidence >= SURE);
    expect(sure.length / mapped.length).toBeGreaterThanOrEqual(0.85);
  });
});
