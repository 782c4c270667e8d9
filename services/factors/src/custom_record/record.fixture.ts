import type { Client } from "@connectrpc/connect";
import type { Principal } from "@emissions/kit/wire/principal";
import { CustomDatabaseService, GasType, RecordTag } from "@emissions/proto/factors/v1/custom_database_service";
import { type Factors, organization } from "../factors.fixture.ts";

export const KG = "61743a63-ff70-459c-9567-5eee8f7dfd5c";
export const KWH = "ba80e6cb-86a4-4bb1-a0c5-8104365d523c";

const { CO2E, CO2, CH4, N2O } = GasType;
export const gas = (gasType: GasType, value: string, days: { startDate?: string; endDate?: string } = {}) => ({
  gasType,
  value: { value },
  ...days,
});

export const simple = {
  name: "Residual waste",
  unitId: KG,
  tag: RecordTag.SIMPLE,
  activityCategories: ["wastes"],
  factors: [gas(CO2E, "2.50")],
};
export const advanced = {
  name: "Wood chips",
  unitId: KG,
  tag: RecordTag.ADVANCED,
  activityCategories: ["stationary"],
  factors: [gas(N2O, "0.03"), gas(CO2, "1.70"), gas(CH4, "0.5")],
};
export const full = {
  ...advanced,
  tag: RecordTag.FULL,
  factors: [...advanced.factors, gas(CO2E, "1.8")],
};

/** An empty version of a new organization. */
export async function version(factors: Factors, us: Principal = organization()) {
  const databases = factors.as(us, CustomDatabaseService);
  const { database } = await databases.createCustomDatabase({ name: "Ours" });
  const { version } = await databases.createCustomVersion({ databaseId: database!.id, name: "2025" });
  const path = { databaseId: database!.id, sourceId: version!.id };
  return {
    us,
    path,
    databases,
    add: async (values: Parameters<Client<typeof CustomDatabaseService>["createCustomRecord"]>[0] = simple) =>
      (await databases.createCustomRecord({ ...path, ...values })).record!,
    change: async (recordId: string, values: object, paths: string[]) =>
      (await databases.updateCustomRecord({ ...path, recordId, ...values, updateMask: { paths } })).record!,
  };
}
