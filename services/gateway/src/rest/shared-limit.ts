import type { Principal } from "@emissions/kit/wire/principal";
import { unavailable } from "./errors.ts";

interface Shares {
  /** Of one API key, or of one user with a token. */
  key: number;
  organization: number;
  process: number;
}

/** Gives a share back; further calls do nothing. */
export type ReleaseShare = () => void;

type Owner = Pick<Principal, "organizationId" | "apiKeyId" | "userId"> | null;

/** Limits a sum for each key, each organization and the process, so that no caller takes all of it. */
export class SharedLimit {
  readonly #max: Shares;
  readonly #tooMuch: () => Error;
  /** Taken shares by key, organization and process; without zeros. */
  readonly #taken = new Map<string, number>();

  /** `tooMuch` makes the refusal for a caller beyond its own share. */
  constructor(max: Shares, tooMuch: () => Error) {
    this.#max = max;
    this.#tooMuch = tooMuch;
  }

  /** Refuses with SERVICE_UNAVAILABLE when the process has no share left. */
  take(owner: Owner, amount: number): ReleaseShare {
    const organization = owner?.organizationId ?? "";
    const key = `${organization}/${owner?.apiKeyId ?? owner?.userId ?? ""}`;
    const fits = (name: string, max: number) => (this.#taken.get(name) ?? 0) + amount <= max;
    if (!fits(key, this.#max.key) || !fits(organization, this.#max.organization)) throw this.#tooMuch();
    if (!fits(PROCESS, this.#max.process)) throw unavailable();
    for (const name of [key, organization, PROCESS]) this.#add(name, amount);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const name of [key, organization, PROCESS]) this.#add(name, -amount);
    };
  }

  #add(name: string, amount: number): void {
    const sum = (this.#taken.get(name) ?? 0) + amount;
    if (sum === 0) this.#taken.delete(name);
    else this.#taken.set(name, sum);
  }
}

const PROCESS = "process";
