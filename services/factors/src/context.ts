import type { Db } from "@emissions/kit/db";
import type { Base } from "@emissions/kit/run";
import { Catalogue } from "./catalogue/catalogue.ts";
import type { Config } from "./config.ts";

/** Everything a handler may touch. Tests build their own. */
export interface Context {
  db: Db;
  catalogue: Catalogue;
}

export const createContext = ({ db }: Base<Config>): Context => ({ db, catalogue: new Catalogue(db) });
