import { describe, expect, it } from "vitest";
import { commentsOf, problemsOf } from "./comments.ts";

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(" ");
const problemsIn = (source: string, marker: "//" | "--" = "//") =>
  commentsOf(source, marker)
    .flatMap(problemsOf)
    .map(({ line, problem }) => `${line} ${problem.split(":")[0]}`);

describe("a comment", () => {
  it.each([
    ["of 25 words", `// ${words(25)}.`],
    ["of two sentences", `// ${words(20)}.\n// ${words(20)}.`],
    ["with long code", `// Runs \`${words(30)}\`.`],
    ["that is a question", "// What is old?"],
    ["that is a type", `/** @param {${words(30)}} pid */`],
  ])("%s has no problem", (_what, source) => {
    expect(problemsIn(source)).toEqual([]);
  });

  it.each([
    ["of 26 words", `\n// ${words(26)}.`, "2 26 words"],
    ["of 26 words on two lines", `/**\n * ${words(13)}\n * ${words(13)}.\n */`, "1 26 words"],
    ["of 26 words after code", `call(); // ${words(26)}`, "1 26 words"],
    ["without a subject", "/** What a caller may send. */", '1 begins with "What"'],
    ["about whoever", "  // Whoever calls it.", '1 begins with "Whoever"'],
  ])("%s is found", (_what, source, problem) => {
    expect(problemsIn(source)).toEqual([problem]);
  });

  it("of SQL is found", () => {
    expect(problemsIn("-- Who wrote it.\ncreate table a (", "--")).toEqual(['1 begins with "Who"']);
  });
});
