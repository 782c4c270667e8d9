import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";

export interface LinkRow {
  id: string;
  surveyId: string;
  surveyRowId: string | null;
  expiresAt: Date;
  createdBy: string | null;
  createdAt: Date;
}

export const toLink = (row: LinkRow, token?: string) => ({
  id: row.id,
  surveyId: row.surveyId,
  surveyRowId: row.surveyRowId ?? undefined,
  token,
  expiresAt: timestampFromDate(row.expiresAt),
  createdBy: row.createdBy ?? undefined,
  createdAt: timestampFromDate(row.createdAt),
});

export interface NewLink {
  id: string;
  surveyRowId: string | null;
  tokenHash: Buffer;
}

interface NewLinks {
  surveyId: string;
  expiresInDays: number;
  createdBy: string | null;
  links: readonly NewLink[];
}

/** A new link of a row replaces the former one. In the order of `links`. */
export async function insertLinks(tx: Tx, org: string, { surveyId, expiresInDays, createdBy, links }: NewLinks) {
  const rows = await tx<LinkRow[]>`
    insert into survey_links (organization_id, id, survey_id, survey_row_id, token_hash, expires_at, created_by)
    select ${org}::uuid, l.id, ${surveyId}::uuid, l.survey_row_id, decode(l.token_hash, 'hex'),
      now() + make_interval(days => ${expiresInDays}::int), ${createdBy}::uuid
    from unnest(
      ${links.map(({ id }) => id)}::uuid[],
      ${links.map(({ surveyRowId }) => surveyRowId)}::uuid[],
      ${links.map(({ tokenHash }) => tokenHash.toString("hex"))}::text[]) as l (id, survey_row_id, token_hash)
    order by l.survey_row_id
    on conflict (organization_id, survey_row_id) where survey_row_id is not null do update set id = excluded.id,
      token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_by = excluded.created_by,
      created_at = excluded.created_at
    returning *`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return links.map(({ id }) => byId.get(id)!);
}

/** The link of a token that works. */
export async function selectLink(tx: Tx, org: string, tokenHashes: Buffer[]): Promise<LinkRow | null> {
  const [row] = await tx<LinkRow[]>`
    select * from survey_links where organization_id = ${org} and token_hash in ${tx(tokenHashes)} and expires_at > now()`;
  return row ?? null;
}

/** Links of the survey itself, without those of its rows. */
export async function countLinks(tx: Tx, org: string, surveyId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from survey_links
    where organization_id = ${org} and survey_id = ${surveyId} and survey_row_id is null`;
  return row.count;
}

/** False for a link that does not exist. */
export async function deleteLink(tx: Tx, org: string, surveyId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const gone = await tx`
    delete from survey_links where organization_id = ${org} and survey_id = ${surveyId} and id = ${id} returning id`;
  return gone.length > 0;
}
