import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ExchangeRateSchema } from "@emissions/proto/factors/v1/exchange_rate_service";
import type {
  ConversionStepSchema,
  Factor,
  MaterialSelector,
  SpendSelector,
} from "@emissions/proto/factors/v1/selection_service";
import type { LibraryFactor } from "../catalogue/factor.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import { toExchangeRate } from "../exchange_rate/messages.ts";
import { rateOn } from "../exchange_rate/rules.ts";
import { CURRENCY, conversion, converts } from "./conversion.ts";
import { toConversionStep } from "./messages.ts";
import { GLOBAL, type Ranked, rank, reasonOfChoice, reasonOfRefusal, type Wish } from "./rules.ts";
import { findSector, findSupplierSector, type KeyStep, keySteps, plain, type Sector } from "./sectors.ts";

/** How many candidates an answer shows. */
const CANDIDATES_MAX = 10;

/** What an answer consists of; the handler turns it into a message. */
interface Answer {
  factor?: Factor;
  conversion?: MessageInitShape<typeof ConversionStepSchema>[];
  candidates?: { rank: number; chosen: boolean; reason: string; factor: Factor }[];
  failureCode?: string;
  failureDetail?: string;
  euroRate?: MessageInitShape<typeof ExchangeRateSchema>;
}

/** A selection whose form has been checked. */
export interface Asked {
  selector: { case: "spend"; value: SpendSelector } | { case: "material"; value: MaterialSelector };
  unitId: string;
  day: string;
}

/** The chosen factor with the way to its unit and the candidates, or the reason why there is none. */
export function resolve(snapshot: Snapshot, { selector, unitId, day }: Asked): Answer {
  const unit = snapshot.unitsById.get(unitId);
  if (unit === undefined) return failure("UNIT_NOT_FOUND", "The unit of the quantity is not in the catalogue.");
  const euro = unit.dimension === CURRENCY ? rateOn(snapshot.rates, unit.code, day) : null;
  const known = euro === null ? {} : { euroRate: toExchangeRate(euro, day) };

  const lookup =
    selector.case === "spend" ? spendSteps(snapshot, selector.value) : materialSteps(snapshot, selector.value);
  if ("failureCode" in lookup) return { ...known, ...lookup };

  const { category, steps } = lookup;
  const regions = regionsOf(snapshot, selector.value.country);
  const wish: Wish = { steps, regions, year: Number(day.slice(0, 4)), unit: unit.code };
  const unitOf = (code: string) => snapshot.unitsByCode.get(code);
  const ranked = rank<LibraryFactor>(wish, {
    factorsOf: (step) => snapshot.factors.get(factorKey(category, step.scheme, step.key)) ?? [],
    converts: (from, to) => {
      const [a, b] = [unitOf(from), unitOf(to)];
      return a !== undefined && b !== undefined && converts(a, b);
    },
  });
  return { ...known, ...answer({ snapshot, ranked, wish, day }) };
}

interface Choice {
  snapshot: Snapshot;
  ranked: readonly Ranked<LibraryFactor>[];
  wish: Wish;
  day: string;
}

function answer({ snapshot, ranked, wish, day }: Choice): Answer {
  const best = ranked[0];
  if (best === undefined) return failure("FACTOR_NOT_FOUND", `No factor for ${wish.steps[0]?.label ?? "it"}.`);
  const candidates = (chosen: boolean, reasonOfBest: string) =>
    ranked.slice(0, CANDIDATES_MAX).map((candidate, at) => ({
      rank: at + 1,
      chosen: chosen && at === 0,
      reason: at === 0 ? reasonOfBest : reasonOfRefusal(candidate, best, wish),
      factor: candidate.factor.message,
    }));

  const [from, to] = [snapshot.unitsByCode.get(wish.unit)!, snapshot.unitsByCode.get(best.factor.unit)];
  if (!best.fits || to === undefined) {
    const detail = `${from.code} fits no factor for ${best.step.label}.`;
    const shown = candidates(false, reasonOfRefusal(best, best, wish));
    return { candidates: shown, ...failure("UNIT_NOT_CONVERTIBLE", detail) };
  }
  const steps = conversion(from, to, snapshot.rates, day);
  if (steps === null) {
    const detail = `No exchange rate between ${from.code} and ${to.code} is known for ${day}.`;
    return { candidates: candidates(false, `Passed over: ${detail}`), ...failure("EXCHANGE_RATE_MISSING", detail) };
  }
  return {
    factor: best.factor.message,
    conversion: steps.map((step) => toConversionStep(step, day)),
    candidates: candidates(true, reasonOfChoice(best, wish)),
  };
}

type Lookup = { category: string; steps: KeyStep[] } | Failure;
type Failure = ReturnType<typeof failure>;

const failure = (failureCode: string, failureDetail: string) => ({ failureCode, failureDetail });

/** The supplier's code says more about what it sells than the sector that somebody typed. */
function spendSteps({ sectors }: Snapshot, { sector, supplierCodeType, supplierCode }: SpendSelector): Lookup {
  const bySupplier = supplierCode === "" ? null : findSupplierSector(sectors, supplierCodeType, supplierCode);
  const found: Sector | null = bySupplier ?? findSector(sectors, sector);
  if (found !== null) return { category: "spend", steps: keySteps(sectors, found) };
  return failure(
    "SECTOR_NOT_MAPPED",
    "Neither the supplier's code nor the sector is a code or title of NACE, UK SIC or NAICS; sections are too broad.",
  );
}

function materialSteps({ materials }: Snapshot, { productName, sector }: MaterialSelector): Lookup {
  const key = materials.get(plain(productName)) ?? materials.get(plain(sector));
  if (key === undefined)
    return failure(
      "FACTOR_NOT_FOUND",
      'Neither the product name nor the sector is a material of the library, such as "Paper and board: paper".',
    );
  return { category: "materials", steps: [{ scheme: "material", key, label: `material ${key}` }] };
}

/** From the country to everywhere; without a known country only what stands for everywhere. */
function regionsOf({ countriesByCode }: Snapshot, code: string): string[] {
  const country = countriesByCode.get(code);
  if (country === undefined) return [GLOBAL];
  return [country.code, country.subregion, country.region, GLOBAL].filter(Boolean);
}
