import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { lockReferences } from "@emissions/kit/db/external-references";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { OwnWorkforceTrainingService } from "@emissions/proto/activity/v1/own_workforce_training_service";
import { BATCH_MAX, checkBatchSize, recordCodeOf, refuseBatch } from "../batch.ts";
import type { Context } from "../context.ts";
import { beginJob, jobIdOf } from "../job/begin.ts";
import { toJob } from "../job/message.ts";
import { deleteById, type Remove } from "../list/deletion.ts";
import { parsePartialListQuery } from "../list/query.ts";
import { checkFile, lookUpFiles } from "../records/files.ts";
import { changesIn } from "../records/rules.ts";
import { createTrainings } from "./create.ts";
import { checkCustomValues, columnsOf, withChanges } from "./custom-values.ts";
import { trainingList } from "./list.ts";
import {
  deleteTrainings,
  selectNumberKeys,
  selectTraining,
  type TrainingRow,
  toTraining,
  trainingsOf,
  updateTraining,
} from "./queries.ts";
import { checkValues, columns, readValues, type TrainingValues } from "./rules.ts";

const { table } = trainingList;
/** The audit log names them without their values. */
const SECRET = ["type", "description", "customValues", "fileName"];

const remove: Remove = async ({ tx, org }, ids) => (await deleteTrainings(tx, org, ids)).map(({ id }) => id);

export const trainingHandlers = ({
  db,
  files,
}: Pick<Context, "db" | "files">): ServiceImpl<typeof OwnWorkforceTrainingService> => ({
  createOwnWorkforceTraining: async (request, call) => {
    const values = [readValues(request.values ?? {})];
    const found = await lookUpFiles(files, call, values);
    return db.write(call, request, async (write) => {
      const refuseOne = (checks: Parameters<typeof refuse>[0][]) => refuse(checks.flat());
      const [row] = await createTrainings(write, { values, files: found, refuse: refuseOne });
      return { training: toTraining(row!, await selectNumberKeys(write.tx, [write.org])) };
    });
  },

  createOwnWorkforceTrainings: async (request, call) => {
    const { records, rejected } = request;
    checkBatchSize("records", records.length, BATCH_MAX);
    const values = records.map(readValues);
    const found = await lookUpFiles(files, call, values);
    const violationsAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
    return db.write(call, request, async (write) => {
      const processingJobId = jobIdOf(write);
      const rows = await createTrainings(write, {
        values,
        files: found,
        processingJobId,
        refuse: (checks) =>
          refuseBatch(
            checks.map((own, index) =>
              (violationsAt.get(index) ?? own).map((check) => ({ ...check, type: recordCodeOf(check.type) })),
            ),
          ),
      });
      const items = rows.map(({ id }) => ({ entityId: id }));
      return {
        job: toJob(
          await beginJob(write, { id: processingJobId, entityType: table, operation: "create", items, isDone: true }),
        ),
      };
    });
  },

  getOwnWorkforceTraining: ({ id }, call) =>
    db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectTraining(tx, org, id) : null;
      if (row === null) throw notFound("training");
      return { training: toTraining(row, await selectNumberKeys(tx, [org])) };
    }),

  streamOwnWorkforceTrainings: ({ filter, includeChildren, organizationId }, call) => {
    const sent = { ...filter, includeChildren, organizationId };
    const query = parsePartialListQuery(trainingList, sent, principalOf(call));
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
      const before = isId(id) ? await selectTraining(tx, org, id, "to change") : null;
      if (before === null) throw notFound("training");
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

  deleteOwnWorkforceTraining: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const { id } = request;
      const gone = isId(id) ? await deleteTrainings(tx, org, [id]) : [];
      if (gone.length === 0) throw notFound("training");
      about(id);
      return {};
    }),

  deleteOwnWorkforceTrainings: (request, call) =>
    db.write(call, request, async (write) => ({
      deletion: await deleteById(write, { table, field: "training_ids", ids: request.ids }, remove),
    })),
});
