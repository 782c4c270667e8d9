import { describe, expect, it } from "vitest";
import { DatabaseUrl, hostsOf, placeOf, StandbyUrl, urlsOf, withPassword } from "./database-url.ts";

describe("a database URL", () => {
  it.each([
    ["postgres://u:p@db/x", ["db"], [5432], "db/x"],
    ["postgresql://u:p%40@db:6432/x?prepare=false", ["db"], [6432], "db:6432/x"],
    ["postgres://u:p@ss@[::1]:5433/x?sslmode=verify-full", ["::1"], [5433], "[::1]:5433/x"],
    ["postgres://u:p@a:1,[::2],c/x?target_session_attrs=primary", ["a", "::2", "c"], [1, 5432, 5432], "a:1,[::2],c/x"],
  ])("%s names hosts", (url, host, port, place) => {
    expect(DatabaseUrl.parse(url)).toBe(url);
    expect(hostsOf(url)).toEqual({ host, port });
    expect(placeOf(url)).toBe(place);
  });

  it.each([
    ["mysql://u:hunter2@db/x", "must be a URL of Postgres"],
    ["postgres://u:hunter2@/x", "must be a URL of Postgres"],
    ["postgres://u:hunter2@a,,b/x?target_session_attrs=primary", "must be a URL of Postgres"],
    [`postgres://u:hunter2@${"a,".repeat(10)}b/x?target_session_attrs=primary`, "must be a URL of Postgres"],
    ["postgres://u:hunter2@a/x?sslmode=require", "sslmode must be one of disable, verify-full"],
    ["postgres://u:hunter2@a,b/x", "a list of hosts needs it"],
    ["postgres://u:hunter2@a,b/x?target_session_attrs=standby", "target_session_attrs must be one of"],
  ])("%s is refused without its password", (url, reason) => {
    const { error } = DatabaseUrl.safeParse(url);
    expect(error?.message).toContain(reason);
    expect(error?.message).not.toContain("hunter2");
  });

  it("takes any password, for all of its hosts", () => {
    const url = withPassword("postgres://u@a:1,b/x?target_session_attrs=primary", "$1:/@?#é ");
    expect(urlsOf(url).map((one) => [one.host, decodeURIComponent(one.password)])).toEqual([
      ["a:1", "$1:/@?#é "],
      ["b", "$1:/@?#é "],
    ]);
  });

  it("of standbys names one host, without an order of servers", () => {
    expect(StandbyUrl.safeParse("postgres://u:p@a:5433/x?sslmode=verify-full").success).toBe(true);
    const two = "postgres://u:hunter2@a,b/x?target_session_attrs=primary";
    for (const url of ["a", two, "postgres://u:hunter2@a/x?target_session_attrs=primary"]) {
      const { success, error } = StandbyUrl.safeParse(url);
      expect([success, error?.message]).toEqual([false, expect.not.stringContaining("hunter2")]);
    }
  });
});
