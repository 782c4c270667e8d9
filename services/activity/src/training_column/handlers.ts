import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { type Check, checkEnum, checkText, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { conflict, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import {
  type TrainingColumnService,
  TrainingColumnTypeSchema,
  UpdateTrainingColumnRequestSchema,
} from "@emissions/proto/activity/v1/training_column_service";
import type { Context } from "../context.ts";
import {
  deleteColumn,
  insertColumn,
  lockDeclarations,
  selectColumn,
  selectColumns,
  type TrainingColumnRow,
  toColumn,
  updateColumn,
} from "./queries.ts";

export const COLUMNS_MAX = 50;
const LABEL_MAX = 255;
const OPTIONS_MAX = 100;
const OPTION_LENGTH_MAX = 100;
/** Values that one request deletes with their column: it ends within the timeout of a statement. */
const VALUES_DELETED_MAX = 200_000;
const KEY = /^[a-z][a-z0-9_]{0,62}$/;
/** Names that no JSON object of a request may have. */
const RESERVED = ["constructor", "prototype"];

const ofOptions = (msg: string) => violation("options", "value_error.options", msg);

function checkColumn({ key, label, type, options }: Omit<TrainingColumnRow, "id" | "createdAt" | "updatedAt">) {
  const isKey = KEY.test(key) && !RESERVED.includes(key);
  return [
    ...(isKey ? [] : [violation("key", "value_error.str.regex", "string does not match the expected form")]),
    ...checkText("label", label, { max: LABEL_MAX, required: true }),
    ...checkEnum("type", type, enumTexts(TrainingColumnTypeSchema)),
    ...checkOptions(type, options),
  ];
}

function checkOptions(type: string, options: readonly string[]): Check[] {
  if (type !== "option") return options.length === 0 ? [] : [ofOptions("only for the type option")];
  if (options.length === 0 || options.length > OPTIONS_MAX) return [ofOptions(`1 to ${OPTIONS_MAX} options`)];
  if (new Set(options).size < options.length) return [ofOptions("the options are not distinct")];
  return options.flatMap((option) => checkText("options", option, { max: OPTION_LENGTH_MAX, required: true }));
}

const require = async (tx: Tx, org: string, id: string): Promise<TrainingColumnRow> => {
  const row = isId(id) ? await selectColumn(tx, org, id) : null;
  if (row === null) throw notFound("training column");
  return row;
};

export const trainingColumnHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof TrainingColumnService> => ({
  createTrainingColumn: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const { key, label, options } = request;
      const values = { key, label, options, type: enumText(TrainingColumnTypeSchema, request.type) };
      refuse(checkColumn(values));
      await lockDeclarations(tx, org);
      const count = (await selectColumns(tx, org)).length;
      const column = await insertColumn(tx, org, { ...values, id: newId() });
      if (column === null) {
        throw conflict("TRAINING_COLUMN_ALREADY_EXISTS", "The organization has a custom column with this key.");
      }
      if (count >= COLUMNS_MAX) {
        throw conflict("TOO_MANY_TRAINING_COLUMNS", `An organization has at most ${COLUMNS_MAX} custom columns.`);
      }
      about(column.id);
      return { column: toColumn(column) };
    }),

  listTrainingColumns: (_request, call) =>
    db.read(call, async (tx, org) => ({ columns: (await selectColumns(tx, org)).map(toColumn) })),

  updateTrainingColumn: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const { label, options } = request;
      const changes = masked(UpdateTrainingColumnRequestSchema, request.updateMask, { label, options });
      const before = await require(tx, org, request.id);
      if (Object.keys(changes).length === 0) return { column: toColumn(before) };
      const after = { ...before, ...changes };
      const removed = before.options.filter((option) => !after.options.includes(option));
      refuse([
        ...checkColumn(after),
        ...(removed.length > 0 ? [ofOptions("an option that exists cannot be removed")] : []),
      ]);
      about(before.id, fieldChanges(before, after));
      return { column: toColumn(await updateColumn(tx, org, after)) };
    }),

  deleteTrainingColumn: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const column = await require(tx, org, request.id);
      const count = await deleteColumn(tx, org, column, VALUES_DELETED_MAX);
      if (count === null) {
        throw unprocessable("TOO_MANY_ROWS", `More than ${VALUES_DELETED_MAX} trainings have a value of the column.`);
      }
      about(column.id);
      return { count };
    }),
});
