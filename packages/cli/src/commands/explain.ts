import { type Command, EXPLAINED_KIND } from "../command.ts";
import { anyOf, connect } from "../connection.ts";
import { EXIT, usageFailure } from "../exit.ts";
import { pathOf, pathOptions } from "../fields.ts";
import { textOfFile } from "../input.ts";
import { coloured, type Io, inLine, print } from "../io.ts";
import { type Fields, lineOf, printFields, printJson, Table } from "../output.ts";
import type { Explanation } from "../verify/explanation.ts";
import { readExplanation } from "../verify/read.ts";
import { verify as recalculate } from "../verify/record.ts";

export const explain: Command = {
  name: "explain",
  about: "Shows how the emissions of a record were calculated.",
  details: ['The answer with --json is complete. "emissions verify" recalculates it without the service.'],
  arguments: [EXPLAINED_KIND, { name: "id", about: "Id of the record." }],
  optionsOf: (kind) => (kind.explain ? pathOptions(kind.explain, { hasId: true }) : []),
  examples: [
    "emissions explain purchase 0197f3a0-0000-7000-8000-000000000001",
    "emissions explain purchase 0197f3a0-0000-7000-8000-000000000001 --json | emissions verify -",
  ],
  exits: [EXIT.refused, EXIT.signIn, EXIT.notFound, EXIT.unreachable],
  run: async ({ io, options, isJson, kind, args }) => {
    const operation = kind!.explain!;
    const { client } = await connect(io, options);
    const explanation = (await anyOf(client).call(operation, { path: pathOf(operation, options, args.id) })) as Fields;
    await (isJson ? printJson(io, explanation) : printExplanation(io, explanation));
    return EXIT.ok;
  },
};

async function printExplanation(io: Io, explanation: Fields): Promise<void> {
  const factor = explanation.factor as Fields | null;
  const publication = factor?.publication as Fields | null | undefined;
  const fitness = explanation.fitness as Fields | null | undefined;
  const { record_id, status, error_code, error_detail, co2e, biogenic_co2, method, formula } = explanation;
  await printFields(io, {
    record_id,
    status,
    error_code,
    error_detail,
    "co2e (kg)": co2e,
    "biogenic_co2 (kg)": biogenic_co2,
    method,
    formula,
    with_numbers: explanation.formula_with_numbers,
    gwp_set: explanation.gwp_set,
    factor: factor && [factor.name, factor.region, factor.year, `per ${lineOf(factor.unit)}`].map(lineOf).join(", "),
    source: factor && `${lineOf(factor.source)} (${lineOf(factor.licence)})`,
    publication:
      publication &&
      ["publisher", "document", "table_name", "row", "url", "edition_id"]
        .map((name) => lineOf(publication[name]))
        .filter(Boolean)
        .join(", "),
    corrected_by: publication?.superseded_by ?? null,
    fitness: fitness ?? null,
  });
  const parts = explanation.parts as Fields[];
  if (parts.length === 0) return;
  await new Table(io, ["part", "start_date", "status", "co2e", "category"]).print(parts);
  const formulas = parts.filter((part) => part.formula_with_numbers);
  await print(
    io.stdout,
    formulas.map((part) => `${lineOf(part.part)}: ${lineOf(part.formula_with_numbers)}\n`).join(""),
  );
}

export const verify: Command = {
  name: "verify",
  about: "Recalculates an explanation from its own numbers, without the service and without a network.",
  details: ["All numbers are exact. Exit code 8 tells that a number differs."],
  arguments: [{ name: "file", about: "Explanation in JSON, or - for standard input." }],
  examples: ["emissions verify explanation.json", "emissions verify explanation.json --json"],
  exits: [EXIT.different],
  run: async ({ io, isJson, args }) => {
    const record = await explanationOf(io, args.file!);
    const { problems, unchecked } = recalculated(record, args.file!);
    const result = problems.length === 0 ? "equal" : "different";
    if (isJson) await printJson(io, { result, record_id: record.record_id, co2e: record.co2e, problems, unchecked });
    else {
      const colour = problems.length === 0 ? "green" : "red";
      const note = unchecked.length === 0 ? "" : ` (no field of the explanation gives ${unchecked.join(", ")})`;
      await print(io.stdout, `${coloured(io, io.stdout, colour, result)}${inLine(note)}\n`);
      await print(io.stdout, problems.map((problem) => `  ${inLine(problem)}\n`).join(""));
    }
    return problems.length === 0 ? EXIT.ok : EXIT.different;
  },
};

async function explanationOf(io: Io, path: string): Promise<Explanation> {
  const text = await textOfFile(io, path);
  try {
    return readExplanation(text);
  } catch (error) {
    throw usageFailure(`${path} is no explanation: ${(error as Error).message}`);
  }
}

/** Fields of another type than those of explanations cannot be calculated with. */
function recalculated(record: Explanation, path: string) {
  try {
    return recalculate(record);
  } catch (error) {
    throw usageFailure(`${path} is no explanation: ${(error as Error).message}`);
  }
}
