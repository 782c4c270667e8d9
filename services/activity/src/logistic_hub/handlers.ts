import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse, unknown } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import { CreateFacilityRequestSchema } from "@emissions/proto/activity/v1/facility_service";
import {
  type LogisticHubService,
  UpdateLogisticHubRequestSchema,
} from "@emissions/proto/activity/v1/logistic_hub_service";
import type { Context } from "../context.ts";
import { addFacilities } from "../facility/create.ts";
import { facilityOwner } from "../facility/owner.ts";
import { newValues as newFacility } from "../facility/rules.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { selectOrganization } from "../organization/queries.ts";
import type { Caller } from "../records/kind.ts";
import { hubList } from "./list.ts";
import { deleteHub, type HubRow, insertHub, isHubInUse, selectHub, toHub, updateHub } from "./queries.ts";
import { hubInUse } from "./refusals.ts";
import {
  changedValues,
  checkHub,
  type HubValues,
  isNamed,
  needsFacility,
  newValues,
  placesIn,
  withOwnFacility,
} from "./rules.ts";

/** The type of facilities that hubs get; clients choose other ones freely. */
const FACILITY_TYPE = "logistics_hub";

export const logisticHubHandlers = ({ db, places }: Context): ServiceImpl<typeof LogisticHubService> => {
  const callerOf = callerCache(db);
  /** Of the place that the address names; null if it names none. Call it before a transaction begins. */
  const countryOf = async (call: Caller, address: string | null): Promise<string | null> => {
    const texts = address === null ? [] : placesIn(address);
    if (texts.length === 0) return null;
    const { organization } = await callerOf(call);
    const { resolutions } = await places.resolvePlaces({ texts, countries: [organization.country] }, forward(call));
    return resolutions.find(({ place }) => place !== undefined)?.place?.country || null;
  };
  const getHub = async (tx: Tx, org: string, id: string, lock?: "to change"): Promise<HubRow> => {
    const row = isId(id) ? await selectHub(tx, org, id, lock) : null;
    if (row === null) throw notFound("logistic hub");
    return row;
  };

  return {
    createLogisticHub: async (request, call) => {
      const values = withOwnFacility(newValues(request));
      refuse(checkHub(values));
      const country = await countryOf(call, values.address);
      return db.write(call, request, async (write) => {
        const { tx, org, about } = write;
        await checkFacility(write, values);
        const id = newId();
        about(id);
        await insertHub(tx, org, { ...values, country, id });
        return { logisticHub: toHub(await getHub(tx, org, id)) };
      });
    },

    getLogisticHub: ({ logisticHubId: id }, call) =>
      db.read(call, async (tx, org) => ({ logisticHub: toHub(await getHub(tx, org, id)) })),

    listLogisticHubs: async (request, call) => {
      const query = parseListQuery(hubList, request, principalOf(call));
      const { rows, total } = await db.read(call, (tx) => selectList<HubRow>(tx, query), query.view);
      return { logisticHubs: rows.map(toHub), total };
    },

    updateLogisticHub: async (request, call) => {
      const { logisticHubId: id, updateMask } = request;
      const changes = masked(UpdateLogisticHubRequestSchema, updateMask, changedValues(request));
      const address = "address" in changes ? { country: await countryOf(call, changes.address ?? null) } : {};
      return db.write(call, request, async (write) => {
        const { tx, org, about } = write;
        const before = await getHub(tx, org, id, "to change");
        const changed = withOwnFacility({ ...before, ...changes, ...address });
        const facilityId = needsFacility(before, changed) ? await addFacility(write, changed) : changed.facilityId;
        const after = { ...changed, facilityId };
        refuse(checkHub(after));
        if (after.facilityId !== before.facilityId && facilityId === changed.facilityId)
          await checkFacility(write, after);
        about(id, fieldChanges(before, after));
        await updateHub(tx, org, after);
        return { logisticHub: toHub(await getHub(tx, org, id)) };
      });
    },

    deleteLogisticHub: (request, call) =>
      db.write(call, request, async ({ tx, org, about }) => {
        const { logisticHubId: id } = request;
        // The lock prevents a concurrent request that names the hub.
        await getHub(tx, org, id, "to change");
        about(id);
        if (await isHubInUse(tx, org, id)) throw hubInUse();
        await deleteHub(tx, org, id);
        return {};
      }),
  };
};

/** Locks the facility against deletion. One of another organization is unknown, too. */
async function checkFacility({ tx, org }: Write, { facilityId }: HubValues): Promise<void> {
  if (!isNamed(facilityId)) return;
  const found = await facilityOwner.lockLocations(tx, org, [facilityId]);
  refuse(found.size === 0 ? [unknown("facility_id")] : []);
}

/** The facility has the country of the hub, else that of the organization, as other facilities with an address alone. */
async function addFacility(write: Write, { name, address, country }: HubRow): Promise<string> {
  const { tx, org } = write;
  const organization = await selectOrganization(tx, org);
  const values = { name, type: FACILITY_TYPE, address: address ?? "", country: country ?? organization?.country ?? "" };
  const [facility] = addFacilities(write, [newFacility(create(CreateFacilityRequestSchema, values))]);
  await write.flush();
  return facility!.id;
}
