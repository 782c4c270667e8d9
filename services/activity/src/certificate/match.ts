import type { Write } from "@emissions/kit/db/transactions";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { Decimal, ZERO } from "@emissions/quantity/decimal";
import { type MatchesOfInvoices, selectMatches } from "../coverage/queries.ts";
import { mwhInYear, mwhRatio, sumOf, yearOf } from "../coverage/rules.ts";
import { facilityOwner } from "../facility/owner.ts";
import { invoices as kind } from "../invoice/invoice.ts";
import type { InvoiceRow } from "../invoice/row.ts";
import { concurrentChange } from "../records/custom-factors.ts";
import { restartRecords } from "../records/delete.ts";

import { type InputCatalogues, tableOf } from "../records/kind.ts";
import type { Location } from "../records/owner.ts";
import type { Results } from "../records/record-write.ts";
import { selectRecords } from "../records/table.ts";
import { type Candidate, countMatches, lockMatching, selectCandidates, upsertMatches } from "./match-queries.ts";
import { Mismatches } from "./mismatches.ts";
import { type CertificateRow, selectCertificate } from "./queries.ts";

/** Invoices that one request covers. */
export const INVOICES_MAX = 1_000;
/** Invoices that one certificate covers, so that it can be deleted with them in one transaction. */
export const MATCHES_MAX = 5_000;
/** Certificates of one invoice, as calc takes them. */
export const CERTIFICATES_MAX = 50;
/** Candidates of one statement, and all that one request looks at. */
const PAGE = 500;
const PAGES_MAX = 200;

const TABLE = tableOf(kind);

interface Matching {
  context: InputCatalogues;
  write: Write;
  certificate: CertificateRow;
  units: ReadonlyMap<string, UnitDetail>;
}

/** Covers the named invoices in their order, or refuses all of them with each mismatch. */
export async function matchNamed(matching: Matching, ids: readonly string[], results: Results) {
  const { tx, org } = matching.write;
  await lockMatching(tx, org);
  const seen = await selectRecords<InvoiceRow>(tx, org, TABLE, ids);
  const held = await lockCoverable(matching, seen);
  const mismatches = new Mismatches(ids);
  const byId = new Map(held.rows.map((row) => [row.id, row]));
  let left = new Decimal(held.certificate.mwh).minus(held.certificate.mwhUsed);
  const covered = ids.flatMap((id) => {
    const row = byId.get(id);
    const free = row === undefined ? null : freeMwh(matching, held, row);
    if (typeof free === "string" || free === null) return mismatches.add(id, free);
    if (left.isZero()) return mismatches.add(id, "CERTIFICATE_USED_UP");
    const mwh = Decimal.min(free, left);
    left = left.minus(mwh);
    return [{ row: row!, mwh }];
  });
  mismatches.refuse();
  return { ...(await cover(matching, covered, results)), hasMore: false };
}

/** Covers all invoices that fit and are not covered, until the certificate is used up. */
export async function matchAll(matching: Matching, results: Results) {
  const { tx, org } = matching.write;
  await lockMatching(tx, org);
  const { candidates, hasMore } = await selectUncovered(matching);
  const held = await lockCoverable(matching, candidates);
  let left = new Decimal(held.certificate.mwh).minus(held.certificate.mwhUsed);
  const byId = new Map(held.rows.map((row) => [row.id, row]));
  const covered = candidates.flatMap(({ id }) => {
    const row = byId.get(id);
    const free = row === undefined || left.isZero() ? null : freeMwh(matching, held, row);
    if (free === null || typeof free === "string") return [];
    const mwh = Decimal.min(free, left);
    left = left.minus(mwh);
    return [{ row: row!, mwh }];
  });
  return { ...(await cover(matching, covered, results)), hasMore: hasMore && left.gt(0) };
}

