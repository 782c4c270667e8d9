import type { Client } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/id";
import { type PrincipalSigner, servicePrincipal } from "@emissions/kit/principal";
import type { UnitDetail, UnitService } from "@emissions/proto/factors/v1/unit_service";

const FRESH_MS = 60_000;
/** Units belong to no organization, so they are asked for in the name of none. */
const NOBODY = servicePrincipal(NIL_ID);

/** The units of the factors service, by id, so that recording an activity asks nobody. */
export class Units {
  readonly #client: Client<typeof UnitService>;
  readonly #signer: PrincipalSigner;
  #known: ReadonlyMap<string, UnitDetail> | null = null;
  #freshUntil = 0;
  #loading: Promise<ReadonlyMap<string, UnitDetail>> | null = null;

  constructor(client: Client<typeof UnitService>, signer: PrincipalSigner) {
    this.#client = client;
    this.#signer = signer;
  }

  /** Units are only ever added, so an old list serves on while the factors service is away. */
  async all(): Promise<ReadonlyMap<string, UnitDetail>> {
    if (this.#known !== null && Date.now() < this.#freshUntil) return this.#known;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#known === null ? this.#loading : this.#loading.catch(() => this.#known!);
  }

  /** Other replicas learn of it when their list is no longer fresh. */
  drop(): void {
    this.#freshUntil = 0;
  }

  async #load(): Promise<ReadonlyMap<string, UnitDetail>> {
    const { details } = await this.#client.listUnits({}, { headers: this.#signer.headers(NOBODY) });
    this.#known = new Map(details.flatMap((detail) => (detail.unit ? [[detail.unit.id, detail]] : [])));
    this.#freshUntil = Date.now() + FRESH_MS;
    return this.#known;
  }
}
