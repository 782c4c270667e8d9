import { testDatabase } from "@emissions/testkit/database";
import { MIGRATIONS } from "./migrations.ts";

/** A database with the tables of this service, for one test file. */
export const factorsDatabase = () => testDatabase("factors", MIGRATIONS);
