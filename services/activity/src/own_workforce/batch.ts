import { lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";
import { busy } from "@emissions/kit/wire/errors";
import { valuesChecker } from "../records/checks.ts";
import { checkFile } from "../records/files.ts";
import { newRows } from "../records/new-rows.ts";
import type { Batch } from "../resource/batch.ts";
import { type Found, storeContracts } from "./create.ts";
import { mergeRows, type Person, type PlacedRow } from "./merge.ts";
import {
  insertPeople,
  lockByExternalId,
  type NewPersonRow,
  type StoredPerson,
  selectPeople,
  touchPeople,
} from "./queries.ts";
import { checkAmountOfRow, checkRow } from "./rules.ts";
import { partsOf, type readRow, rowColumns } from "./values.ts";

type Row = ReturnType<typeof readRow>;

const checkFields = valuesChecker(rowColumns);

interface StoredRow {
  entityId: string;
  /** 1 for a new person, 2 for one that existed. */
  revision: number;
}

/** Stores the rows of a batch, all or none. Returns the person of each row. */
export async function createRows(
  write: Write,
  { values: rows, found, refuseAll }: Pick<Batch<Row, Found>, "values" | "found" | "refuseAll">,
): Promise<StoredRow[]> {
  const { tx, org, about, send } = write;
  const files = await lockReferences(tx, org, found.files);
  const valid = rows.map((row) => [...checkFields(row), ...checkFile(row, files)]);
  refuseAll(rows.map((row, at) => (valid[at]!.length > 0 ? valid[at]! : checkAlone(row, found))));

  const placed = rows.map((row, at): PlacedRow => ({ at, ...partsOf(row) }));
  const rowsOf = Map.groupBy(placed, ({ person }) => person.externalEmployeeId);
  const sent = newRows(
    write,
    Array.from(rowsOf.values(), ([first]) => first!.person),
  );
  const { people, created } = await storePeople(write, sent);
  const merges = people.map((person) => {
    const those = rowsOf.get(person.externalEmployeeId!)!;
    return { person, ...mergeRows(person, valuesOf(person, created, those[0]!), those) };
  });
  const checks: Check[][] = rows.map(() => []);
  for (const { at, check } of merges.flatMap(({ violations }) => violations)) checks[at]!.push(check);
  refuseAll(checks);

  const grown = merges.filter((merge) => merge.contracts.length + merge.remunerations.length > 0);
  storeContracts(write, {
    contracts: grown.flatMap(({ contracts }) => contracts),
    remunerations: grown.flatMap(({ remunerations }) => remunerations),
  });
  const known = grown.map(({ person }) => person.id).filter((id) => !created.has(id));
  if (known.length > 0) send(touchPeople(tx, org, known));
  for (const id of created) about(id);
  for (const id of known) about(id, { contracts: {} });
  const idOf = new Map(people.map(({ id, externalEmployeeId }) => [externalEmployeeId, id]));
  return rows.map(({ externalEmployeeId }) => {
    const entityId = idOf.get(externalEmployeeId)!;
    return { entityId, revision: created.has(entityId) ? 1 : 2 };
  });
}

function checkAlone(row: Row, { lookups }: Found): Check[] {
  const { person, contract } = partsOf(row);
  return [...checkAmountOfRow(row), ...checkRow(contract, person.birthDate, lookups)];
}

/** A new person has the values of its first row. */
const valuesOf = (person: StoredPerson, created: ReadonlySet<string>, { at }: PlacedRow): Person => ({
  id: person.id,
  value: person as Person["value"],
  at: created.has(person.id) ? at : null,
});

/** Stores those who are new, and locks and reads all. */
async function storePeople({ tx, org }: Write, sent: readonly NewPersonRow[]) {
  const created = await insertPeople(tx, org, sent);
  const locked = await lockByExternalId(
    tx,
    org,
    sent.map(({ externalEmployeeId }) => externalEmployeeId),
  );
  if (locked.length < sent.length) {
    throw busy("RECORD_CHANGED_MEANWHILE", "A person of the batch was deleted in this moment. Send it again.");
  }
  // After the locks, so that it sees the contracts of earlier transactions.
  const people = await selectPeople(
    tx,
    org,
    locked.map(({ id }) => id),
  );
  return { people, created };
}
