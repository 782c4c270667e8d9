import { parseArgs } from "node:util";
import type { DescMessage } from "@bufbuild/protobuf";
import { closePool, Db, openPool } from "../db/transactions.ts";
import {
  type Decision,
  discardLetter,
  LETTERS_MAX,
  type Letter,
  type LetterFilter,
  listLetters,
  replayLetter,
  showLetter,
} from "../messages/dead-letters.ts";
import { DatabaseConfig, readConfig } from "../process/config.ts";
import { isId } from "../process/id.ts";

const USAGE = `dead-letters list    [--organization-id <id>] [--consumer <name>]
dead-letters show    --organization-id <id> --consumer <name> --id <event> --by <you> --reason <text>
dead-letters replay  --consumer <name> [--organization-id <id>] [--id <event>] --by <you> --reason <text>
dead-letters discard --organization-id <id> --consumer <name> --id <event> --by <you> --reason <text>
  At most ${LETTERS_MAX} letters at a time, the oldest first. Needs DATABASE_URL, the ordinary role of the service.`;

const string = { type: "string" } as const;
const OPTIONS = { "organization-id": string, consumer: string, id: string, by: string, reason: string } as const;
const TEXT_LENGTH_MAX = 500;

interface Service {
  name: string;
  /** The event by which activity learns the row of the audit log. Null in activity itself. */
  auditEvent: DescMessage | null;
}

/** The command of one service. Prints JSON, and exits with 1 if it found no letter to act on. */
export async function runDeadLetters({ name, auditEvent }: Service): Promise<void> {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const filter = filterOf(values);
    const work = workOf(positionals, filter, () => decisionOf(values, auditEvent));
    const pool = openPool(readConfig(DatabaseConfig), {
      schema: name,
      max: 2,
      applicationName: `dead letters ${name}`,
    });
    try {
      const result = await work(new Db(pool));
      process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      if (result === null || (positionals[0] !== "list" && Array.isArray(result) && result.length === 0)) {
        process.exitCode = 1;
      }
    } finally {
      await closePool(pool);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
    process.exitCode = 2;
  }
}

/** Answers with the work of the verb, after all arguments were checked. */
function workOf([verb, ...more]: string[], filter: LetterFilter, decide: () => Decision) {
  if (more.length > 0) throw new Error(`${more[0]} is not expected.`);
  if (verb === "list") return (db: Db) => listLetters(db, filter);
  if (verb === "replay") {
    if (filter.consumer === undefined) throw new Error("--consumer is missing.");
    const decision = decide();
    return (db: Db) => each(db, filter, (letter) => replayLetter(db, letter, decision));
  }
  const { organizationId, consumer, id } = filter;
  if (verb !== "show" && verb !== "discard") throw new Error("Say list, show, replay or discard.");
  if (!organizationId || !consumer || !id) throw new Error("--organization-id, --consumer and --id name one letter.");
  const decision = decide();
  if (verb === "show") return (db: Db) => showLetter(db, { organizationId, consumer, id }, decision);
  return (db: Db) => each(db, filter, (letter) => discardLetter(db, letter, decision));
}

/** A transaction for each letter, so that an interrupted command has done a part as a whole. */
async function each(db: Db, filter: LetterFilter, act: (letter: Letter) => Promise<boolean>): Promise<Letter[]> {
  const done: Letter[] = [];
  for (const letter of await listLetters(db, filter)) if (await act(letter)) done.push(letter);
  return done;
}

type Values = Partial<Record<keyof typeof OPTIONS, string>>;

function filterOf(values: Values): LetterFilter {
  const { "organization-id": organizationId, consumer, id } = values;
  for (const [name, value] of Object.entries({ "organization-id": organizationId, id })) {
    if (value !== undefined && !isId(value)) throw new Error(`--${name} is not an id.`);
  }
  return { organizationId, consumer, id };
}

function decisionOf({ by = "", reason = "" }: Values, auditEvent: DescMessage | null): Decision {
  if (by.trim() === "" || reason.trim() === "") throw new Error("--by and --reason are missing: both are audited.");
  if (by.length + reason.length > TEXT_LENGTH_MAX)
    throw new Error(`--by and --reason exceed ${TEXT_LENGTH_MAX} characters.`);
  return { by, reason, auditEvent };
}
