import { randomUUID } from "node:crypto";
import { type Command, KIND } from "../command.ts";
import { type AnyClient, anyOf, connect } from "../connection.ts";
import { EXIT, usageFailure } from "../exit.ts";
import { bodyFields, fieldOption, filterFields, isPaged, parseJson, pathOf, pathOptions, valuesOf } from "../fields.ts";
import { textOfFile } from "../input.ts";
import { type Io, print } from "../io.ts";
import type { Kind } from "../kinds.ts";
import { flagOf, type Options, textOf } from "../options.ts";
import { type Fields, printFields, printJson, Table } from "../output.ts";
import { report } from "../report.ts";

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000_000;
/** Rows that are written at once. */
const CHUNK = 100;
const ID = { name: "id", about: "Id of the record." };
/** The field of the id, which sold products name after themselves. */
const IDS = ["id", "product_id", "country_sale_id"];

export const record: Command = {
  name: "record",
  about: "Records one activity, or another thing such as a supplier.",
  details: [
    "Each field of the API is an option; lists repeat it, and objects are JSON.",
    "Write negative numbers with an equals sign: --field=-1.",
    "Decimals are sent with all their digits.",
  ],
  arguments: [KIND],
  options: [
    {
      name: "file",
      value: "path",
      about: "JSON object with fields, or - for standard input. Options replace its fields.",
    },
    { name: "idempotency-key", value: "text", about: "Repeats an earlier command without recording twice." },
    { name: "dry-run", about: "Checks the record. Nothing is stored." },
  ],
  optionsOf: (kind) => [
    ...pathOptions(kind.create, { hasId: false }),
    ...bodyFields(kind).map((field) => fieldOption(field)),
  ],
  examples: [
    "emissions record supplier --business-name 'Taller Web' --country ES --code-type nace --code 62.01",
    "emissions record purchase --file purchase.json --quantity 1234.56",
    "emissions record facility --help",
  ],
  run: async ({ io, options, isJson, kind }) => {
    const { create } = kind!;
    const fromFile = await fileFields(io, textOf(options, "file"));
    const body = { ...fromFile, ...valuesOf(bodyFields(kind!), options) };
    const { client } = await connect(io, options);
    const key = textOf(options, "idempotency-key") ?? randomUUID();
    const input = { path: pathOf(create, options), body, idempotencyKey: key };
    const isDry = flagOf(options, "dry-run");
    try {
      const made = await anyOf(client)[isDry ? "dryRun" : "call"](create, input);
      if (isJson) await printJson(io, made);
      else await print(io.stdout, isDry ? "The record is valid. Nothing was stored\n" : `${idOf(made)}\n`);
      return EXIT.ok;
    } catch (error) {
      const exit = await report(io, error, isJson);
      if (exit === EXIT.unreachable && !isDry && !isJson)
        await print(io.stderr, `It may be recorded. Repeat the command with --idempotency-key ${key}\n`);
      return exit;
    }
  },
};

async function fileFields(io: Io, path: string | undefined): Promise<Record<string, unknown>> {
  if (path === undefined) return {};
  const fields = parseJson(await textOfFile(io, path), path);
  if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return { ...fields };
  throw usageFailure(`${path} is no JSON object. Several records are a file for "emissions import"`);
}

function idOf(made: unknown): string {
  const fields = (Array.isArray(made) ? made[0] : made) as Fields;
  return IDS.map((name) => fields[name]).find((id) => typeof id === "string") as string;
}

export const list: Command = {
  name: "list",
  about: "Lists records. Each filter of the API is an option.",
  arguments: [KIND],
  options: [
    { name: "limit", value: "number", about: `Most records to list; ${LIMIT_DEFAULT} by default.` },
    { name: "all", about: "Lists all records." },
  ],
  optionsOf: ({ list: operation }) => [
    ...pathOptions(operation, { hasId: false }),
    ...filterFields(operation).map((field) => fieldOption({ ...field, required: undefined })),
  ],
  examples: [
    "emissions list purchases --start-date 2025-01-01 --calculation-status failed",
    "emissions list wastes --all --json",
  ],
  run: async ({ io, options, isJson, kind }) => {
    const limit = limitOf(options);
    const { client } = await connect(io, options);
    const items = itemsOf(anyOf(client), kind!, {
      path: pathOf(kind!.list, options),
      query: valuesOf(filterFields(kind!.list), options),
    });
    const isMore = await (isJson ? writeJson(io, items, limit) : writeTable(io, kind!, items, limit));
    if (isMore) await print(io.stderr, `There are more records: use --limit or --all\n`);
    return EXIT.ok;
  },
};

