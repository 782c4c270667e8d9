import { create } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type Factor,
  type FactorGas,
  type FactorMethod,
  FactorMethodSchema,
  FactorSchema,
  type GasValues,
  GasValuesSchema,
  type PriceBasis,
  PriceBasisSchema,
  type YearMeaning,
  YearMeaningSchema,
} from "@emissions/proto/factors/v1/selection_service";
import { type PublishedEdition, tableOf } from "./editions.ts";
import { methaneOriginOf } from "./methane-origin.ts";
import type { FactorRow, GasColumns, LibraryRow } from "./queries.ts";
import type { StandInRule } from "./stand-ins.ts";

/** A factor of the library. It creates its message on the first use, because few factors are ever sent. */
export class LibraryFactor implements FactorRow {
  readonly id: string;
  readonly revision: number;
  readonly category: string;
  readonly scheme: string;
  readonly key: string;
  readonly name: string;
  readonly region: string;
  readonly year: number;
  readonly unit: string;
  readonly priority: number;
  readonly source: string;
  readonly row: LibraryRow;
  readonly standIn: StandInRule;
  readonly edition: PublishedEdition | undefined;
  readonly #unitId: string;
  readonly #gases: readonly FactorGas[];
  #message: Factor | null = null;

  constructor(row: LibraryRow, { unitId, standIn, gases, edition }: FactorContext & { standIn: StandInRule }) {
    this.id = row.id;
    this.revision = row.revision;
    this.category = row.category;
    this.scheme = row.scheme;
    this.key = row.key;
    this.name = row.name;
    this.region = row.region;
    this.year = row.year;
    this.unit = row.unit;
    this.priority = row.priority;
    this.source = row.source;
    this.row = row;
    this.standIn = standIn;
    this.edition = edition;
    this.#unitId = unitId;
    this.#gases = gases;
  }

  get message(): Factor {
    this.#message ??= toFactor(this.row, {
      unitId: this.#unitId,
      standIn: this.standIn,
      gases: this.#gases,
      edition: this.edition,
    });
    return this.#message;
  }
}

interface FactorContext {
  unitId: string;
  /** Undefined for a retired factor of a removed dataset. */
  standIn: StandInRule | undefined;
  /** Of one unit of a refrigerant. Empty for other factors. */
  gases: readonly FactorGas[];
  /** Undefined for a dataset that `editions.csv` does not name. */
  edition: PublishedEdition | undefined;
}

export const toFactor = (row: LibraryRow, { unitId, standIn, gases, edition }: FactorContext): Factor =>
  create(FactorSchema, {
    id: row.id,
    revision: row.revision,
    name: row.name,
    category: row.category,
    key: row.key,
    region: row.region,
    year: row.year,
    unitId,
    unit: row.unit,
    values: toGasValues(row),
    gwpSet: row.gwpSet,
    source: row.source,
    licence: row.licence,
    method: enumNumber(FactorMethodSchema, row.method) as FactorMethod,
    note: row.note,
    group: row.groupPath,
    sourceKey: row.sourceKey,
    gases: [...gases],
    methaneOrigin: methaneOriginOf(row),
    ...(row.priceYear !== null && { priceYear: row.priceYear }),
    ...(row.priceBasis !== null && { priceBasis: enumNumber(PriceBasisSchema, row.priceBasis) as PriceBasis }),
    ...(row.pricePerPurchaserPrice !== null && { pricePerPurchaserPrice: { value: row.pricePerPurchaserPrice } }),
    ...(row.uncertaintyPercent !== null && { uncertaintyPercent: { value: row.uncertaintyPercent } }),
    ...(standIn && yearLimits(standIn)),
    ...(edition && { publication: toPublication(row, edition) }),
  });

/** The factor names what its edition leaves open: the heading in the publication, the row, and the year. */
function toPublication(row: LibraryRow, edition: PublishedEdition) {
  const { id: editionId, publisher, title, url, publishedOn, sha256, supersededBy } = edition;
  const table = tableOf(edition, row.category) || row.groupPath;
  return {
    publisher,
    document: title,
    ...(table !== "" && { tableName: table }),
    row: row.sourceKey || row.name,
    ...(url !== "" && { url }),
    publishedOn: publishedOn || String(row.sourceYear),
    ...(sha256 !== "" && { sha256 }),
    editionId,
    ...(supersededBy !== "" && { supersededBy }),
  };
}

const yearLimits = ({ yearMeans, earlierMax, laterMax }: StandInRule) => ({
  yearMeaning: enumNumber(YearMeaningSchema, yearMeans) as YearMeaning,
  ...(earlierMax !== null && { earlierMax }),
  ...(laterMax !== null && { laterMax }),
});

/** A gas without a published value is absent, not zero. */
export function toGasValues({ co2e, co2, ch4, n2o, biogenicCo2 }: GasColumns): GasValues {
  const published = Object.entries({ co2e, co2, ch4, n2o, biogenicCo2 }).filter(([, value]) => value !== null);
  return create(GasValuesSchema, Object.fromEntries(published.map(([gas, value]) => [gas, { value: value! }])));
}
