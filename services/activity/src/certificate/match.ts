import type { Write } from "@emissions/kit/db/transactions";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import { isOfMarket } from "../coverage/market.ts";
import { type MatchesOfInvoices, selectMatches } from "../coverage/queries.ts";
import { type CoveringMatch, mwhInYear, mwhRatio, sumOf, yearOf } from "../coverage/rules.ts";
import { facilityOwner } from "../facility/owner.ts";
import { invoices as kind } from "../invoice/invoice.ts";
import type { InvoiceRow } from "../invoice/row.ts";
import { concurrentChange } from "../records/custom-factors.ts";
import { restartRecords } from "../records/delete.ts";
import { inputsOf } from "../records/inputs.ts";
import { type InputCatalogues, type RecordInput, tableOf } from "../records/kind.ts";
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

interface Matching extends Pick<Write, "tx" | "org"> {
  context: InputCatalogues;
  certificate: CertificateRow;
  units: ReadonlyMap<string, UnitDetail>;
  /** Without it the match is only planned. */
  lock?: "lock";
}

interface Plan {
  held: Held;
  covered: { row: InvoiceRow; mwh: Decimal }[];
  hasMore: boolean;
}

/** Covers the named invoices, or all that fit. The transaction must not have locked anything. */
export async function match(write: Write, one: Omit<Matching, "tx" | "org">, ids: readonly string[], results: Results) {
  const { tx, org } = write;
  await lockMatching(tx, org);
  const { covered, hasMore } = await plan({ ...one, tx, org, lock: "lock" }, ids);
  return { ...(await cover(write, one, covered, results)), hasMore };
}

/** The inputs that the invoices of a match will have. */
export async function matchedInputs(matching: Matching, ids: readonly string[]): Promise<RecordInput[]> {
  const { held, covered } = await plan(matching, ids);
  const mwhOf = new Map(covered.map(({ row, mwh }) => [row.id, mwh]));
  const named = held.rows.filter(({ id }) => mwhOf.has(id));
  const rows = named.map((row) => ({ ...row, revision: row.revision + 1 }));
  const matchesOf = ({ id }: InvoiceRow) => withMatch(held.matches.get(id) ?? [], id, held.certificate, mwhOf.get(id)!);
  const matches = new Map(rows.map((row) => [row.id, matchesOf(row)]));
  return inputsOf(matching.context, kind, matching, rows, { isLocked: false, related: { matches } });
}

/** The matches of an invoice after one more of a certificate, as the database will have them. */
function withMatch(own: readonly CoveringMatch[], invoiceId: string, certificate: CertificateRow, mwh: Decimal) {
  const { id: certificateId, type, technology, country, productionStartDate, emissionRate } = certificate;
  const isSame = (match: CoveringMatch) => match.certificateId === certificateId;
  if (own.some(isSame))
    return own.map((match) => (isSame(match) ? { ...match, mwh: plain(mwh.plus(match.mwh)) } : match));
  const added = { id: "", certificateId, invoiceId, mwh: plain(mwh), type, technology, country };
  return [...own, { ...added, productionStartDate, emissionRate }];
}

const plan = (matching: Matching, ids: readonly string[]): Promise<Plan> =>
  ids.length > 0 ? planNamed(matching, ids) : planAll(matching);

/** The named invoices in their order. Refuses all of them with each mismatch. */
async function planNamed(matching: Matching, ids: readonly string[]): Promise<Plan> {
  const { tx, org } = matching;
  const seen = await selectRecords<InvoiceRow>(tx, org, TABLE, ids);
  const held = await holdCoverable(matching, seen);
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
  return { held, covered, hasMore: false };
}

/** All invoices that fit and are not covered, until the certificate is used up. */
async function planAll(matching: Matching): Promise<Plan> {
  const { candidates, hasMore } = await selectUncovered(matching);
  const held = await holdCoverable(matching, candidates);
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
  return { held, covered, hasMore: hasMore && left.gt(0) };
}

/** Uncovered candidates in their order, as many as the certificate can cover. */
async function selectUncovered({ tx, org, certificate, units }: Matching) {
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
async function holdCoverable(
  { tx, org, certificate, lock }: Matching,
  seen: readonly Pick<InvoiceRow, "id" | "facilityId">[],
) {
  const { lockLocations, selectLocations } = facilityOwner;
  const facilities = seen.map(({ facilityId }) => facilityId);
  const locations = await (lock ? lockLocations : selectLocations)(tx, org, facilities);
  const ids = seen.map(({ id }) => id);
  const rows = await selectRecords<InvoiceRow>(tx, org, TABLE, ids, lock);
  if (rows.some(({ facilityId }) => !locations.has(facilityId))) throw concurrentChange();
  const now = await selectCertificate(tx, org, certificate.id, lock);
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
  if (!isOfMarket(certificate, locations.get(invoice.facilityId)!.country)) return "CERTIFICATE_MARKET_MISMATCH";
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
  write: Write,
  { context, certificate }: Pick<Matching, "context" | "certificate">,
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
