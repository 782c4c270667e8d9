import type { Deletable } from "../job/deletion.ts";
import { trainingList } from "./list.ts";
import { deleteTrainings } from "./queries.ts";

const BATCH_SIZE = 500;
const { table } = trainingList;

/** Deletion jobs for trainings. New ones have a time of change, which is that of their creation. */
export const trainingsDeletable: Deletable = {
  entityType: table,
  batchSize: BATCH_SIZE,
  deleteItems: async (write, ids) => void (await deleteTrainings(write, ids)),
  revert: { table, dependants: [], changed: (tx) => tx`r.updated_at <> r.created_at` },
};
