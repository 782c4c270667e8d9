import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { valuesChecker } from "../records/checks.ts";
import { checkFile } from "../records/files.ts";
import { newRows } from "../records/new-rows.ts";
import {
  type ContractRow,
  insertContracts,
  insertPeople,
  insertRemunerations,
  type RemunerationRow,
  type StoredContract,
  type StoredPerson,
} from "./queries.ts";
import { alreadyExists } from "./refusals.ts";
import { checkContracts, type WorkforceLookups } from "./rules.ts";
import { type Contract, columns, contractsOf, type SentPerson } from "./values.ts";

/** Catalogues and files that people of a request refer to. */
export interface Found {
  lookups: WorkforceLookups;
  files: FoundEntities;
}

const checkFields = valuesChecker(columns);

/** Stores one person with contracts and remunerations. */
export async function createPerson(write: Write, sent: SentPerson, found: Found): Promise<StoredPerson> {
  const { tx, org, about } = write;
  // Inside the transaction, so that replays of an earlier request skip it.
  const files = await lockReferences(tx, org, found.files);
  refuse([...checkFields(sent), ...checkFile(sent, files)]);
  const { contracts: _, ...values } = sent;
  const contracts = contractsOf(sent);
  refuse(checkContracts({ ...values, contracts }, found.lookups));
  const person = newRows(write, [values])[0]!;
  const stored = await insertPeople(tx, org, [person]);
  if (!stored.has(person.id)) throw alreadyExists();
  const withIds = identified(contracts, []);
  storeContracts(write, partsOf(person.id, withIds));
  about(person.id);
  return { ...person, ...NEW, contracts: withIds };
}

const NEW = { status: "active", revision: 1, updatedAt: null, erasedAt: null } as const;

const byStart = (a: { startDate: string }, b: { startDate: string }) => (a.startDate < b.startDate ? -1 : 1);

/** The contracts by start date. Those that begin on the day of an earlier one have its id, and so have remunerations. */
export const identified = (contracts: readonly Contract[], earlier: readonly StoredContract[]): StoredContract[] =>
  contracts
    .map((contract) => {
      const before = earlier.find(({ startDate }) => startDate === contract.startDate);
      const remunerations = contract.remunerations
        .map((pay) => {
          const same = before?.remunerations.find(({ startDate }) => startDate === pay.startDate);
          return { ...pay, id: same?.id ?? newId() };
        })
        .sort(byStart);
      return { ...contract, remunerations, id: before?.id ?? newId() };
    })
    .sort(byStart);

interface Parts {
  contracts: readonly ContractRow[];
  remunerations: readonly RemunerationRow[];
}

export const partsOf = (ownWorkforceId: string, contracts: readonly StoredContract[]): Parts => ({
  contracts: contracts.map(({ remunerations: _, ...contract }) => ({ ...contract, ownWorkforceId })),
  remunerations: contracts.flatMap(({ id: contractId, remunerations }) =>
    remunerations.map((pay) => ({ ...pay, contractId })),
  ),
});

/** The person is locked, so no other transaction stores contracts of it meanwhile. */
export function storeContracts({ tx, org, send }: Write, { contracts, remunerations }: Parts): void {
  if (contracts.length > 0) send(insertContracts(tx, org, contracts));
  if (remunerations.length > 0) send(insertRemunerations(tx, org, remunerations));
}
