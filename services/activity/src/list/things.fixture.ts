import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll } from "vitest";
import type { List } from "./list.ts";
import { type ListQuery, parsePartialListQuery } from "./query.ts";

export let database: Awaited<ReturnType<typeof testDatabase>>;
/** The organization that reads, and the one below it. */
export let us: string;
export const child = newId();

/** Rows of a new organization from now on, because checkpoints are cached by organization. */
export const useNewOrganization = (): void => {
  us = newId();
};

/** All tests of a file have a table of things with these columns. */
export const withThings = (columns: string, prepare: () => Promise<void> = async () => {}): void => {
  beforeAll(async () => {
    useNewOrganization();
    database = await testDatabase("activity", [new URL("../../migrations/", import.meta.url)]);
    await database.owner.unsafe(`create table things (organization_id uuid, id uuid default uuidv7(), ${columns},
      primary key (organization_id, id))`);
    await database.owner`grant select on things to emissions_activity`;
    await prepare();
  });
  afterAll(() => database.drop());
};

export const queryOf = <R>(list: List<R>, request: Partial<R>): ListQuery =>
  parsePartialListQuery(list, request as never, { organizationId: us, descendants: [child] } as never);

/** Reads as a service does for the organization. */
export const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.sql.begin(async (tx) => {
    await setOrganization(tx);
    return work(tx as never);
  }) as Promise<T>;

export const setOrganization = (tx: Pick<typeof database.sql, "unsafe">) =>
  tx.unsafe("select set_config('app.organization', $1, true), set_config('app.organizations', $2, true)", [
    us,
    `{${us}}`,
  ]);
