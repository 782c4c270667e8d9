import type { Client, Operations } from "@emissions/client";
import { EXIT, Failure, usageFailure } from "./exit.ts";
import { parseJson } from "./fields.ts";
import { textOfFile } from "./input.ts";
import type { Io } from "./io.ts";
import { type Option, type Options, textOf } from "./options.ts";

type Status = Operations["getImportStatus"]["answer"];
type Suggested = Operations["suggestImportMapping"]["answer"];
type Fill = Suggested["fill"];
type Combine = Suggested["combine"];
/** The mapping that a validation takes. */
export type Sent = Operations["startImportValidation"]["body"];

/** Saved mappings of one answer. */
const SAVED_PAGE_SIZE = 100;
const MARKS = ["start", "end"] as const;

export const MAPPING_OPTIONS: readonly Option[] = [
  { name: "mapping", value: "path", about: "JSON object: columns of the template by columns of the file." },
  { name: "saved-mapping", value: "name", about: "A saved mapping of the template, instead of a suggested one." },
  {
    name: "fill",
    value: "target=value",
    about: "Value of all rows for a column of the template, such as unit_id=kWh. It comes before a suggestion.",
    many: true,
  },
  {
    name: "combine",
    value: "how",
    about:
      "Whether readings of a meter become one record per month. Default: as suggested; none with a mapping of your own.",
    choices: ["month", "none"],
  },
  {
    name: "marks",
    value: "end",
    about: "What the times of readings are, if the file does not say it.",
    choices: MARKS,
  },
];

/** The options of columns. They are read before the file is sent. */
export interface Given {
  mapping: Record<string, string> | null;
  savedName: string | null;
  constants: Record<string, { value: string }>;
  combine: string | undefined;
  marks: (typeof MARKS)[number] | undefined;
}

/** Reads the options of columns. Fails for options that contradict each other. */
export async function givenMapping(io: Io, options: Options): Promise<Given> {
  const path = textOf(options, "mapping");
  const name = textOf(options, "saved-mapping");
  const constants = constantsIn((options.fill ?? []) as readonly string[]);
  if (name !== undefined && (path !== undefined || Object.keys(constants).length > 0))
    throw usageFailure("--saved-mapping has a mapping and constants of its own");
  return {
    mapping: path === undefined ? null : await mappingIn(io, path),
    savedName: name ?? null,
    constants,
    combine: textOf(options, "combine"),
    marks: MARKS.find((one) => one === textOf(options, "marks")),
  };
}

function constantsIn(texts: readonly string[]): Given["constants"] {
  const constants: Given["constants"] = {};
  for (const text of texts) {
    const at = text.indexOf("=");
    const [key, value] = [text.slice(0, at), text.slice(at + 1)];
    if (at < 1 || value === "") throw usageFailure(`--fill ${text} is not target=value`);
    if (Object.hasOwn(constants, key)) throw usageFailure(`--fill gives ${key} twice`);
    constants[key] = { value };
  }
  return constants;
}

async function mappingIn(io: Io, path: string): Promise<Record<string, string>> {
  const mapping = parseJson(await textOfFile(io, path), path);
  const isMapping = typeof mapping === "object" && mapping !== null && !Array.isArray(mapping);
  if (!isMapping || !Object.values(mapping).every((column) => typeof column === "string"))
    throw usageFailure(`${path} is no JSON object of texts`);
  return mapping as Record<string, string>;
}

/** Names differ within a template, without regard to case. */
async function savedMappingId(client: Client, template_id: string, name: string): Promise<string> {
  const wanted = name.toLowerCase();
  for await (const one of client.items("listSavedMappings", { query: { template_id, size: SAVED_PAGE_SIZE } }))
    if (one.name.toLowerCase() === wanted) return one.id;
  throw new Failure(
    EXIT.notFound,
    `The template ${template_id} has no saved mapping "${name}"`,
    "SAVED_MAPPING_NOT_FOUND",
  );
}

/** The mapping for the validation: as given, or as suggested where nothing is given. */
export async function mappingFor(
  client: Client,
  { import_id, template_id }: Pick<Status, "import_id" | "template_id">,
  given: Given,
): Promise<Sent> {
  const { mapping, savedName, constants } = given;
  const saved = savedName === null ? null : await savedMappingId(client, template_id, savedName);
  const own = saved !== null ? { saved_mapping_id: saved } : mapping && { mapping, fill: constants };
  if (own !== null && given.combine !== "month") return { ...own, combine: null };
  const suggested = await client.call("suggestImportMapping", { path: { import_id } });
  return { ...(own ?? suggestedMapping(suggested, constants)), combine: combineOf(suggested, given) };
}

function combineOf(suggested: Suggested, { combine: wanted, marks }: Given): Combine {
  if (wanted === "none") return null;
  const { combine } = suggested;
  if (combine === null && wanted === "month")
    throw new Failure(EXIT.refused, "The rows are no readings of a meter that can be added", "NOT_COMBINED");
  return combine && marks ? { ...combine, at: { ...combine.at, marks } } : combine;
}

function suggestedMapping({ suggestions, fill }: Suggested, constants: Given["constants"]): Sent {
  const mapping: Record<string, string> = {};
  for (const { source_column, target_column } of suggestions)
    if (target_column !== null && !Object.hasOwn(constants, target_column)) mapping[source_column] = target_column;
  // A period of one day is a guess that nobody confirms here.
  const periods: Fill = Object.fromEntries(Object.entries(fill).filter(([, { as }]) => as !== "value"));
  if (Object.keys({ ...mapping, ...periods }).length > 0) return { mapping, fill: { ...periods, ...constants } };
  throw new Failure(EXIT.refused, "No column of the file fits the template: give --mapping", "NO_MAPPING");
}
