import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { lockReferences } from "@emissions/kit/db/external-references";
import { refuse } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { OwnWorkforceTrainingService } from "@emissions/proto/activity/v1/own_workforce_training_service";
import type { Context } from "../context.ts";
import { parsePartialListQuery } from "../list/query.ts";
import { checkFile, lookUpFiles } from "../records/files.ts";
import { changesIn } from "../records/rules.ts";
import { storeAsJob } from "../resource/batch.ts";
import { resourceRemovals } from "../resource/removal.ts";
import { findOne } from "../resource/table.ts";
import { createTrainings } from "./create.ts";
import { checkCustomValues, columnsOf, withChanges } from "./custom-values.ts";
import { trainingList as list } from "./list.ts";
import {
  deleteTrainings,
  selectNumberKeys,
  type TrainingRow,
  toTraining,
  trainingsOf,
  updateTraining,
} from "./queries.ts";
import { checkValues, columns, readValues, type TrainingValues } from "./rules.ts";

const TRAININGS = { noun: "training", list };
/** The audit log names them without their values. */
const SECRET = ["type", "description", "customValues", "fileName"];

export const trainingHandlers = ({
  db,
  files,
}: Pick<Context, "db" | "files">): ServiceImpl<typeof OwnWorkforceTrainingService> => {
  const removal = () => ({ remove: deleteTrainings });
  const { remove, removeByIds } = resourceRemovals({ ...TRAININGS, db, removal });
  return {
    createOwnWorkforceTraining: async (request, call) => {
      const values = [readValues(request.values ?? {})];
      const found = await lookUpFiles(files, call, values);
      return db.write(call, request, async (write) => {
        const [row] = await createTrainings(write, { values, found, refuseAll: (checks) => refuse(checks.flat()) });
        return { training: toTraining(row!, await selectNumberKeys(write.tx, [write.org])) };
      });
    },

    createOwnWorkforceTrainings: (request, call) =>
      storeAsJob(db, call, request, list.table, {
        read: readValues,
        lookUp: (values) => lookUpFiles(files, call, values),
        store: async (write, batch) => (await createTrainings(write, batch)).map(({ id }) => ({ entityId: id })),
      }),

    getOwnWorkforceTraining: ({ id }, call) =>
      db.read(call, async (tx, org) => {
        const row = await findOne<TrainingRow>(tx, org, TRAININGS, id);
        return { training: toTraining(row, await selectNumberKeys(tx, [org])) };
      }),

    streamOwnWorkforceTrainings: ({ filter, includeChildren, organizationId }, call) => {
      const sent = { ...filter, includeChildren, organizationId };
      const query = parsePartialListQuery(list, sent, principalOf(call));
      const isGroup = includeChildren || organizationId.length > 0;
      return db.stream(
        call,
        async function* ({ tx, pages }) {
          const numbers = await selectNumberKeys(tx, query.orgs);
          for await (const rows of pages<TrainingRow>(trainingsOf(tx, query))) {
            yield { trainings: rows.map((row) => toTraining(row, numbers, isGroup)) };
          }
        },
        query.view,
      );
    },

    updateOwnWorkforceTraining: async (request, call) => {
      const { id, updateMask } = request;
      const values = readValues(request.values ?? {});
      const changes = changesIn<TrainingValues>(columns, updateMask, {
        values,
        more: { custom_values: { customValues: values.customValues } },
      });
      const looked = await lookUpFiles(files, call, [changes]);
      return db.write(call, request, async ({ tx, org, about }) => {
        const found = await lockReferences(tx, org, looked);
        const { customValues = {}, ...fields } = changes;
        const declared = await columnsOf(tx, org, [customValues]);
        const before = await findOne<TrainingRow>(tx, org, TRAININGS, id, "to change");
        const changed = { ...before, ...(fields as Partial<TrainingRow>) };
        refuse([...checkValues(changed), ...checkCustomValues(customValues, declared), ...checkFile(fields, found)]);
        const after = { ...changed, customValues: withChanges(before.customValues, customValues, declared) };
        const difference = fieldChanges(before, after, { secret: SECRET });
        about(id, difference);
        const isChanged = Object.keys(difference).length > 0;
        const row = isChanged ? { ...after, updatedAt: new Date() } : before;
        if (isChanged) await updateTraining(tx, org, row);
        return { training: toTraining(row, await selectNumberKeys(tx, [org])) };
      });
    },

    deleteOwnWorkforceTraining: (request, call) => remove(call, request),
    deleteOwnWorkforceTrainings: (request, call) => removeByIds(call, request, "training_ids"),
  };
};
