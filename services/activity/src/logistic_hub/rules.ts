import { isId } from "@emissions/kit/process/id";
import { type Check, checkEnum, checkId, checkText, missing } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import {
  type CreateLogisticHubRequest,
  LogisticHubStatusSchema,
  LogisticHubTypeSchema,
  type UpdateLogisticHubRequest,
} from "@emissions/proto/activity/v1/logistic_hub_service";
import { HubCategorySchema } from "@emissions/proto/factors/v1/freight";

/** The values that a caller decides, as the table stores them. */
export interface HubValues {
  name: string;
  address: string | null;
  /** "owned" or "subcontracted". */
  type: string;
  category: string | null;
  supercharger: boolean;
  facilityId: string | null;
  /** "active" or "archived". */
  status: string;
}

export const OWNED = "owned";
const ADDRESS_MAX = 500;
const TYPES = enumTexts(LogisticHubTypeSchema);
const CATEGORIES = enumTexts(HubCategorySchema);
const STATUSES = enumTexts(LogisticHubStatusSchema);

const sentValues = (request: CreateLogisticHubRequest | UpdateLogisticHubRequest) => ({
  name: request.name.trim(),
  address: request.address?.trim() || null,
  type: enumText(LogisticHubTypeSchema, request.type),
  category: request.category === 0 ? null : enumText(HubCategorySchema, request.category) || String(request.category),
  supercharger: request.supercharger,
  facilityId: request.facilityId?.toLowerCase() || null,
});

export const newValues = (request: CreateLogisticHubRequest): HubValues => ({
  ...sentValues(request),
  status: "active",
});

export const changedValues = (request: UpdateLogisticHubRequest): HubValues => ({
  ...sentValues(request),
  status: enumText(LogisticHubStatusSchema, request.status),
});

/** Only an owned hub has a facility. */
export const withOwnFacility = <H extends HubValues>(hub: H): H =>
  hub.type === OWNED ? hub : { ...hub, facilityId: null };

/** Whether the change makes the hub own, and it gets a new facility at its address. */
export const needsFacility = (before: HubValues, after: HubValues): boolean =>
  before.type !== OWNED && after.type === OWNED && after.facilityId === null && after.address !== null;

/** All violations of a hub, besides those of its facility. */
export const checkHub = ({ name, address, type, category, facilityId, status }: HubValues): Check[] => [
  ...checkText("name", name, { max: 255, required: true }),
  ...checkText("address", address, { max: ADDRESS_MAX }),
  ...checkEnum("type", type, TYPES),
  ...checkEnum("category", category, CATEGORIES),
  ...(type === OWNED && facilityId === null ? [missing("facility_id")] : checkId("facility_id", facilityId)),
  ...checkEnum("status", status, STATUSES),
];

/** The texts of an address that can name a place: the whole, and its last two parts, the longest first. */
export function placesIn(address: string): string[] {
  const parts = address.split(",").map((part) => part.trim());
  return [...new Set([address, parts.slice(-2).join(", ")])].filter((text) => text.length <= PLACE_MAX);
}

/** Characters of the name of a place. */
const PLACE_MAX = 255;

export const isNamed = (id: string | null): id is string => id !== null && isId(id);
