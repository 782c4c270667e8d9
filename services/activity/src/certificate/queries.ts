import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@emissions/kit/db/transactions";
import { parse, plain } from "@emissions/quantity/decimal";
import { valuesWriter } from "../records/columns.ts";
import { COLUMNS, type NewCertificate } from "./rules.ts";

export interface CertificateRow extends NewCertificate {
  organizationId: string;
  id: string;
  mwhUsed: string;
  uploadedBy: string | null;
  createdAt: Date;
  updatedAt: Date | null;
}

const toValues = valuesWriter(COLUMNS);

export const toCertificate = (row: CertificateRow) => ({
  id: row.id,
  organizationId: row.organizationId,
  values: toValues(row),
  mwhUsed: { value: plain(parse(row.mwhUsed)) },
  mwhLeft: { value: plain(parse(row.mwh).minus(row.mwhUsed)) },
  uploadedBy: row.uploadedBy ?? undefined,
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
});

const named = (prefix: string) => COLUMNS.map(({ name }) => `${prefix}${name}`).join(", ");
const INSERT = `
  insert into certificates (organization_id, uploaded_by, id, ${named("")})
  select $1::uuid, $2::uuid, r.id, ${named("r.")}
  from json_to_recordset($3::text::json) as r (id uuid, ${COLUMNS.map(({ name, type }) => `${name} ${type}`).join(", ")})
  order by r.id returning *`;
const UPDATE = `
  update certificates set ${COLUMNS.map(({ name, type }, at) => `${name} = $${at + 3}::${type}`).join(", ")},
    updated_at = now()
  where organization_id = $1 and id = $2 returning *`;

type Values = Record<string, string | null>;

/** In the order of the ids. */
export function insertCertificates(
  tx: Tx,
  org: string,
  uploadedBy: string | null,
  certificates: readonly (NewCertificate & { id: string })[],
) {
  const rows = certificates.map((values) => ({
    id: values.id,
    ...Object.fromEntries(COLUMNS.map(({ name, key }) => [name, (values as unknown as Values)[key] ?? null])),
  }));
  return tx.unsafe<CertificateRow[]>(INSERT, [org, uploadedBy, JSON.stringify(rows)]);
}

/** A lock prevents matches and changes of the certificate until the transaction ends. */
export async function selectCertificate(tx: Tx, org: string, id: string, lock?: "lock") {
  const [row] = await tx<CertificateRow[]>`
    select * from certificates where organization_id = ${org} and id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

export async function updateCertificate(tx: Tx, org: string, id: string, values: NewCertificate) {
  const cells = COLUMNS.map(({ key }) => (values as unknown as Values)[key] ?? null);
  const [row] = await tx.unsafe<[CertificateRow]>(UPDATE, [org, id, ...cells]);
  return row;
}

export const deleteCertificate = (tx: Tx, org: string, id: string) => tx`
  delete from certificates where organization_id = ${org} and id = ${id}`;
