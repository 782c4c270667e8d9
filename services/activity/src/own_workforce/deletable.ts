import type { Deletable } from "../job/deletion.ts";
import { changedAfterJob } from "../job/revert/revertible.ts";
import { ownWorkforceList } from "./list.ts";
import { deletePeople } from "./queries.ts";

const BATCH_SIZE = 500;
const { table } = ownWorkforceList;

/** Deletion jobs for people. Several rows of one job may be about one person. */
export const peopleDeletable: Deletable = {
  entityType: table,
  batchSize: BATCH_SIZE,
  deleteItems: async ({ tx, org }, ids) => void (await deletePeople(tx, org, ids)),
  revert: {
    table,
    dependants: [{ table: "own_workforce_trainings", column: "own_workforce_id" }],
    changed: changedAfterJob,
  },
};
