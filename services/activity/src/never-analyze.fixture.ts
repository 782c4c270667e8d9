import { activity } from "./activity.fixture.ts";

/** Keeps autovacuum from analyzing tables while they are empty. Kept plans would then depend on its moment. */
export async function neverAnalyze(...tables: string[]): Promise<void> {
  for (const table of tables) await activity.owner.unsafe(`alter table ${table} set (autovacuum_enabled = false)`);
}
