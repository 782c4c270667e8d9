import { isId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import type { LogisticsFuel, TransportOperationCategory } from "@emissions/proto/factors/v1/freight_service";
import { parse, plain } from "@emissions/quantity/decimal";
import { checkCountry } from "../checks.ts";
import type { Context } from "../context.ts";
import { runOf } from "../freight_run/run.ts";
import { checkProject, lookUpProjects } from "../project/own.ts";
import type { Caller, CheckContext } from "../records/kind.ts";
import { plateKey } from "../vehicle/plate.ts";
import type { Recharge, RechargeNames } from "./rules.ts";

/** Catalogues and projects that recharges refer to, by id. */
export interface Fuels {
  logisticsFuels: ReadonlyMap<string, LogisticsFuel>;
  tocs: ReadonlyMap<string, TransportOperationCategory>;
  countries: ReadonlyMap<string, Country>;
  projects: ReadonlySet<string>;
}

const NONE: Fuels = { logisticsFuels: new Map(), tocs: new Map(), countries: new Map(), projects: new Set() };
const COUNTRY = /^[A-Z]{2}$/;

/** Rows have the names of the catalogues, so that replies need none. */
export async function lookUpFuels(
  { db, logisticsFuels, tocs, countries }: Context,
  call: Caller,
  named: readonly Recharge[],
  purpose: "price" | "show",
): Promise<Fuels> {
  if (purpose === "show") return NONE;
  const namesProject = named.some(({ projectId }) => projectId);
  const [fuels, categories, known, projects] = await Promise.all([
    logisticsFuels.all(),
    tocs.all(),
    countries.all(),
    namesProject ? db.read(call, (tx, org) => lookUpProjects(tx, org, named)) : new Set<string>(),
  ]);
  return { logisticsFuels: fuels, tocs: categories, countries: known, projects };
}

/** The contract answers an unknown fuel with 404 NOT_FOUND. Malformed ids have the violation of their field. */
export function checkNames(
  { fuelId, tocId, country, projectId }: Recharge,
  { logisticsFuels, tocs, countries, projects }: Fuels,
  { inBatch }: CheckContext,
): Check[] {
  const checks = COUNTRY.test(country) ? checkCountry("country", country, countries) : [];
  if (isId(fuelId) && !logisticsFuels.has(fuelId)) {
    if (!inBatch) throw notFound("logistics fuel");
    checks.push(violation("fuel_id", "NOT_FOUND", "does not exist"));
  }
  if (tocId !== null && isId(tocId) && !tocs.has(tocId)) checks.push(unknown("toc_id"));
  return [...checks, ...checkProject({ projectId }, projects)];
}

/** The derived columns of a valid recharge. */
export function derived(
  recharge: Recharge,
  { logisticsFuels, tocs }: Fuels,
): { [K in keyof RechargeNames]: RechargeNames[K] | null } {
  const fuel = logisticsFuels.get(recharge.fuelId);
  const { vehicleLicensePlate } = recharge;
  return {
    plateKey: vehicleLicensePlate === null ? null : plateKey(vehicleLicensePlate),
    fuelName: fuel?.name ?? null,
    unitId: fuel?.unitId ?? null,
    vehicleType: tocs.get(recharge.tocId ?? "")?.toc ?? null,
    dedupKey: keyOf(recharge),
    run: runOf({ ...recharge, day: recharge.date }),
    isCounted: true,
  };
}

/** Equal numbers have one text. Recharges without a plate are equal in the rest. */
const keyOf = ({ country, date, quantity, vehicleLicensePlate }: Recharge): string =>
  [country, date, plain(parse(quantity)), vehicleLicensePlate === null ? "" : plateKey(vehicleLicensePlate)].join(" ");
