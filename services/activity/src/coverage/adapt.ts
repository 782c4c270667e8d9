import type { Write } from "@emissions/kit/db/transactions";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { plain } from "@emissions/quantity/decimal";
import { deleteMatches, lockCertificates, type MatchesOfInvoices, updateMatches } from "./queries.ts";
import { type Coverable, fitMatches, mwhRatio } from "./rules.ts";

interface Changed {
  /** As they are after the change, and locked. */
  invoices: readonly Coverable[];
  matches: MatchesOfInvoices;
  units: ReadonlyMap<string, UnitDetail>;
  countryOf(invoice: Coverable): string;
}

/** Gives back the MWh that changed invoices no longer have: the matches that are left, and the write. */
export function adaptMatches({ invoices, matches, units, countryOf }: Changed) {
  const kept = invoices.flatMap((invoice) => {
    const fit = { country: countryOf(invoice), ratio: mwhRatio(invoice.unitId, units) };
    return [...fitMatches(invoice, matches.get(invoice.id) ?? [], fit)];
  });
  const left = kept.flatMap(([match, mwh]) => (mwh === null ? [] : [{ ...match, mwh: plain(mwh) }]));
  const moves = kept.filter(([{ mwh }, is]) => !is?.eq(mwh));
  const store = async ({ tx, org }: Write) => {
    if (moves.length === 0) return;
    await lockCertificates(tx, org, [...new Set(moves.map(([{ certificateId }]) => certificateId))]);
    const gone = moves.flatMap(([{ id }, mwh]) => (mwh === null ? [id] : []));
    const smaller = moves.flatMap(([{ id }, mwh]) => (mwh === null ? [] : [{ id, mwh }]));
    if (gone.length > 0) await deleteMatches(tx, org, gone);
    if (smaller.length > 0) await updateMatches(tx, org, smaller);
  };
  return { related: { matches: Map.groupBy(left, ({ invoiceId }) => invoiceId) }, store };
}
