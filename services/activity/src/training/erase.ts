import type { Write } from "@emissions/kit/db/transactions";
import { clearTrainings } from "./queries.ts";

/** Clears all texts of the trainings of these people. Hours and days stay, so that figures of the past stay. */
export async function eraseTrainings({ tx, org }: Write, ids: readonly string[]): Promise<void> {
  await clearTrainings(tx, org, ids);
}
