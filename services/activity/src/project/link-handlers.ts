import type { ServiceImpl } from "@connectrpc/connect";
import { lockReferences } from "@emissions/kit/db/external-references";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, checkEnum, checkId, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { conflict } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type LinkRecordsByFiltersRequest,
  type LinkRecordsByFiltersResponse,
  type LinkRecordsRequest,
  ProjectEntityType,
  ProjectEntityTypeSchema,
  type ProjectService,
  type UnlinkRecordsRequest,
} from "@emissions/proto/activity/v1/project_service";
import type { ReadingOfFile } from "@emissions/proto/imports/v1/reading_service";
import type { Context } from "../context.ts";
import { filterHashMismatch, lockMatching } from "../list/deletion.ts";
import { checkFilterKinds, type LinkedLists, queryByFilters } from "./by-filters.ts";
import {
  countLinks,
  deleteLinks,
  insertLinks,
  insertReadingLinks,
  type LinksOf,
  lockExisting,
  selectLinkedIds,
} from "./links.ts";
import { requireOwn } from "./own.ts";
import { LINKED_KINDS, type LinkedKind } from "./queries.ts";

const LINKS_AT_ONCE_MAX = 100;
/** File readings of a project. A list of readings sends all their ids to Postgres. */
const READINGS_MAX = 10_000;

type Methods = "linkRecords" | "linkRecordsByFilters" | "unlinkRecords" | "listLinkedReadings";

export const projectLinkHandlers = (
  context: Pick<Context, "db" | "readings">,
  lists: LinkedLists,
): Pick<ServiceImpl<typeof ProjectService>, Methods> => {
  const { db } = context;
  return {
    linkRecords: async (request, call) => {
      const { kind, ids } = linkedRecords(request);
      if (kind === "file_readings") {
        const { readings } = await context.readings.lookUpReadings({ ids }, forward(call));
        return db.write(call, request, (write) =>
          linkReadings(write, request, readings, (existing) => refuse(unknownRecords(ids, existing))),
        );
      }
      return db.write(call, request, async (write) => {
        const { tx, org } = write;
        await requireChangeable(write, request.id);
        const links = { org, projectId: request.id, kind };
        refuse(unknownRecords(ids, await lockExisting(tx, { org, table: kind }, ids)));
        return shownLinks(tx, links, request, await insertLinks(tx, links, ids));
      });
    },

    linkRecordsByFilters: async (request, call) => {
      refuse(checkFilterKinds(request));
      if (request.entityType === ProjectEntityType.FILE_READINGS) {
        const earlier = await db.earlier(call, request);
        if (earlier !== null) return earlier as LinkRecordsByFiltersResponse;
        const { fileReadings: filter, filterHash } = request;
        const linkedIds = await db.read(call, (tx, org) => selectReadings(tx, org, filter?.projectId));
        const { readings } = await context.readings.findReadings({ filter, filterHash, linkedIds }, forward(call));
        return db.write(call, request, (write) =>
          linkReadings(write, request, readings, (existing) => {
            if (existing.size < readings.length) throw filterHashMismatch();
          }),
        );
      }
      const { kind, query } = queryByFilters(lists, request, principalOf(call));
      return db.write(call, request, async (write) => {
        const { tx, org } = write;
        await requireChangeable(write, request.id);
        const links = { org, projectId: request.id, kind };
        const locked = await lockMatching(tx, query, request.filterHash, "for key share");
        const ids = locked.flatMap((part) => part.ids);
        return shownLinks(tx, links, request, await insertLinks(tx, links, ids));
      });
    },

    unlinkRecords: async (request, call) => {
      const { kind, ids } = linkedRecords(request);
      return db.write(call, request, async (write) => {
        const { tx, org } = write;
        await requireChangeable(write, request.id);
        const links = { org, projectId: request.id, kind };
        return shownLinks(tx, links, request, await deleteLinks(tx, links, ids));
      });
    },

    listLinkedReadings: ({ id }, call) =>
      db.read(call, async (tx, org) => ({ readingIds: await selectReadings(tx, org, id) })),
  };
};

/** The file readings of the project; none for a malformed id, which the imports service refuses. */
const selectReadings = async (tx: Tx, org: string, projectId = ""): Promise<string[]> =>
  isId(projectId) ? selectLinkedIds(tx, { org, projectId, kind: "file_readings" }, READINGS_MAX) : [];

/** Locks the project, so that its deletion and other changes of its links wait. */
async function requireChangeable({ tx, org, about }: Write, id: string): Promise<void> {
  await requireOwn(tx, org, id, "for update");
  about(id);
}

/** Links readings that the imports service has found. `check` gets the ids of those that exist still. */
async function linkReadings(
  write: Write,
  request: LinkRecordsRequest | LinkRecordsByFiltersRequest,
  readings: readonly ReadingOfFile[],
  check: (existing: ReadonlySet<string>) => void,
) {
  const { tx, org } = write;
  // Locks of references come first (ADR 0028). A deleted reading is announced as attempt 1.
  const existing = await lockReferences(tx, org, new Map(readings.map(({ id }) => [id, 0])));
  await requireChangeable(write, request.id);
  check(new Set(existing.keys()));
  const links = { org, projectId: request.id, kind: "file_readings" } as const;
  const changed = await insertReadingLinks(tx, links, new Map(readings.map(({ id, fileId }) => [id, fileId])));
  const shown = await shownLinks(tx, links, request, changed);
  if (shown.links.total > READINGS_MAX)
    throw conflict("PROJECT_LINK_LIMIT_REACHED", `A project has at most ${READINGS_MAX} file readings.`);
  return shown;
}

function linkedRecords({ entityType, entityIds }: LinkRecordsRequest | UnlinkRecordsRequest) {
  const kind = enumText(ProjectEntityTypeSchema, entityType);
  const count = entityIds.length;
  refuse([
    ...checkEnum("entity_type", kind, LINKED_KINDS),
    ...(count === 0 ? [missing("entity_ids")] : []),
    ...(count > LINKS_AT_ONCE_MAX
      ? [violation("entity_ids", "value_error.list.max_items", `at most ${LINKS_AT_ONCE_MAX} ids`)]
      : []),
    ...entityIds.slice(0, LINKS_AT_ONCE_MAX).flatMap((id) => checkId("entity_ids", id)),
  ]);
  return { kind: kind as LinkedKind, ids: [...new Set(entityIds.map((id) => id.toLowerCase()))] };
}

const unknownRecords = (ids: readonly string[], existing: ReadonlySet<string>): Check[] =>
  ids.flatMap((id, index) =>
    existing.has(id)
      ? []
      : [{ loc: ["body", "entity_ids", String(index)], msg: "does not exist", type: "value_error.not_found" }],
  );

async function shownLinks(tx: Tx, links: LinksOf, { entityType }: { entityType: ProjectEntityType }, changed: number) {
  return { links: { entityType, changed, total: await countLinks(tx, links) } };
}
