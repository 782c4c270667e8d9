import type { ServiceImpl } from "@connectrpc/connect";
import { isId, newId } from "@emissions/kit/process/id";
import { type Check, checkEnum, checkText, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { conflict, forbidden, notFound } from "@emissions/kit/wire/errors";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import { AccessChangedSchema, type Role, RoleSchema } from "@emissions/proto/activity/v1/access_service";
import {
  ApiKeySchema,
  type ApiKeyService,
  type CreateApiKeyRequest,
  type ListApiKeysRequest,
  type RotateApiKeyRequest,
} from "@emissions/proto/activity/v1/api_key_service";
import { requireSignIn } from "../access/sign-in.ts";
import type { Context } from "../context.ts";
import type { List } from "../list/list.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { rowWriter } from "../rows.ts";
import { refuseFull } from "./limits.ts";
import { type ApiKeyRow, apiKeyRows, endAfterOverlap, insertApiKey, revokeApiKey, selectApiKey } from "./queries.ts";

const NAME_MAX = 255;
const EXPIRES_IN_DAYS_MAX = 3_650;
/** Seconds in which a rotated key still works. */
const OVERLAP_S = 86_400;
const OVERLAP_S_MAX = 7 * 86_400;

const toApiKey = rowWriter(ApiKeySchema);
const shown = (row: ApiKeyRow) => toApiKey({ ...row, key: null });

const apiKeyList: List<ListApiKeysRequest> = {
  table: "api_keys",
  rows: apiKeyRows,
  filters: {},
  // Ids are made in the order of time.
  order: [{ by: "id", descending: true }],
};

/**
 * Secrets never enter the transaction: it stores their hashes, and also its reply for replays. So a replay of a request
 * has no secret.
 */
export const apiKeyHandlers = ({
  db,
  keys,
  groupLimits,
}: Pick<Context, "db" | "keys" | "groupLimits">): ServiceImpl<typeof ApiKeyService> => ({
  createApiKey: async (request, call) => {
    refuse(checkNewKey(request));
    const { name, expiresInDays = null } = request;
    const [id, key] = [newId(), keys.newKey()];
    const { apiKey } = await db.write(call, request, async ({ tx, org, principal, about, emit }) => {
      const userId = signedInUser(principal);
      await refuseFull(tx, org, groupLimits);
      about(id);
      emit(AccessChangedSchema, { apiKeyId: id });
      const secret = { prefix: keys.prefix(key), hash: keys.hash(key) };
      const values = { id, userId, name, role: roleText(request.role), lifetimeDays: expiresInDays };
      return { apiKey: shown(await insertApiKey(tx, org, { ...values, ...secret })) };
    });
    return { apiKey: apiKey.id === id ? { ...apiKey, key } : apiKey };
  },

  listApiKeys: async (request, call) => {
    const query = parseListQuery(apiKeyList, request, principalOf(call));
    const { rows, total } = await db.read(call, (tx) => selectList<ApiKeyRow>(tx, query));
    return { apiKeys: rows.map(shown), total };
  },

  getApiKey: ({ id }, call) =>
    db.read(call, async (tx, org) => ({ apiKey: shown(found(isId(id) && (await selectApiKey(tx, org, id)))) })),

  rotateApiKey: async (request, call) => {
    refuse(checkOverlap(request));
    const { id, overlapSeconds = OVERLAP_S } = request;
    const [nextId, key] = [newId(), keys.newKey()];
    const { apiKey } = await db.write(call, request, async ({ tx, org, principal, about, emit }) => {
      const former = found(isId(id) && (await selectApiKey(tx, org, id, "for update")));
      requireSignIn(principal);
      // The new secret acts in the name of the owner.
      if (principal.kind === "user" && principal.userId !== former.userId)
        throw forbidden("API_KEY_NOT_OWNED", "Only the owner of a key rotates it.");
      if (former.status !== "active" || former.rotatedTo !== null)
        throw conflict("API_KEY_NOT_ACTIVE", "The key is revoked, expired or replaced already.");
      await refuseFull(tx, org, groupLimits);
      await endAfterOverlap(tx, org, id, { id: nextId, overlapSeconds });
      about(id, { rotated_to: { old: null, new: nextId } });
      about(nextId);
      emit(AccessChangedSchema, { apiKeyId: id });
      const { userId, name, role, lifetimeDays } = former;
      const secret = { prefix: keys.prefix(key), hash: keys.hash(key) };
      const values = { id: nextId, userId, name, role, lifetimeDays };
      return { apiKey: shown(await insertApiKey(tx, org, { ...values, ...secret })) };
    });
    return { apiKey: apiKey.id === nextId ? { ...apiKey, key } : apiKey };
  },

  revokeApiKey: (request, call) =>
    db.write(
      call,
      request,
      async ({ tx, org, about, emit }) => {
        const { id } = request;
        const { status } = found(isId(id) && (await selectApiKey(tx, org, id, "for update")));
        about(id, (await revokeApiKey(tx, org, id)) ? { status: { old: status, new: "revoked" } } : {});
        emit(AccessChangedSchema, { apiKeyId: id });
        return {};
      },
      { allowsArchived: true },
    ),
});

function signedInUser(principal: Principal): string {
  requireSignIn(principal);
  if (principal.userId === null) throw forbidden("FORBIDDEN", "A service owns no API key.");
  return principal.userId;
}

const roleText = (role: Role | undefined) => (role === undefined ? null : enumText(RoleSchema, role));

function checkNewKey({ name, role, expiresInDays = 1 }: CreateApiKeyRequest): Check[] {
  return [
    ...checkText("name", name, { max: NAME_MAX, required: true }),
    ...checkEnum("role", roleText(role), enumTexts(RoleSchema)),
    ...(expiresInDays >= 1 && expiresInDays <= EXPIRES_IN_DAYS_MAX
      ? []
      : [violation("expires_in_days", "value_error.number.not_le", `from 1 to ${EXPIRES_IN_DAYS_MAX}`)]),
  ];
}

function checkOverlap({ overlapSeconds = OVERLAP_S }: RotateApiKeyRequest): Check[] {
  if (overlapSeconds >= 0 && overlapSeconds <= OVERLAP_S_MAX) return [];
  return [violation("overlap_seconds", "value_error.number.not_le", `from 0 to ${OVERLAP_S_MAX}`)];
}

function found<R>(row: R | null | false): R {
  if (!row) throw notFound("api key");
  return row;
}