function limitOf(options: Options): number {
  const text = textOf(options, "limit");
  if (flagOf(options, "all")) {
    if (text !== undefined) throw usageFailure("--limit and --all exclude each other");
    return Number.POSITIVE_INFINITY;
  }
  if (text === undefined) return LIMIT_DEFAULT;
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > LIMIT_MAX) throw usageFailure(`--limit is "${text}", not a number from 1 to ${LIMIT_MAX}`);
  return limit;
}

async function* itemsOf(client: AnyClient, { list: operation }: Kind, input: object): AsyncGenerator<Fields, void> {
  if (isPaged(operation)) yield* client.items(operation, input) as AsyncIterable<Fields>;
  else {
    const answer = (await client.call(operation, input)) as Fields[] | { items: Fields[] };
    yield* Array.isArray(answer) ? answer : answer.items;
  }
}

/** A JSON array, written while it is read. Returns whether there are more items. */
async function writeJson(io: Io, items: AsyncIterable<Fields>, limit: number): Promise<boolean> {
  let count = 0;
  for await (const item of items) {
    if (count >= limit) {
      await print(io.stdout, "\n]\n");
      return true;
    }
    await print(io.stdout, `${count === 0 ? "[\n" : ",\n"}${JSON.stringify(item)}`);
    count += 1;
  }
  await print(io.stdout, count === 0 ? "[]\n" : "\n]\n");
  return false;
}

async function writeTable(io: Io, kind: Kind, items: AsyncIterable<Fields>, limit: number): Promise<boolean> {
  const [table, rows]: [Table, Fields[]] = [new Table(io, ["id", ...kind.columns]), []];
  let [count, isMore] = [0, false];
  for await (const item of items) {
    isMore = count >= limit;
    if (isMore) break;
    rows.push({ ...item, id: idOf(item) });
    count += 1;
    if (rows.length >= CHUNK) await table.print(rows.splice(0));
  }
  if (rows.length > 0 || count === 0) await table.print(rows);
  return isMore;
}

export const get: Command = {
  name: "get",
  about: "Shows one record.",
  arguments: [KIND, ID],
  optionsOf: (kind) => pathOptions(kind.get, { hasId: true }),
  examples: ["emissions get purchase 0197f3a0-0000-7000-8000-000000000001"],
  exits: [EXIT.refused, EXIT.signIn, EXIT.notFound, EXIT.unreachable],
  run: async ({ io, options, isJson, kind, args }) => {
    const { client } = await connect(io, options);
    const found = (await anyOf(client).call(kind!.get, { path: pathOf(kind!.get, options, args.id) })) as Fields;
    await (isJson ? printJson(io, found) : printFields(io, found));
    return EXIT.ok;
  },
};

export const remove: Command = {
  name: "delete",
  about: "Deletes one record. It asks nothing.",
  arguments: [KIND, ID],
  optionsOf: (kind) => pathOptions(kind.remove, { hasId: true }),
  examples: ["emissions delete purchase 0197f3a0-0000-7000-8000-000000000001"],
  exits: [EXIT.refused, EXIT.signIn, EXIT.notFound, EXIT.unreachable],
  run: async ({ io, options, isJson, kind, args }) => {
    const { client } = await connect(io, options);
    await anyOf(client).call(kind!.remove, { path: pathOf(kind!.remove, options, args.id) });
    if (isJson) await printJson(io, { deleted: true, id: args.id });
    else await print(io.stdout, `Deleted ${args.id}\n`);
    return EXIT.ok;
  },
};
