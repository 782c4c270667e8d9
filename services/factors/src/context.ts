import { type Client, createClient } from "@connectrpc/connect";
import type { Db } from "@emissions/kit/db/transactions";
import type { Base } from "@emissions/kit/run";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { Catalogue } from "./catalogue/catalogue.ts";
import type { Config } from "./config.ts";
import { osrmService, type RoadService } from "./place/road-service.ts";

export interface Context {
  db: Db;
  catalogue: Catalogue;
  /** Client of the imports service. */
  files: Client<typeof FileService>;
  /** Base URL of the API for clients, without a trailing slash. */
  publicUrl: string;
  /** Null without DISTANCE_URL: distances by road are estimated. */
  roads: RoadService | null;
}

export const createContext = ({ config, db, connectTo, log }: Base<Config>): Context => ({
  db,
  catalogue: new Catalogue(db),
  files: createClient(FileService, connectTo("imports", config.IMPORTS_URL)),
  publicUrl: config.PUBLIC_URL.replace(/\/+$/, ""),
  roads: config.DISTANCE_URL === undefined ? null : osrmService({ url: config.DISTANCE_URL, log }),
});
