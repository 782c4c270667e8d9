import { create } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { pageOf } from "@emissions/kit/db/page";
import { isId } from "@emissions/kit/process/id";
import { type Check, checkEnum, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { conflict, unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  ReadingCategory,
  ReadingCategorySchema,
  ReadingDeletedSchema,
  ReadingFilterSchema,
  type ReadingService,
} from "@emissions/proto/imports/v1/reading_service";
import type { Context } from "../context.ts";
import { requireStoredFile, visibleFiles } from "../file/access.ts";
import { refuseUnlessChangeable, requireReading } from "./access.ts";
import { isComplete } from "./assess.ts";
import { confirmHandler } from "./confirm/handler.ts";
import { checkContent, toItems } from "./content.ts";
import { CATEGORIES, type Category } from "./document.ts";
import { toFileReading, toFolder, toReading } from "./messages.ts";
import { checkProject, selectLinked } from "./project.ts";
import {
  deleteReading,
  type Filters,
  type Selected,
  selectFolders,
  selectMatching,
  selectReading,
  selectReadingFiles,
  selectReadings,
  updateReading,
} from "./queries.ts";
import { refuseTooManyReadings, restartReading } from "./start.ts";

const EVENT = "PROCESS_DOCUMENT";
const FILTER_MAX = 100;
const LOOKUP_IDS_MAX = 100;
/** Readings that one call finds by filters. A project has no more. */
const FOUND_MAX = 10_000;

export const readingHandlers = (context: Context): ServiceImpl<typeof ReadingService> => {
  const { db } = context;
  return {
    ...confirmHandler(context),

    sendFileEvent: (request, call) =>
      db.write(call, request, async (write) => {
        refuse(checkEnum("event_type", request.eventType || "unspecified", [EVENT]));
        const { id } = await requireStoredFile(write.tx, principalOf(call), request.detail?.fileId ?? "");
        const reading = await restartReading(write, id);
        await refuseTooManyReadings(write);
        write.about(reading.id);
        write.afterCommit(() => context.documentWaits.poke());
        return { reading: toReading(reading) };
      }),

    listReadings: async (request, call) => {
      const { visible, linkedIds } = await selectedBy(context, request, call);
      return db.read(call, async (tx, org) => {
        const { folders, total } = await selectFolders(tx, org, request, visible);
        const { limit, offset } = pageOf(request);
        const rest = { limit: limit - folders.length, offset: Math.max(offset - total, 0) };
        const files = await selectReadings(tx, org, request, { visible, linkedIds, ...rest });
        const { filterHash } = files;
        return {
          files: [...folders.map(toFolder), ...files.rows.map(toFileReading)],
          total: total + files.total,
          filterHash,
        };
      });
    },

    findReadings: async ({ filter, filterHash, linkedIds }, call) => {
      const filters = filter ?? create(ReadingFilterSchema);
      refuse(checkFilters(filters));
      if (linkedIds.length > FOUND_MAX) throw unprocessable("TOO_MANY_ROWS", `At most ${FOUND_MAX} at once.`);
      // The caller knows them: a principal is passed on once, so this service cannot ask (ADR 0069).
      const linked = filters.projectId === undefined ? null : linkedIds.filter(isId);
      const selected = { visible: visibleFiles(principalOf(call)), linkedIds: linked };
      return db.read(call, async (tx, org) => {
        const found = await selectMatching(tx, org, filters, { ...selected, limit: FOUND_MAX + 1 });
        if (found.readings.length > FOUND_MAX) throw unprocessable("TOO_MANY_ROWS", `At most ${FOUND_MAX} at once.`);
        if (found.filterHash !== filterHash)
          throw conflict("FILTER_HASH_MISMATCH", "What matches the filters is not what the hash was given for.");
        return { readings: found.readings };
      });
    },

    lookUpReadings: ({ ids }, call) => {
      if (ids.length > LOOKUP_IDS_MAX)
        refuse([violation("ids", "value_error.list.max_items", `at most ${LOOKUP_IDS_MAX}`)]);
      return db.read(call, async (tx, org) => ({
        readings: await selectReadingFiles(tx, org, ids.filter(isId), visibleFiles(principalOf(call))),
      }));
    },

    getReading: ({ fileReadingId }, call) =>
      db.read(call, async (tx) => ({ reading: toReading(await requireReading(tx, principalOf(call), fileReadingId)) })),

    updateReading: (request, call) =>
      db.write(call, request, async ({ tx, org, about }) => {
        const before = await requireReading(tx, principalOf(call), request.fileReadingId, "to change");
        refuse([...checkContent(request.content), ...checkCategory(request.category)]);
        refuseUnlessChangeable(before);
        const changes = correctionOf(toItems(request.content!.items), categoryOf(request.category) ?? before.category);
        await updateReading(tx, org, before.id, changes);
        about(before.id, fieldChanges(before, changes, { fields: ["items", "category", "status"] }));
        return { reading: toReading((await selectReading(tx, org, before.id))!) };
      }),

    deleteReading: (request, call) =>
      db.write(call, request, async ({ tx, org, about, emit }) => {
        const reading = await requireReading(tx, principalOf(call), request.fileReadingId, "to change");
        if (reading.status !== "pending" && reading.status !== "reading") refuseUnlessChangeable(reading);
        await deleteReading(tx, org, reading.id);
        emit(ReadingDeletedSchema, { readingId: reading.id });
        about(reading.id);
        return {};
      }),
  };
};

/** A person has checked all values, so no warning is left. Values that are missing still need a review. */
function correctionOf(items: ReturnType<typeof toItems>, category: Category | null) {
  const isWhole = items.every((item) => isComplete(item, category));
  return {
    items,
    category,
    status: isWhole ? ("success" as const) : ("review" as const),
    corrected: true,
    confidence: null,
    warnings: [],
    errorCode: null,
    errorDetail: null,
  };
}

const categoryOf = (category: ReadingCategory): Category | null =>
  category === ReadingCategory.UNSPECIFIED ? null : (enumText(ReadingCategorySchema, category) as Category);

const checkCategory = (category: ReadingCategory): Check[] =>
  category === ReadingCategory.UNSPECIFIED
    ? []
    : checkEnum("category", enumText(ReadingCategorySchema, category), CATEGORIES);

/** Refuses wrong filters. */
async function selectedBy(context: Context, filters: Filters, call: HandlerContext): Promise<Selected> {
  refuse(checkFilters(filters));
  const { projectId } = filters;
  const linkedIds = projectId === undefined ? null : await selectLinked(context, projectId, call);
  return { visible: visibleFiles(principalOf(call)), linkedIds };
}

function checkFilters({ fileId, category, folderId, projectId }: Filters): Check[] {
  if (fileId.length > FILTER_MAX || category.length > FILTER_MAX) {
    const field = fileId.length > FILTER_MAX ? "file_id" : "category";
    return [violation(field, "value_error.list.max_items", `at most ${FILTER_MAX}`, "query")];
  }
  if (category.includes(ReadingCategory.UNSPECIFIED)) return [missing("category")];
  if (folderId && !isId(folderId)) {
    return [violation("folder_id", "type_error.uuid", "value is not a valid uuid", "query")];
  }
  if (!fileId.every(isId)) return [violation("file_id", "type_error.uuid", "value is not a valid uuid", "query")];
  return checkProject(projectId);
}
