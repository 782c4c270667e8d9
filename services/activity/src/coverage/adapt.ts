import type { Write } from "@emissions/kit/db/transactions";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { deleteMatches, lockCertificates, type MatchesOfInvoices, selectMatches, updateMatches } from "./queries.ts";
import { type Coverable, fitMatches, mwhRatio } from "./rules.ts";

interface Changed {
  /** As they are after the change, and locked. */
  invoices: readonly Coverable[];
  matches: MatchesOfInvoices;
  units: ReadonlyMap<string, UnitDetail>;
  countryOf(invoice: Coverable): string;
}

/** Gives back the MWh that changed invoices no longer have. Returns the matches that are left. */
export async function adaptMatches({ tx, org }: Write, changed: Changed): Promise<MatchesOfInvoices> {
  const { invoices, matches, units } = changed;
  const moves = invoices.flatMap((invoice) => {
    const fit = { country: changed.countryOf(invoice), ratio: mwhRatio(invoice.unitId, units) };
    return [...fitMatches(invoice, matches.get(invoice.id) ?? [], fit)].filter(([{ mwh }, is]) => !is?.eq(mwh));
  });
  if (moves.length === 0) return matches;
  await lockCertificates(tx, org, [...new Set(moves.map(([{ certificateId }]) => certificateId))]);
  const gone = moves.flatMap(([{ id }, mwh]) => (mwh === null ? [id] : []));
  const smaller = moves.flatMap(([{ id }, mwh]) => (mwh === null ? [] : [{ id, mwh }]));
  if (gone.length > 0) await deleteMatches(tx, org, gone);
  if (smaller.length > 0) await updateMatches(tx, org, smaller);
  return selectMatches(tx, [org], [...matches.keys()]);
}
