import type { Check } from "@emissions/kit/checks";
import type { Write } from "@emissions/kit/db";
import { isId, newId } from "@emissions/kit/id";
import type { CreateWastesRequest } from "@emissions/proto/activity/v1/waste_service";
import type { Violation } from "@emissions/proto/common/v1/error";
import { type RecordCheck, refuseBatch } from "../batch.ts";
import { lockFacilities } from "../facility/queries.ts";
import { beginJob } from "../job/begin.ts";
import { toJob } from "../job/message.ts";
import { announceStored } from "../records/announce.ts";
import { pinOf } from "../records/custom-factors.ts";
import { toInput } from "./input.ts";
import { insertWastes } from "./queries.ts";
import {
  checkBatchUnit,
  checkFacility,
  checkReferences,
  checkWaste,
  type NewWasteValues,
  type References,
} from "./rules.ts";

/** Values that the records of a batch have been turned into, and all that they are checked against. */
export interface Batch {
  wastes: readonly NewWasteValues[];
  /** What the gateway found. */
  rejected: CreateWastesRequest["rejected"];
  references: References;
  gwpSet: string;
}

/** Stores all records with the job that calculates them, or none. */
export async function storeBatch(write: Write, { wastes, rejected, references, gwpSet }: Batch) {
  const { tx, org, principal, send } = write;
  const named = [...new Set(wastes.map(({ facilityId }) => facilityId))];
  const countryOf = await selectCountries(write, named);
  refuseBatch(checkBatch({ wastes, rejected, references }, countryOf));

  const common = { revision: 1, uploadedBy: principal.userId, createdAt: new Date() };
  const rows = wastes.map((waste) => ({ ...waste, ...pinOf(waste, references.factors), ...common, id: newId() }));
  send(insertWastes(tx, org, rows));
  const { units } = references;
  announceStored(
    write,
    rows.map((row) => toInput(row, { gwpSet, country: countryOf.get(row.facilityId)!, units })),
  );
  const items = rows.map(({ id, externalId }) => ({ entityId: id, ...(externalId !== null && { externalId }) }));
  return toJob(await beginJob(write, { entityType: "wastes", operation: "create", items }));
}

async function selectCountries({ tx, org }: Write, ids: readonly string[]) {
  const facilities = await lockFacilities(tx, org, ids.filter(isId));
  return new Map(facilities.map(({ id, country }) => [id, country]));
}

/** What is wrong with each record. Where the gateway could not read one, only that is told. */
function checkBatch(
  { wastes, rejected, references }: Omit<Batch, "gwpSet">,
  countryOf: ReadonlyMap<string, string>,
): RecordCheck[][] {
  const unread = Map.groupBy(rejected, ({ loc }) => Number(loc[2]));
  return wastes.map((waste, index) => {
    const found = unread.get(index)?.map(withoutPlace) ?? [
      ...checkWaste(waste),
      ...checkFacility(waste, countryOf),
      ...checkReferences(waste, references),
      ...checkBatchUnit(waste, references),
    ];
    return found.map((check) => ({ ...check, type: codeOf(check.type) }));
  });
}

const withoutPlace = ({ loc, msg, type }: Violation): Check => ({ loc: ["body", ...loc.slice(3)], msg, type });

function codeOf(type: string): RecordCheck["type"] {
  if (type === "UNIT_NOT_SUPPORTED") return type;
  return type === "activity_date_out_of_range" ? "ACTIVITY_DATE_OUT_OF_RANGE" : "SCHEMA_INVALID";
}
