import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { announceStored } from "./announce.ts";
import { namesOf, pinOf } from "./custom-factors.ts";
import { toInput } from "./inputs.ts";
import type { Lookups, StoredRecord } from "./kind.ts";
import type { Parts } from "./parts.ts";
import { NOT_CALCULATED } from "./table.ts";

interface New<V, L> {
  values: V;
  found: Lookups & L;
  caller: Awaited<ReturnType<Parts<object, object, object>["callerOf"]>>;
}

/** Stores one record and announces it; returns its message. */
export async function createRecord<V extends object, L extends object, R extends object>(
  { kind, rules, writer, ownerOf, toMessage }: Parts<V, L, R>,
  write: Write,
  { values, found, caller: { organization, user } }: New<V, L>,
) {
  const { tx, org, principal, send, about } = write;
  const countryOf = await kind.owner?.lockCountries(tx, org, [ownerOf(values)]);
  const country = countryOf ? (countryOf.get(ownerOf(values)) ?? "") : organization.country;
  const related = (await kind.selectRelated?.(tx, [org], [values], "lock")) as R;
  const lookups = { ...found, ...related };
  // Inside the transaction, so that replays of an earlier request skip it.
  refuse(rules.checkAll(values, lookups, { org, country, inBatch: false, owners: countryOf }));
  const row: V & StoredRecord = {
    ...values,
    ...pinOf(namesOf(values), lookups.factors),
    ...kind.derive?.(values, lookups),
    ...NOT_CALCULATED,
    id: newId(),
    organizationId: org,
    revision: 1,
    uploadedBy: principal.userId,
    createdAt: new Date(),
    updatedAt: null,
  };
  about(row.id);
  send(writer.insert(tx, org, [row]));
  announceStored(write, [toInput(kind, row, { ...lookups, gwpSet: organization.gwpSet, country })]);
  return toMessage(row, lookups, user);
}
