import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import type { LedgerEntrySchema } from "@emissions/proto/calc/v1/ledger_service";
import { FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { FactorMethodSchema } from "@emissions/proto/factors/v1/selection_service";
import { Decimal } from "@emissions/quantity/decimal";
import type { GwpSet } from "@emissions/quantity/gases";
import { daysIn } from "@emissions/quantity/period";
import { spread, toWhole, wholeText } from "@emissions/quantity/whole";
import type { StoredImpact } from "../calculation/queries.ts";
import { LOCATION_BASED_PART } from "../inventory/statement.ts";
import { isNonEmpty, type Range } from "../total_impact/range.ts";
import type { Series } from "../total_impact/series.ts";
import type { Slice } from "../total_impact/slices.ts";
import { tonnes } from "../total_impact/tonnes.ts";
import type { ApartRow, LedgerRecord } from "./queries.ts";

type Entry = MessageInitShape<typeof LedgerEntrySchema>;

interface Recorded {
  record: LedgerRecord;
  impact: StoredImpact;
  series: Series;
}

/** The emissions of an impact on the days of each slice, exactly as the totals have them. */
export function entriesOf({ record, impact, series }: Recorded, slices: readonly Slice[], set: GwpSet | null): Entry[] {
  const co2e = set === null ? impact.co2e : impact.co2eBySet[set];
  return slices.flatMap((slice) => {
    const days = overlap(impact, slice);
    if (!isNonEmpty(days)) return [];
    return {
      recordId: record.recordId,
      recordRevision: record.revision,
      entityType: enumNumber(EntityTypeSchema, record.entityType),
      ...entryOf(series, slice, days, {
        co2e: massOn(co2e, impact, days),
        biogenicCo2: impact.biogenicCo2 && massOn(impact.biogenicCo2, impact, days),
      }),
    };
  });
}

/** Takes away what the impacts have and the totals of locked periods do not. */
export const apartEntry = ({ kg, biogenicCo2Kg }: ApartRow, series: Series, slice: Slice): Entry =>
  entryOf(series, slice, slice, {
    co2e: new Decimal(kg).neg(),
    biogenicCo2: series.biogenicStated ? new Decimal(biogenicCo2Kg).neg() : null,
  });

function overlap({ startDate, endDate }: Range, { startDate: first, endDate: last }: Range): Range {
  return { startDate: startDate > first ? startDate : first, endDate: endDate < last ? endDate : last };
}

/** The part of a mass on some days of its period. The last day of the period has the rest. */
function massOn(kg: Decimal, period: Range, days: Range): Decimal {
  const { each, last } = spread(toWhole(kg), daysIn(period.startDate, period.endDate));
  const whole = each * BigInt(daysIn(days.startDate, days.endDate));
  return new Decimal(wholeText(days.endDate === period.endDate ? whole - each + last : whole));
}

interface Masses {
  co2e: Decimal;
  biogenicCo2: Decimal | null;
}

function entryOf(series: Series, { organizationId, share }: Slice, days: Range, masses: Masses): Entry {
  const counting = (kg: Decimal) => tonnes(kg.times(share));
  const co2e = counting(masses.co2e);
  const { counted, scope, category, part, gwpSet, method, factorId, factorRevision, year, facilityId } = series;
  const isElectricity = scope === 2 && category === "electricity";
  const isLocationBased = counted ? !isElectricity : scope === 2 && part === LOCATION_BASED_PART;
  const { factorName, source, region, ghgCategory, marks } = series;
  return {
    organizationId,
    ...{ part, scope, category, ghgCategory, factorName, source, region, co2e },
    startDate: days.startDate,
    endDate: days.endDate,
    share: { value: share },
    ...(counted && { co2eMarketBased: co2e }),
    ...(isLocationBased && { co2eLocationBased: co2e }),
    ...(masses.biogenicCo2 !== null && { biogenicCo2: counting(masses.biogenicCo2) }),
    ...(gwpSet !== null && { gwpSet }),
    ...(method !== null && { method: enumNumber(FactorMethodSchema, method) }),
    ...(factorId !== null && { factorId }),
    ...(factorRevision !== null && { factorRevision }),
    ...(year !== null && { year }),
    ...(facilityId !== null && { facilityId }),
    marks: marks.map((mark) => enumNumber(FitnessMarkSchema, mark)),
  };
}
