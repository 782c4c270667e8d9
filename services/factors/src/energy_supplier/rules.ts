import { EnergySupplierType } from "@emissions/proto/factors/v1/energy_supplier_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { derived, factorsIn } from "../catalogue/derived.ts";

export interface Supplier {
  id: string;
  name: string;
  country: string;
  type: EnergySupplierType;
  category: string;
  key: string;
}

const ELECTRICITY = { category: "electricity_supplier", type: EnergySupplierType.ELECTRICITY };

/** All suppliers with a factor for one country, sorted by country and name. The latest factor gives the name. */
export const suppliers = derived((snapshot): readonly Supplier[] => {
  const { category, type } = ELECTRICITY;
  const own = factorsIn(snapshot, category).filter(({ region }) => snapshot.countriesByCode.has(region));
  const bySupplier = Map.groupBy(own, ({ region, key }) => `${region}/${key}`);
  return [...bySupplier]
    .map(([path, factors]) => {
      const { name, region, key } = factors.reduce((latest, one) => (one.year > latest.year ? one : latest));
      return { id: catalogueId("energy_supplier", path), name, country: region, type, category, key };
    })
    .sort((a, b) => compare(a.country, b.country) || compare(a.name, b.name) || compare(a.key, b.key));
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
