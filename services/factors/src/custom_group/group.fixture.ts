import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { GasType, RecordTag } from "@emissions/proto/factors/v1/custom_database_service";
import {
  type CreateCustomGroupRequestSchema,
  type CreateGroupFactorRequestSchema,
  CustomGroupService,
  GroupCategory,
} from "@emissions/proto/factors/v1/custom_group_service";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import * as refusal from "@emissions/testkit/in-memory";
import { startFactors } from "../factors.fixture.ts";

export type NewGroup = MessageInitShape<typeof CreateCustomGroupRequestSchema>;
export type NewFactor = MessageInitShape<typeof CreateGroupFactorRequestSchema>;

/** An invalid request, and the expected violation. */
export interface InvalidCase<R> {
  what: string;
  sent: R;
  expected: string;
}

/** The service with the real catalogue and its own database, called over Connect like by the gateway. */
export async function startGroups() {
  const factors = await startFactors();
  const units = factors.snapshot.unitsByCode;
  const as = (principal: Principal) => factors.as(principal, CustomGroupService);
  const unit = (code: string) => units.get(code)!.id;
  return {
    ...factors,
    as,
    /** As the gateway calls it for the organization, without a user. */
    light: ({ organizationId, ancestors }: Principal, category: string) =>
      as({ ...servicePrincipal(organizationId), ancestors }).listLightGroups({ category }),
    /** As the imports service calls it. */
    fileUses: ({ organizationId }: Principal) => factors.as(servicePrincipal(organizationId), FileUseService),
    unit,
    group: async (owner: Principal, values: { name?: string; category?: GroupCategory } = {}) => {
      const { group } = await as(owner).createCustomGroup({
        name: "Paper",
        category: GroupCategory.PURCHASES,
        ...values,
      });
      return group!;
    },
    factor: async (owner: Principal, id: string, values: NewFactor = {}) => {
      const sent = { id, name: "Sheets", unitId: unit("kg"), ...simple("2.5"), ...values };
      const { factor } = await as(owner).createGroupFactor(sent);
      return factor!;
    },
  };
}

const gas = (gasType: GasType, value: string) => ({ gasType, value: { value } });

export const simple = (co2e: string) => ({ tag: RecordTag.SIMPLE, gases: [gas(GasType.CO2E, co2e)] });

export const advanced = (co2: string, ch4: string, n2o: string) => ({
  tag: RecordTag.ADVANCED,
  gases: [gas(GasType.CO2, co2), gas(GasType.CH4, ch4), gas(GasType.N2O, n2o)],
});

export const full = (co2e: string, ...others: [string, string, string]) => ({
  tag: RecordTag.FULL,
  gases: [gas(GasType.CO2E, co2e), ...advanced(...others).gases],
});

/** The error code of a call, and the violations as "loc type". */
export async function refusalOf(call: Promise<unknown>): Promise<[code: string, ...violations: string[]]> {
  const { code, violations } = await refusal.refusalOf(call);
  return [code, ...violations];
}
