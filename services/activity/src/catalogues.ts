import { createClient, type Transport } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/process/id";
import { type PrincipalSigner, servicePrincipal } from "@emissions/kit/wire/principal";
import { type Country, CountryService } from "@emissions/proto/factors/v1/country_service";
import { EnergySupplierService, type LibrarySupplier } from "@emissions/proto/factors/v1/energy_supplier_service";
import { type UnitDetail, UnitService } from "@emissions/proto/factors/v1/unit_service";
import { type LerCode, type RdCode, WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";

const FRESH_MS = 60_000;
/** These lists are the same for every organization, so they are asked for in the name of none. */
const NOBODY = servicePrincipal(NIL_ID);

/** A list of the factors service, kept at hand so that recording an activity asks nobody. */
export class CachedCatalogue<T> {
  readonly #load: () => Promise<ReadonlyMap<string, T>>;
  #known: ReadonlyMap<string, T> | null = null;
  #freshUntil = 0;
  #loading: Promise<ReadonlyMap<string, T>> | null = null;

  constructor(load: () => Promise<ReadonlyMap<string, T>>) {
    this.#load = load;
  }

  /** Such lists only ever grow, so an old one serves on while the factors service is away. */
  async all(): Promise<ReadonlyMap<string, T>> {
    if (this.#known !== null && Date.now() < this.#freshUntil) return this.#known;
    this.#loading ??= this.#reload().finally(() => {
      this.#loading = null;
    });
    return this.#known === null ? this.#loading : this.#loading.catch(() => this.#known!);
  }

  /** Other replicas learn of it when their list is no longer fresh. */
  drop(): void {
    this.#freshUntil = 0;
  }

  async #reload(): Promise<ReadonlyMap<string, T>> {
    this.#known = await this.#load();
    this.#freshUntil = Date.now() + FRESH_MS;
    return this.#known;
  }
}

export interface Catalogues {
  /** By id. */
  units: CachedCatalogue<UnitDetail>;
  /** By alpha-2 code. */
  countries: CachedCatalogue<Country>;
  /** By id. */
  lerCodes: CachedCatalogue<LerCode>;
  /** By id. */
  rdCodes: CachedCatalogue<RdCode>;
  /** By id: who sells electricity, with category and key of the library. */
  energySuppliers: CachedCatalogue<LibrarySupplier>;
}

export function factorCatalogues(factors: Transport, signer: PrincipalSigner): Catalogues {
  const [units, countries] = [createClient(UnitService, factors), createClient(CountryService, factors)];
  const suppliers = createClient(EnergySupplierService, factors);
  const wastes = createClient(WasteCatalogueService, factors);
  const asked = () => ({ headers: signer.headers(NOBODY) });
  return {
    units: new CachedCatalogue(async () => {
      const { details } = await units.listUnits({}, asked());
      return new Map(details.flatMap((detail) => (detail.unit ? [[detail.unit.id, detail]] : [])));
    }),
    countries: new CachedCatalogue(async () => {
      const list = await countries.listCountries({}, asked());
      return new Map(list.countries.map((country) => [country.code, country]));
    }),
    lerCodes: new CachedCatalogue(async () => byId((await wastes.listLerCodes({}, asked())).codes)),
    rdCodes: new CachedCatalogue(async () => byId((await wastes.listRdCodes({}, asked())).codes)),
    energySuppliers: new CachedCatalogue(async () => {
      const { suppliers: all } = await suppliers.lookUpEnergySuppliers({}, asked());
      return new Map(all.flatMap((one) => (one.supplier ? [[one.supplier.id, one]] : [])));
    }),
  };
}

const byId = <T extends { id: string }>(codes: readonly T[]) => new Map(codes.map((code) => [code.id, code]));
