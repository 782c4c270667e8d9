import { expect, it } from "vitest";
import { readOwners } from "./owner-logins.ts";

const urlsOf = (env: NodeJS.ProcessEnv) => readOwners(["calc", "notify"], env).map(({ ownerUrl }) => ownerUrl);
const DATABASE_URL = "postgres://emissions_calc:secret@db-0,db-1:5433/emissions?target_session_attrs=read-write";
const CALC_OWNER_URL = "postgres://ghg_owner:other@db-2/ghg";

it("the login of an owner follows from DATABASE_URL, without its password, unless it is set", () => {
  const rest = "db-0,db-1:5433/emissions?target_session_attrs=read-write";
  expect(urlsOf({ DATABASE_URL })).toEqual([
    `postgres://emissions_calc_owner@${rest}`,
    `postgres://emissions_notify_owner@${rest}`,
  ]);
  expect(urlsOf({ DATABASE_URL, CALC_OWNER_URL })[0]).toBe(CALC_OWNER_URL);
});

it("without both, every missing login is named", () => {
  expect(() => urlsOf({ CALC_OWNER_URL, DATABASE_URL: "" })).toThrow("NOTIFY_OWNER_URL is missing");
});
