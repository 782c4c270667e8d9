import { fieldChanges } from "@emissions/kit/db/audit";
import { lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import type { UpdateOwnWorkforceRequest } from "@emissions/proto/activity/v1/own_workforce_service";
import { valuesChecker } from "../records/checks.ts";
import { checkFile } from "../records/files.ts";
import { changesIn as valuesIn } from "../records/rules.ts";
import { type Found, identified, partsOf, storeContracts } from "./create.ts";
import { deleteContracts, lockPerson, type StoredPerson, selectPeople, updatePerson } from "./queries.ts";
import { erased } from "./refusals.ts";
import { checkContracts } from "./rules.ts";
import { columns, contractsOf, readPerson, type SentPerson } from "./values.ts";

type Changes = Partial<SentPerson>;

/** The changes that the mask of an update names. */
export const changesIn = ({ updateMask, values }: UpdateOwnWorkforceRequest): Changes =>
  valuesIn<SentPerson>(columns, updateMask, { values: readPerson(values ?? {}), more: {} });

/** Changes a person. The revision grows only when a value changes. */
export async function changePerson(write: Write, id: string, changes: Changes, found: Found): Promise<StoredPerson> {
  const { tx, org, about, send } = write;
  const files = await lockReferences(tx, org, found.files);
  if (!isId(id) || !(await lockPerson(tx, org, id))) throw notFound("own workforce");
  // After the lock, so that it sees the contracts of earlier transactions.
  const before = (await selectPeople(tx, org, [id]))[0]!;
  const { contracts: sent, ...values } = changes;
  if (before.erasedAt !== null && Object.keys(values).length > 0) throw erased();
  const checkFields = valuesChecker(columns.filter(({ key }) => key in changes));
  refuse([...checkFields(changes), ...checkFile(changes, files)]);
  const contracts =
    sent === undefined ? before.contracts : identified(contractsOf({ contracts: sent }), before.contracts);
  const changed: StoredPerson = { ...before, ...values, contracts };
  if ("contracts" in changes || "birthDate" in changes) refuse(checkPeriods(changed, changes, found));
  const difference = fieldChanges(before, changed, { fields: Object.keys(changes), secret: SECRET });
  about(id, difference);
  if (Object.keys(difference).length === 0) return before;
  const after = { ...changed, revision: before.revision + 1, updatedAt: new Date() };
  await updatePerson(tx, org, after);
  if ("contracts" in difference) {
    send(deleteContracts(tx, org, id));
    storeContracts(write, partsOf(id, contracts));
  }
  return after;
}

/** The places in violations are those of the request. */
function checkPeriods({ birthDate, contracts }: StoredPerson, { contracts: sent }: Changes, { lookups }: Found) {
  const inOrder = sent === undefined ? contracts : contractsOf({ contracts: sent });
  return checkContracts({ birthDate, contracts: inOrder as ReturnType<typeof contractsOf> }, lookups);
}

/** The audit log keeps only the names of these fields. */
const SECRET = columns.map(({ key }) => key);
