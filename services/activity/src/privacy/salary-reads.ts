import type { ServiceImpl } from "@connectrpc/connect";
import type { Sweep } from "@emissions/kit/db/sweep";
import type { Call, Db, Fragment, Tx, Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { REQUEST_ID } from "@emissions/kit/wire/headers";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type ListSalaryReadsRequest,
  type SalaryRead,
  SalaryReadSchema,
  type SalaryReadService,
} from "@emissions/proto/activity/v1/salary_read_service";
import type { Context } from "../context.ts";
import { anyId, type Filter, fromInstant, toInstant } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { type RowOf, rowWriter } from "../rows.ts";
import { seesPersonalData } from "./personal-data.ts";

/** People that one row names. Longer lists have their number only. */
const PEOPLE_NAMED_MAX = 100;
const EXPIRE_EVERY_MS = 10 * 60 * 1000;
/** Rows deleted by one statement. */
const EXPIRE_ROWS_MAX = 5_000;

/** A person whose salary an answer shows. */
interface Person {
  organizationId: string;
  id: string;
}

/**
 * Logs that the answer of a read shows the salaries of these people. Await it before the answer: a read that is not
 * logged fails. Callers who see no salaries read none.
 */
export async function logSalaryRead(db: Db, call: Call, people: readonly Person[]): Promise<void> {
  if (!seesPersonalData(call)) return;
  for (const [org, those] of Map.groupBy(people, ({ organizationId }) => organizationId)) {
    await db.asService(org, async ({ tx }) => void (await insertSalaryRead(tx, org, call, idsOf(those))));
  }
}

/** The same for the answer of a write. It commits with the write. */
export function logSalaryReadOf(write: Write, call: Call, people: readonly Pick<Person, "id">[]): void {
  if (people.length > 0) write.send(insertSalaryRead(write.tx, write.org, call, idsOf(people)));
}

const idsOf = (people: readonly Pick<Person, "id">[]) => people.map(({ id }) => id);

function insertSalaryRead(tx: Tx, org: string, call: Call, ids: readonly string[]): Fragment {
  const { userId, apiKeyId } = principalOf(call);
  const named = ids.length > PEOPLE_NAMED_MAX ? [] : [...ids];
  return tx`
    insert into salary_reads (organization_id, id, read_by, api_key_id, action, people, own_workforce_ids, request_id)
    values (${org}, ${newId()}, ${userId}, ${apiKeyId}, ${call.method.name}, ${ids.length}, ${named}::uuid[],
      ${call.requestHeader.get(REQUEST_ID)})`;
}

const person = anyId("own_workforce_ids");
/** Any of the named people. */
const names: Filter<string[]> = {
  ...person,
  where: (tx, sent) => tx`own_workforce_ids && ${sent}::uuid[]`,
  isScanned: true,
};

const salaryReadList: List<ListSalaryReadsRequest> = {
  table: "salary_reads",
  filters: {
    ownWorkforceId: names,
    readBy: anyId("read_by"),
    readAtFrom: fromInstant("read_at"),
    readAtTo: toInstant("read_at"),
  },
  // Ids are ordered by time.
  order: [{ by: "id", descending: true }],
};

type SalaryReadRow = RowOf<SalaryRead, "readAt">;

const toSalaryRead = rowWriter(SalaryReadSchema);

export const salaryReadHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof SalaryReadService> => ({
  listSalaryReads: async (request, call) => {
    const query = parseListQuery(salaryReadList, request, principalOf(call));
    const { rows, total, totalCapped } = await db.read(call, (tx) => selectList<SalaryReadRow>(tx, query));
    return { salaryReads: rows.map(toSalaryRead), total, totalCapped };
  },
});

/** Deletes reads that are older than 2 years. */
export const salaryReadSweep = ({ db }: Pick<Context, "db">): Sweep => ({
  name: "expired-salary-reads",
  everyMs: EXPIRE_EVERY_MS,
  work: async (signal) => {
    let removed = EXPIRE_ROWS_MAX;
    while (removed === EXPIRE_ROWS_MAX && !signal.aborted) {
      removed = await db.systemWide(async (tx) => {
        const [row] = await tx<
          [{ removed: number }]
        >`select delete_expired_salary_reads(${EXPIRE_ROWS_MAX}) as removed`;
        return row.removed;
      });
    }
  },
});
