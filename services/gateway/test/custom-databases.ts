import { newId } from "@emissions/kit/process/id";
import { forbidden, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import {
  CustomDatabaseSchema,
  CustomDatabaseService,
  CustomFactorSchema,
  CustomRecordSchema,
  CustomVersionSchema,
} from "@emissions/proto/factors/v1/custom_database_service";
import { sample } from "./samples.ts";

export const DATABASE_ID = "0190f3a0-0000-7000-8000-0000000000d1";
/** Belongs to an organization above. */
export const INHERITED_ID = "0190f3a0-0000-7000-8000-0000000000d2";
export const VERSION_ID = "0190f3a0-0000-7000-8000-0000000000d3";
export const RECORD_ID = "0190f3a0-0000-7000-8000-0000000000d4";

const after = <R>(_checked: unknown, reply: R): R => reply;

interface Place {
  databaseId: string;
  sourceId: string;
}

/**
 * Has one database of its caller and one of an organization above. A record with a code as its name is refused with
 * that code.
 */
export function customDatabaseService(): ServiceEntry {
  const database = sample(CustomDatabaseSchema, { id: DATABASE_ID, name: "Ours", is_owner: true });
  const version = sample(CustomVersionSchema, {
    id: VERSION_ID,
    database_id: DATABASE_ID,
    name: "2025",
    start_date: "2025-01-01",
  });
  const record = sample(CustomRecordSchema, {
    id: RECORD_ID,
    name: "Diesel",
    source_id: VERSION_ID,
    uncertainty_grade: "12.5",
    revision: 1,
  });
  const find = ({ databaseId }: Pick<Place, "databaseId">, toChange = false) => {
    if (databaseId !== DATABASE_ID && databaseId !== INHERITED_ID) throw notFound("custom database");
    if (toChange && databaseId === INHERITED_ID) throw forbidden("CUSTOM_DATABASE_NOT_OWNER", "Not the owner");
    return { database };
  };
  const findVersion = (place: Place, toChange = false) => {
    find(place, toChange);
    if (place.sourceId !== VERSION_ID) throw notFound("custom version");
    return { version };
  };
  const findRecord = (place: Place & { recordId: string }, toChange = false) => {
    findVersion(place, toChange);
    if (place.recordId !== RECORD_ID) throw notFound("custom record");
    return { record };
  };
  const refuseByName = (name: string) => {
    if (name.startsWith("CUSTOM_RECORD_")) throw unprocessable(name, "Refused");
  };
  return serve(CustomDatabaseService, {
    listCustomDatabases: () => ({ databases: [database], total: 1 }),
    getCustomDatabase: (request) => find(request, request.toChange),
    createCustomDatabase: () => ({ database }),
    updateCustomDatabase: (request) => find(request, true),
    deleteCustomDatabase: (request) => after(find(request, true), {}),
    listCustomVersions: (request) => after(find(request), { versions: [version], total: 1 }),
    getCustomVersion: (request) => findVersion(request, request.toChange),
    createCustomVersion: (request) => after(find(request, true), { version }),
    updateCustomVersion: (request) => findVersion(request, true),
    deleteCustomVersion: (request) => after(findVersion(request, true), {}),
    listCustomRecords: (request) => {
      findVersion(request);
      return { records: [record], total: 7 };
    },
    getCustomRecord: (request) => findRecord(request),
    createCustomRecord: (request) => {
      findVersion(request, true);
      refuseByName(request.activityCategories.includes("wind") ? "CUSTOM_RECORD_INVALID_CATEGORIES" : request.name);
      const factors = request.factors.map(({ gasType, value }) => ({
        ...sample(CustomFactorSchema),
        id: newId(),
        gasType,
        formula: `x * ${value?.value}`,
        startDate: "1970-01-01",
      }));
      return { record: { ...record, factors } };
    },
    updateCustomRecord: (request) => {
      const found = findRecord(request, true);
      refuseByName(request.name);
      return found;
    },
    listCustomRecordRevisions: (request) => after(findRecord(request), { records: [record], total: 1 }),
    attachEvidence: (request) => findRecord(request, true),
    detachEvidence: (request) => after(findRecord(request, true), {}),
  });
}
