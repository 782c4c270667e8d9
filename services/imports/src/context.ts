import type { Db } from "@emissions/kit/db";
import type { Base } from "@emissions/kit/run";
import type { Config } from "./config.ts";

/** Everything that handlers use. */
export interface Context {
  db: Db;
}

export const createContext = ({ db }: Base<Config>): Context => ({ db });
