import type { Catalogue } from "./catalogue/catalogue.ts";

/** Everything a handler may touch. Tests build their own. */
export interface Context {
  catalogue: Catalogue;
}