/** Uncovered candidates in their order, as many as the certificate can cover. */
async function selectUncovered({ write: { tx, org }, certificate, units }: Matching) {
  const unitIds = [...units.keys()].filter((unit) => mwhRatio(unit, units) !== null);
  const free = MATCHES_MAX - (await countMatches(tx, org, certificate.id));
  const limit = Math.min(INVOICES_MAX, free);
  let left = new Decimal(certificate.mwh).minus(certificate.mwhUsed);
  const candidates: Candidate[] = [];
  let after: Candidate | null = null;
  for (let page = 0; page < PAGES_MAX && left.gt(0); page++) {
    const found: Candidate[] = await selectCandidates(tx, org, { certificate, unitIds, after, limit: PAGE });
    const matches = await selectMatches(
      tx,
      [org],
      found.map(({ id }) => id),
    );
    for (const candidate of found) {
      const mwh = uncovered(candidate, { certificate, units, matches });
      if (mwh.lte(0)) continue;
      if (candidates.length >= limit) return { candidates, hasMore: free > limit };
      candidates.push(candidate);
      left = left.minus(mwh);
      if (left.lte(0)) break;
    }
    if (found.length < PAGE) return { candidates, hasMore: false };
    after = found.at(-1)!;
  }
  return { candidates, hasMore: left.gt(0) };
}

interface Known {
  certificate: CertificateRow;
  units: ReadonlyMap<string, UnitDetail>;
  matches: MatchesOfInvoices;
}

/** MWh of the year of the certificate that no certificate covers. */
function uncovered(invoice: Omit<Candidate, "facilityId">, { certificate, units, matches }: Known): Decimal {
  const ratio = mwhRatio(invoice.unitId, units);
  const year = yearOf(certificate.productionStartDate);
  const own = matches.get(invoice.id) ?? [];
  const used = sumOf(own.filter((match) => yearOf(match.productionStartDate) === year));
  return ratio === null ? ZERO : mwhInYear(invoice, year, ratio).minus(used);
}

interface Held {
  certificate: CertificateRow;
  rows: readonly InvoiceRow[];
  locations: ReadonlyMap<string, Location>;
  matches: MatchesOfInvoices;
  /** Invoices that the certificate covers. */
  matchCount: number;
}

/** Locks facilities, then invoices, then the certificate, as every writer does. */
async function lockCoverable({ write, certificate }: Matching, seen: readonly Pick<InvoiceRow, "id" | "facilityId">[]) {
  const { tx, org } = write;
  const locations = await facilityOwner.lockLocations(
    tx,
    org,
    seen.map(({ facilityId }) => facilityId),
  );
  const ids = seen.map(({ id }) => id);
  const rows = await selectRecords<InvoiceRow>(tx, org, TABLE, ids, "lock");
  if (rows.some(({ facilityId }) => !locations.has(facilityId))) throw concurrentChange();
  const now = await selectCertificate(tx, org, certificate.id, "lock");
  if (now === null) throw concurrentChange();
  const [matches, matchCount] = await Promise.all([selectMatches(tx, [org], ids), countMatches(tx, org, now.id)]);
  return { certificate: now, rows, locations, matches, matchCount } satisfies Held;
}

/** MWh that the certificate can cover, or the reason why it covers none. */
function freeMwh({ units }: Matching, held: Held, invoice: InvoiceRow): Decimal | string {
  const { certificate, locations, matches, matchCount } = held;
  if (invoice.type !== "electricity") return "INVOICE_NOT_ELECTRICITY";
  const ratio = mwhRatio(invoice.unitId, units);
  if (ratio === null) return "INVOICE_UNIT_NOT_ENERGY";
  if (locations.get(invoice.facilityId)!.country !== certificate.country) return "CERTIFICATE_MARKET_MISMATCH";
  const year = yearOf(certificate.productionStartDate);
  if (yearOf(invoice.startDate) > year || yearOf(invoice.endDate) < year) return "CERTIFICATE_YEAR_MISMATCH";
  const mwh = uncovered(invoice, { certificate, units, matches });
  if (mwh.lte(0)) return "INVOICE_ALREADY_COVERED";
  const own = matches.get(invoice.id) ?? [];
  const isNew = own.every(({ certificateId }) => certificateId !== certificate.id);
  const isExceeded = isNew && (own.length >= CERTIFICATES_MAX || matchCount >= MATCHES_MAX);
  return isExceeded ? "CERTIFICATE_LIMIT_REACHED" : mwh;
}

async function cover(
  { context, write, certificate }: Matching,
  covered: readonly { row: InvoiceRow; mwh: Decimal }[],
  results: Results,
) {
  const { tx, org } = write;
  const matches = await upsertMatches(
    tx,
    org,
    covered.map(({ row, mwh }) => ({ certificateId: certificate.id, invoiceId: row.id, mwh })),
  );
  const rows = covered.map(({ row }) => row);
  await restartRecords(context, write, kind, rows, results);
  return { matches, certificate: (await selectCertificate(tx, org, certificate.id))! };
}
