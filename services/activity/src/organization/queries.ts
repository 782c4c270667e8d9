import type { Tx } from "@emissions/kit/db/transactions";
import { conflict, notFound } from "@emissions/kit/wire/errors";

export interface OrganizationRow {
  id: string;
  country: string;
  gwpSet: string;
  /** "with" or "without"; null for the recommendation of each publisher. */
  radiativeForcing: string | null;
  /** Edition of NACE of sectors that state none. */
  sectorEdition: string | null;
}

/** The organization with the settings that its admins change. */
export interface SettingsRow {
  id: string;
  name: string;
  country: string;
  gwpSet: string;
  radiativeForcing: string | null;
  sectorEdition: string | null;
  /** 1 to 12. */
  fiscalYearStartMonth: number;
  createdAt: Date;
  updatedAt: Date | null;
  archivedAt: Date | null;
}

const TIMES = ["created_at", "updated_at", "archived_at"];
const CHANGED = ["name", "gwp_set", "radiative_forcing", "sector_edition", "fiscal_year_start_month"];
const SETTINGS = ["id", "country", ...CHANGED, ...TIMES];

/** `for update` prevents changes of the settings until the transaction ends. */
export async function selectSettings(tx: Tx, org: string, lock?: "for update"): Promise<SettingsRow | null> {
  const [row] = await tx<SettingsRow[]>`
    select ${tx(SETTINGS)} from organizations where id = ${org} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

/** The settings that admins change. */
export type Settings = Omit<SettingsRow, "id" | "country" | "createdAt" | "updatedAt" | "archivedAt">;

export async function updateSettings(tx: Tx, org: string, settings: Settings) {
  const { name, gwpSet, radiativeForcing, sectorEdition, fiscalYearStartMonth } = settings;
  const [row] = await tx<[SettingsRow]>`
    update organizations set name = ${name}, gwp_set = ${gwpSet}, radiative_forcing = ${radiativeForcing},
      sector_edition = ${sectorEdition}, fiscal_year_start_month = ${fiscalYearStartMonth}, updated_at = now()
    where id = ${org} returning ${tx(SETTINGS)}`;
  return row;
}

export interface NodeRow {
  id: string;
  parentId: string | null;
  name: string;
}

export async function selectOrganization(tx: Tx, org: string): Promise<OrganizationRow | null> {
  const [row] = await tx<OrganizationRow[]>`
    select id, country, gwp_set, radiative_forcing, sector_edition from organizations where id = ${org}`;
  return row ?? null;
}

/** For a calculation: a cached row would price records with former settings. */
export async function requireOrganization(tx: Tx, org: string): Promise<OrganizationRow> {
  const row = await selectOrganization(tx, org);
  if (row === null) throw notFound("organization");
  return row;
}

/** The whole group from its root, parents before children. */
export const selectGroup = (tx: Tx) => tx<NodeRow[]>`select id, parent_id, name from group_tree()`;

export interface UserRow {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  prefix: string | null;
  phoneNumber: string | null;
  profileImgUrl: string | null;
  onboardingDone: boolean;
}

interface CallerRow extends Omit<UserRow, "id">, Omit<OrganizationRow, "id"> {
  userId: string | null;
}

const profile = (tx: Tx) => tx`u.email, u.first_name, u.last_name, u.prefix, u.phone_number, u.profile_img_url,
  u.onboarding_done`;

/** The organization and its member in one statement, because new records need both. */
export async function selectCaller(tx: Tx, org: string, userId: string | null) {
  const [row] = await tx<CallerRow[]>`
    select o.country, o.gwp_set, o.radiative_forcing, o.sector_edition, m.user_id, ${profile(tx)}
    from organizations o
    left join (members m join users u on u.id = m.user_id) on m.organization_id = o.id and m.user_id = ${userId}::uuid
    where o.id = ${org}`;
  if (row === undefined) return null;
  const { country, gwpSet, radiativeForcing, sectorEdition, userId: id, ...user } = row;
  return {
    organization: { country, gwpSet, radiativeForcing, sectorEdition },
    user: id === null ? null : { id, ...user },
  };
}

export const selectUsersById = (tx: Tx, ids: readonly string[]) =>
  tx<UserRow[]>`select u.id, ${profile(tx)} from users u where u.id = any(${ids as string[]}::uuid[])`;

/** Names of users for filters, by id; the email for a user without a name. */
export async function selectUserNames(tx: Tx, _orgs: readonly string[], ids: readonly string[]) {
  const users = await selectUsersById(tx, ids);
  return new Map(
    users.map(({ id, email, firstName, lastName }) => [id, [firstName, lastName].filter(Boolean).join(" ") || email]),
  );
}

export async function selectOrganizationName(tx: Tx, org: string): Promise<string> {
  const [row] = await tx<[{ name: string }]>`select name from organizations where id = ${org}`;
  return row.name;
}

/** For writes whose principal does not tell: those of links, and those for organizations below the caller. */
export async function refuseArchived(tx: Tx, orgs: readonly string[]): Promise<void> {
  const archived = await tx`
    select from organizations where id = any(${orgs as string[]}::uuid[]) and archived_at is not null`;
  if (archived.length > 0) throw conflict("ORGANIZATION_ARCHIVED", "The organization is archived.");
}
