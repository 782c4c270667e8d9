import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { gateway } from "../../test/gateway.ts";
import type { Route } from "../rest/route-spec.ts";
import { VERSIONS } from "./changes.ts";
import { descriptionFile } from "./description-file.ts";

const { app, routes } = await gateway();

it("serves the built description of its routes", async () => {
  const { body, headers } = await app.inject({ url: "/openapi.json" });
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(body).toBe(readFileSync(descriptionFile(routes), "utf8"));
});

it("serves the description as YAML too", async () => {
  const yaml = await app.inject({ url: "/openapi.yaml" });
  expect(yaml.headers["content-type"]).toContain("application/yaml");
  expect(parse(yaml.body)).toEqual((await app.inject({ url: "/openapi.json" })).json());
});

it("lists the versions of the contract, with each deprecation on its day", async () => {
  expect(VERSIONS.map(({ date }) => date)).toEqual(
    VERSIONS.map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  const listed = ({ verb, path, spec: { deprecated } }: Route) =>
    VERSIONS.some(
      ({ date, changes }) =>
        date === deprecated?.since &&
        changes.some(({ kind, text }) => kind === "deprecated" && text.includes(`\`${verb} ${path}\``)),
    );
  expect(routes.filter((route) => route.spec.deprecated && !listed(route)).map(({ path }) => path)).toEqual([]);
  const page = await app.inject({ url: "/docs/changelog" });
  for (const { date } of VERSIONS) expect(page.body).toContain(`<h2 id="${date}">`);
});

it("serves the reference from its own files only", async () => {
  const page = await app.inject({ url: "/docs" });
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  for (const [, url] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect((await app.inject({ url: url! })).statusCode, url).toBe(200);
  }
  expect(page.body).not.toMatch(/https?:\/\//);
});

it("serves a start page for humans and one for programs", async () => {
  const page = await app.inject({ url: "/", headers: { accept: "text/html" } });
  expect(page.headers["content-type"]).toContain("text/html");
  expect((await app.inject({ url: "/" })).json()).toMatchObject({ openapi: "/openapi.json", reference: "/docs" });
});
