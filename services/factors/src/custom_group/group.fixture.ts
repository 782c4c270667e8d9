import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Client, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { Db } from "@emissions/kit/db";
import { refusalIn } from "@emissions/kit/errors";
import { newId } from "@emissions/kit/id";
import { type Principal, PrincipalSigner, servicePrincipal, verifyPrincipal } from "@emissions/kit/principal";
import { GasType, RecordTag } from "@emissions/proto/factors/v1/custom_database_service";
import {
  type CreateCustomGroupRequestSchema,
  type CreateGroupFactorRequestSchema,
  CustomGroupService,
  GroupCategory,
} from "@emissions/proto/factors/v1/custom_group_service";
import { Catalogue } from "../catalogue/catalogue.ts";
import { loadedDatabase } from "../database.fixture.ts";
import { customGroupHandlers } from "./handlers.ts";

export type NewGroup = MessageInitShape<typeof CreateCustomGroupRequestSchema>;
export type NewFactor = MessageInitShape<typeof CreateGroupFactorRequestSchema>;

/** Something that is refused, and the violation. */
export interface Wrong<R> {
  what: string;
  sent: R;
  said: string;
}

/** The groups of a real catalogue on a database of its own, called through Connect as by the gateway. */
export async function startGroups() {
  const database = await loadedDatabase();
  const signer = new PrincipalSigner("a secret that only the tests know of", "test");
  const db = new Db(database.sql);
  const catalogue = new Catalogue(db);
  const units = (await catalogue.refresh()).unitsByCode;
  const transport = createRouterTransport(
    (router) => void router.service(CustomGroupService, customGroupHandlers({ db, catalogue })),
    { router: { interceptors: [verifyPrincipal(signer)] } },
  );
  const inner = createClient(CustomGroupService, transport) as unknown as Record<
    string,
    (request: object, options: object) => unknown
  >;
  const as = (principal: Principal): Client<typeof CustomGroupService> => {
    const headers = signer.headers(principal);
    const call = (name: string) => (request: object) => inner[name]!(request, { headers });
    const methods = CustomGroupService.methods.map(({ localName }) => [localName, call(localName)]);
    return Object.fromEntries(methods) as Client<typeof CustomGroupService>;
  };
  const unit = (code: string) => units.get(code)!.id;
  return {
    ...database,
    db,
    as,
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

/** The admin of a new organization below those that are named, the nearest first. */
export const organization = (...ancestors: Principal[]): Principal => ({
  ...servicePrincipal(newId()),
  kind: "user",
  userId: newId(),
  role: "admin",
  ancestors: ancestors.map(({ organizationId }) => ({ id: organizationId, name: `Organization ${organizationId}` })),
});

/** Why a call was refused: its code, and the violations as "loc type". */
export async function refusalOf(call: Promise<unknown>): Promise<[code: string, ...violations: string[]]> {
  const error = await call.then(
    () => null,
    (reason) => reason,
  );
  const refusal = error instanceof ConnectError ? refusalIn(error) : undefined;
  if (refusal === undefined) throw new Error("The call was not refused on purpose.", { cause: error });
  return [refusal.code, ...refusal.violations.map(({ loc, type }) => `${loc.join(".")} ${type}`)];
}
