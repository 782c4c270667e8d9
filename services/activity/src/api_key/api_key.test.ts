import { newId } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessChangedSchema, AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import { ApiKeyService, ApiKeyStatus } from "@emissions/proto/activity/v1/api_key_service";
import { GroupService } from "@emissions/proto/activity/v1/group_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { LastUsed } from "../access/last-used.ts";
import { activity, eachTest, us } from "../activity.fixture.ts";

eachTest();

const keys = (by: Principal = us, headers = {}) => activity.as(by, ApiKeyService, headers);
const authenticate = async (apiKey: string, org = us.organizationId) => {
  const credential = { case: "apiKey", value: apiKey } as const;
  const call = activity.as(servicePrincipal(org), AccessService);
  return (await call.authenticate({ organizationId: org, credential })).membership!;
};
const create = async (values = {}) => (await keys().createApiKey({ name: "Import", ...values })).apiKey!;
/** As if the key had been made some days ago. */
const age = (id: string, days: number) =>
  activity.db.asService(
    us.organizationId,
    ({ tx }) => tx`
      update api_keys set created_at = created_at - make_interval(days => ${days}),
        expires_at = expires_at - make_interval(days => ${days}) where id = ${id}`,
  );

describe("a new API key", () => {
  it("is shown once, works, belongs to its creator, and is stored as a hash only", async () => {
    const headers = { "idempotency-key": "k1" };
    const { apiKey } = await keys(us, headers).createApiKey({ name: "Import" });
    const { id, key, prefix } = apiKey!;
    expect(key!.startsWith(prefix)).toBe(true);
    expect(await authenticate(key!)).toMatchObject({ userId: us.userId, apiKeyId: id, role: Role.ADMIN });
    const replayed = (await keys(us, headers).createApiKey({ name: "Import" })).apiKey!;
    expect([replayed.id, replayed.key]).toEqual([id, undefined]);
    expect((await keys().getApiKey({ id })).apiKey).toMatchObject({ prefix, status: ApiKeyStatus.ACTIVE });
    const secret = key!.slice(prefix.length);
    for (const table of ["api_keys", "idempotency_keys", "audit_log", "outbox"])
      expect(JSON.stringify(await activity.rows(us, table)), table).not.toContain(secret);
    expect(await activity.rows(us, "audit_log")).toMatchObject([{ action: "CreateApiKey", entityId: id }]);
  });

  it.each([
    { key: Role.VIEWER, owner: "admin", works: Role.VIEWER },
    { key: Role.ADMIN, owner: "viewer", works: Role.VIEWER },
    { key: Role.EDITOR, owner: "viewer", works: Role.VIEWER },
    { key: Role.AUDITOR, owner: "admin", works: Role.AUDITOR },
    { key: Role.AUDITOR, owner: "editor", works: Role.VIEWER },
    { key: Role.EDITOR, owner: "auditor", works: Role.VIEWER },
    { key: Role.HUMAN_RESOURCES, owner: "auditor", works: null },
    { key: Role.HUMAN_RESOURCES, owner: "editor", works: null },
  ])("of role $key and an owner who is $owner has the role $works", async ({ key: role, owner, works }) => {
    const { key } = await create({ role });
    await activity.db.asService(us.organizationId, ({ tx }) => tx`update members set role = ${owner}`);
    if (works === null) expect(await refusalOf(authenticate(key!))).toMatchObject({ code: "INVALID_API_KEY" });
    else expect((await authenticate(key!)).role).toBe(works);
  });

  it("ends on its day", async () => {
    const { id, key } = await create({ expiresInDays: 2 });
    await authenticate(key!);
    await age(id, 3);
    expect(await refusalOf(authenticate(key!))).toMatchObject({ code: "INVALID_API_KEY" });
    expect((await keys().getApiKey({ id })).apiKey!.status).toBe(ApiKeyStatus.EXPIRED);
  });

  it.each([
    ["no name", { name: "" }, "body.name value_error.missing"],
    ["a long name", { name: "x".repeat(256) }, "body.name value_error.any_str.max_length"],
    ["no days", { expiresInDays: 0 }, "body.expires_in_days value_error.number.not_le"],
    ["an unknown role", { role: 9 as Role }, "body.role type_error.enum"],
  ])("is refused with %s", async (_, values, problem) => {
    expect(await refusalOf(create(values))).toMatchObject({ violations: [problem] });
  });

  it("is refused above the limit", async () => {
    await activity.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into api_keys (organization_id, id, user_id, name, prefix, key_hash)
        select ${org}, gen_random_uuid(), ${us.userId}, 'key', 'eas', sha256(n::text::bytea)
        from generate_series(1, 499) n`,
    );
    const outcomes = await Promise.allSettled([create(), create()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await refusalOf(create())).toMatchObject({ code: "API_KEY_LIMIT_REACHED" });
  });
});

describe("the active keys of a group", () => {
  const fill = ({ organizationId, userId }: Principal, count: number) =>
    activity.db.asService(
      organizationId,
      ({ tx, org }) => tx`
        insert into api_keys (organization_id, id, user_id, name, prefix, key_hash)
        select ${org}, gen_random_uuid(), ${userId}, 'key', 'eas', sha256(gen_random_uuid()::text::bytea)
        from generate_series(1, ${count}::int) n`,
    );
  const below = (parent: Principal) => activity.organization({ parentId: parent.organizationId, accepted: true });
  const createBy = (by: Principal) => keys(by).createApiKey({ name: "Import" });

  it("are limited over its organizations, also for keys made at once, and not by those of another group", async () => {
    const north = await below(us);
    const depot = await below(north);
    const stranger = await activity.organization();
    await Promise.all([fill(us, 200), fill(north, 200), fill(depot, 98), fill(stranger, 499)]);
    const outcomes = await Promise.allSettled([us, north, depot, us, north, depot].map(createBy));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    for (const one of [us, north, depot])
      expect(await refusalOf(createBy(one))).toMatchObject({ code: "API_KEY_LIMIT_REACHED" });
    expect((await createBy(stranger)).apiKey!.status).toBe(ApiKeyStatus.ACTIVE);
  });

  it("are those that are neither revoked nor expired", async () => {
    const north = await below(us);
    await Promise.all([fill(us, 250), fill(north, 250)]);
    await activity.db.asService(
      north.organizationId,
      ({ tx }) => tx`
        update api_keys set expires_at = now() where id = (select id from api_keys where enabled limit 1)`,
    );
    const { id } = (await createBy(us)).apiKey!;
    expect(await refusalOf(createBy(north))).toMatchObject({ code: "API_KEY_LIMIT_REACHED" });
    await keys().revokeApiKey({ id });
    await createBy(north);
  });

  it("are counted together before two groups are joined", async () => {
    const [them, child] = [await activity.organization(), await below(us)];
    await Promise.all([fill(child, 300), fill(them, 201)]);
    const { groupInvitation } = await activity.as(us, GroupService).createGroupInvitation({});
    const accept = () => activity.as(them, GroupService).acceptGroupInvitation({ token: groupInvitation!.token! });
    expect(await refusalOf(accept())).toMatchObject({ code: "API_KEY_LIMIT_REACHED" });
    await activity.db.asService(
      them.organizationId,
      ({ tx }) => tx`
        update api_keys set enabled = false where id = (select id from api_keys limit 1)`,
    );
    await accept();
    expect(await refusalOf(createBy(them))).toMatchObject({ code: "API_KEY_LIMIT_REACHED" });
  });
});

describe("rotation", () => {
  it("makes a key like the former one, which works until the overlap ends", async () => {
    const former = await create({ role: Role.VIEWER, expiresInDays: 30 });
    await age(former.id, 10);
    const { apiKey: next } = await keys().rotateApiKey({ id: former.id, overlapSeconds: 3_600 });
    expect(next).toMatchObject({ name: "Import", userId: us.userId, role: Role.VIEWER });
    const lifetime = Number(next!.expiresAt!.seconds - next!.createdAt!.seconds);
    expect(Math.abs(lifetime - 30 * 86_400)).toBeLessThan(2);
    for (const key of [former.key!, next!.key!]) expect((await authenticate(key)).role).toBe(Role.VIEWER);
    const replaced = (await keys().getApiKey({ id: former.id })).apiKey!;
    expect(replaced.rotatedTo).toBe(next!.id);
    const left = Number(replaced.expiresAt!.seconds) - Date.now() / 1000;
    expect(Math.abs(left - 3_600)).toBeLessThan(60);
    const again = keys().rotateApiKey({ id: former.id });
    expect(await refusalOf(again)).toMatchObject({ code: "API_KEY_NOT_ACTIVE" });
  });

  it("ends the former key at once without an overlap, and never makes it work longer", async () => {
    const [first, second] = [await create(), await create({ expiresInDays: 1 })];
    await keys().rotateApiKey({ id: first.id, overlapSeconds: 0 });
    expect(await refusalOf(authenticate(first.key!))).toMatchObject({ code: "INVALID_API_KEY" });
    await keys().rotateApiKey({ id: second.id, overlapSeconds: 7 * 86_400 });
    const { expiresAt } = (await keys().getApiKey({ id: second.id })).apiKey!;
    expect(expiresAt).toEqual(second.expiresAt);
    const longer = keys().rotateApiKey({ id: second.id, overlapSeconds: 7 * 86_400 + 1 });
    expect(await refusalOf(longer)).toMatchObject({ code: "REQUEST_VALIDATION_FAILED" });
  });

  it("is for the owner only, because the new secret acts in the owner's name", async () => {
    const { id } = await create();
    const other = { ...us, userId: newId() };
    expect(await refusalOf(keys(other).rotateApiKey({ id }))).toMatchObject({ code: "API_KEY_NOT_OWNED" });
  });
});

describe("revocation", () => {
  it("ends a key for good, announces it, and stays as it is when repeated", async () => {
    const { id, key } = await create();
    await keys().revokeApiKey({ id });
    expect(await refusalOf(authenticate(key!))).toMatchObject({ code: "INVALID_API_KEY" });
    const { apiKey } = await keys().getApiKey({ id });
    expect(apiKey).toMatchObject({ status: ApiKeyStatus.REVOKED, revokedAt: expect.anything() });
    await keys().revokeApiKey({ id });
    expect((await keys().getApiKey({ id })).apiKey!.revokedAt).toEqual(apiKey!.revokedAt);
    expect(await activity.events(us, AccessChangedSchema)).toContainEqual(expect.objectContaining({ apiKeyId: id }));
  });
});

it("keys are made by people: an API key lists and revokes keys only", async () => {
  const { id } = await create();
  const byKey: Principal = { ...us, kind: "api_key", apiKeyId: id };
  const [created, rotated] = [keys(byKey).createApiKey({ name: "Another" }), keys(byKey).rotateApiKey({ id })];
  for (const refusal of await Promise.all([refusalOf(created), refusalOf(rotated)]))
    expect(refusal).toMatchObject({ code: "SIGN_IN_REQUIRED" });
  expect((await keys(byKey).listApiKeys({})).total).toBe(1);
  await keys(byKey).revokeApiKey({ id });
});

it("the list has pages, the newest first, and no secrets", async () => {
  const made = [];
  for (const name of ["a", "b", "c"]) made.push(await create({ name }));
  const { apiKeys, total } = await keys().listApiKeys({ page: 1, size: 2 });
  expect([apiKeys.map(({ name }) => name), total]).toEqual([["c", "b"], 3]);
  expect(apiKeys.map(({ key }) => key)).toEqual([undefined, undefined]);
});

it("keys of other organizations do not exist", async () => {
  const { id } = await create();
  const them = keys(await activity.organization());
  for (const wrong of [id, newId(), "no id"])
    for (const attempt of [them.getApiKey, them.rotateApiKey, them.revokeApiKey])
      expect(await refusalOf(attempt({ id: wrong }))).toMatchObject({ code: "API_KEY_NOT_FOUND" });
  expect((await them.listApiKeys({})).total).toBe(0);
});

it("the last use of a key is stored at most once a minute", async () => {
  const { id, key } = await create();
  const usedBefore = (seconds: number) =>
    activity.db.asService(
      us.organizationId,
      ({ tx }) => tx`update api_keys set last_used_at = now() - make_interval(secs => ${seconds}) where id = ${id}`,
    );
  const lastUse = async () => Number((await keys().getApiKey({ id })).apiKey!.lastUsedAt!.seconds);
  await usedBefore(30);
  const before = await lastUse();
  const uses = new LastUsed(activity.db);
  await uses.record(us.organizationId, id);
  expect(await lastUse()).toBe(before);
  await usedBefore(90);
  const otherProcess = new LastUsed(activity.db);
  await Promise.all([otherProcess.record(us.organizationId, id), otherProcess.record(us.organizationId, id)]);
  expect(await lastUse()).toBeGreaterThan(before);
  await authenticate(key!);
});
