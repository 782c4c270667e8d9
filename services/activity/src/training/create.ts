import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import type { Check } from "@emissions/kit/wire/checks";
import { checkFile } from "../records/files.ts";
import { newRows } from "../records/new-rows.ts";
import { checkCustomValues, columnsOf, withChanges } from "./custom-values.ts";
import { insertTrainings, lockPeople, type TrainingRow } from "./queries.ts";
import { checkValues, type People, personOf, type TrainingValues } from "./rules.ts";

interface NewTrainings {
  values: readonly TrainingValues[];
  found: FoundEntities;
  /** The job that stores them. */
  jobId?: string;
  /** Refuses the request with the violations of each training. */
  refuseAll(violations: readonly Check[][]): void;
}

/** Stores all trainings or none, and returns them in the order of the request; ids grow in this order. */
export async function createTrainings(
  write: Write,
  { values, found, jobId, refuseAll }: NewTrainings,
): Promise<TrainingRow[]> {
  const { tx, org, about } = write;
  // Inside the transaction, so that replays of an earlier request skip it.
  const files = await lockReferences(tx, org, found);
  const columns = await columnsOf(
    tx,
    org,
    values.map(({ customValues }) => customValues),
  );
  const people = await peopleOf(write, values);
  const persons = values.map((one) => personOf(one, people));
  refuseAll(
    values.map((one, index) => {
      const person = persons[index]!;
      const own = typeof person === "string" ? [] : person;
      return [...checkValues(one), ...own, ...checkCustomValues(one.customValues, columns), ...checkFile(one, files)];
    }),
  );
  const rows = newRows(write, values).map(({ uploadedBy: createdBy, ...row }, index) => ({
    ...row,
    createdBy,
    updatedAt: row.createdAt,
    status: "active",
    processingJobId: jobId ?? null,
    ownWorkforceId: persons[index] as string,
    externalEmployeeId: people.externalIds.get(persons[index] as string)!,
    customValues: withChanges({}, row.customValues, columns),
  }));
  write.send(insertTrainings(tx, org, rows));
  for (const { id } of rows) about(id);
  return rows;
}

async function peopleOf({ tx, org }: Write, values: readonly TrainingValues[]) {
  const ids = values.flatMap(({ ownWorkforceId }) => (ownWorkforceId && isId(ownWorkforceId) ? [ownWorkforceId] : []));
  const externalIds = values.flatMap(({ externalEmployeeId }) => externalEmployeeId || []);
  const rows = await lockPeople(tx, org, [...new Set(ids)], [...new Set(externalIds)]);
  const people: People = {
    byId: new Map(rows.map(({ id }) => [id, id])),
    byExternalId: new Map(rows.map(({ id, externalEmployeeId }) => [externalEmployeeId, id])),
  };
  return { ...people, externalIds: new Map(rows.map(({ id, externalEmployeeId }) => [id, externalEmployeeId])) };
}
