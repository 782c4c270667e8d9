import type { Tx } from "@emissions/kit/db/transactions";
import { busy, conflict } from "@emissions/kit/wire/errors";
import type { GroupLimits } from "../config.ts";
import { type NodeRow, selectGroup } from "../organization/queries.ts";
import { lockRoot, selectRoot } from "./queries.ts";

/** A share has 4 decimals, and a product of shares at most 40. */
const LEVELS_MAX = 10;

/** Waits for other changes of places in the group, and prevents new ones until the transaction ends. */
export async function lockGroup(tx: Tx): Promise<string> {
  const root = await selectRoot(tx);
  await lockRoot(tx, root);
  // The group may have joined another one meanwhile.
  if ((await selectRoot(tx)) !== root)
    throw busy("RECORD_CHANGED_MEANWHILE", "Another request changed the group. Try again.");
  return root;
}

/** The group of the transaction's organization, to check places in it. */
export class Group {
  readonly #nodes: ReadonlyMap<string, NodeRow>;

  constructor(nodes: readonly NodeRow[]) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
  }

  static async of(tx: Tx): Promise<Group> {
    return new Group(await selectGroup(tx));
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** 1 for the root. */
  levelOf(id: string): number {
    return this.#pathOf(id).length;
  }

  /** Levels of an organization and all below it. */
  heightOf(id: string): number {
    const above = this.levelOf(id) - 1;
    const below = [...this.#nodes.keys()].filter((node) => this.isIn(node, id));
    return Math.max(...below.map((node) => this.levelOf(node) - above));
  }

  /** Whether an organization is `top` or below it. */
  isIn(id: string, top: string): boolean {
    return this.#pathOf(id).includes(top);
  }

  /** From the organization up to the root. The tree has no cycles. */
  #pathOf(id: string): string[] {
    const path: string[] = [];
    for (let node = this.#nodes.get(id); node !== undefined; node = this.#nodes.get(node.parentId ?? "")) {
      path.push(node.id);
    }
    return path;
  }
}

/** `organizations` includes the top of the group. */
export function refuseFull(organizations: number, { organizationsMax }: GroupLimits): void {
  if (organizations - 1 > organizationsMax)
    throw conflict("GROUP_FULL", `A group has at most ${organizationsMax} organizations below its top.`);
}

export function refuseTooManyKeys(keys: number, { apiKeysMax }: GroupLimits): void {
  if (keys > apiKeysMax)
    throw conflict("API_KEY_LIMIT_REACHED", `The group would have more than ${apiKeysMax} active keys; revoke some.`);
}

export function refuseTooDeep(levels: number): void {
  if (levels > LEVELS_MAX) throw conflict("GROUP_TOO_DEEP", `A group has at most ${LEVELS_MAX} levels.`);
}

export const belowItself = () => conflict("ORGANIZATION_BELOW_ITSELF", "An organization cannot be below itself.");
