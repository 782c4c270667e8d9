import type { Principal } from "@emissions/kit/wire/principal";
import { unavailable } from "./errors.ts";

interface Shares {
  /** Of one API key, or of one user with a token. */
  key: number;
  organization: number;
  /** Of an organization at the top with all below it. */
  group: number;
  process: number;
}

/** The part of the sum that one request takes. */
export interface Share {
  /** Refuses with SERVICE_UNAVAILABLE when the process has no more. */
  add(amount: number): void;
  /** Gives all back; further calls, and further additions, do nothing. */
  release(): void;
}

type Owner = Pick<Principal, "organizationId" | "apiKeyId" | "userId" | "ancestors"> | null;

/** The organization at the top of the caller's group. */
export const rootOf = (owner: Pick<Principal, "organizationId" | "ancestors"> | null): string =>
  owner?.ancestors.at(-1)?.id ?? owner?.organizationId ?? "";

/** Limits a sum for each key, organization and group, and for the process, so that no caller takes all of it. */
export class SharedLimit {
  readonly #max: Shares;
  readonly #tooMuch: () => Error;
  /** Taken by each owner; without zeros. */
  readonly #taken = new Map<string, number>();

  /** `tooMuch` makes the refusal for a caller beyond its own share. */
  constructor(max: Shares, tooMuch: () => Error) {
    this.#max = max;
    this.#tooMuch = tooMuch;
  }

  /** Refuses an amount that would not fit now, and takes nothing. */
  check(owner: Owner, amount: number): void {
    this.#refuse(ownersOf(owner), amount);
  }

  /** A share without any amount yet. */
  open(owner: Owner): Share {
    const owners = ownersOf(owner);
    let [taken, isReleased] = [0, false];
    return {
      add: (amount) => {
        if (isReleased) return;
        this.#refuse(owners, amount);
        taken += amount;
        this.#add(owners, amount);
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#add(owners, -taken);
      },
    };
  }

  #refuse({ process, ...own }: Owners, amount: number): void {
    const fits = (name: string, max: number) => (this.#taken.get(name) ?? 0) + amount <= max;
    const { key, organization, group } = this.#max;
    if (!fits(own.key, key) || !fits(own.organization, organization) || !fits(own.group, group)) throw this.#tooMuch();
    if (!fits(process, this.#max.process)) throw unavailable();
  }

  #add(owners: Owners, amount: number): void {
    for (const name of Object.values(owners)) {
      const sum = (this.#taken.get(name) ?? 0) + amount;
      if (sum === 0) this.#taken.delete(name);
      else this.#taken.set(name, sum);
    }
  }
}

type Owners = Readonly<Record<keyof Shares, string>>;

function ownersOf(owner: Owner): Owners {
  const organization = owner?.organizationId ?? "";
  const key = `${organization}/${owner?.apiKeyId ?? owner?.userId ?? ""}`;
  return { key, organization, group: `group ${rootOf(owner)}`, process: "process" };
}
