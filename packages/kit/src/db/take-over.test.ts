import { testInfra } from "@emissions/testkit/infra";
import { asAdmin, prepareDatabase, toDatabase } from "@emissions/testkit/roles";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EmptyDatabase, emptyDatabase } from "./migrate.fixture.ts";
import { migrate, planMigration } from "./migrate.ts";
import { migrationsOf } from "./migration-files.ts";

let database: EmptyDatabase;
/** The single owner of earlier releases, with a name that no other test of the cluster uses. */
let former: string;

beforeEach(async () => {
  database = await emptyDatabase();
  former = `former_${database.name}`;
  const admin = database.as(database.adminUrl);
  await admin.unsafe(`create role ${former} login password 'of the former owner'`);
  await admin.unsafe(`grant create on database ${database.name} to ${former}`);
});
afterEach(async () => {
  await database.drop();
  await asAdmin(testInfra().postgresUrl, (sql) => sql`drop role if exists ${sql(former)}`);
});

it("a schema of the single former owner belongs to its own owner after the migrate command", async () => {
  const { postgresUrl } = testInfra();
  const formerUrl = new URL(toDatabase(postgresUrl, database.name));
  formerUrl.username = former;
  formerUrl.password = "of the former owner";
  const options = { schema: "activity", role: "emissions_activity", folders: [migrationsOf("activity")] };
  await migrate({ ...options, ownerUrl: formerUrl.href });

  const urls = await prepareDatabase(postgresUrl, database.name);
  const ownerUrl = urls.ownerOf("activity");
  expect(await planMigration({ ...options, ownerUrl })).toEqual({ formerOwner: former, pending: [], newer: [] });
  expect(await migrate({ ...options, ownerUrl })).toEqual([]);
  expect(await planMigration({ ...options, ownerUrl })).toEqual({ formerOwner: null, pending: [], newer: [] });

  const admin = database.as(database.adminUrl);
  const left = await admin`
    select classid::regclass::text as kind, objid from pg_shdepend
    where refobjid = (select oid from pg_roles where rolname = ${former})
      and dbid = (select oid from pg_database where datname = ${database.name})`;
  // Postgres has no statement for the owner of an extension, and its objects are those of the administrator.
  expect(left.map(({ kind }) => kind)).toEqual(["pg_extension"]);

  // Neither the policies for the owner nor the functions with its rights depend on the former role.
  await admin.unsafe(`reassign owned by ${former} to current_user; drop owned by ${former}; drop role ${former}`);
  await admin`insert into activity.users (id, email) values (uuidv7(), 'ada@acme.example')`;
  const ordinary = database.as(urls.of("activity"));
  expect(await ordinary`select email from activity.user_by_email('ada@acme.example')`).toHaveLength(1);
  await expect(ordinary`alter table activity.users disable row level security`).rejects.toThrow(/must be owner/);
});
