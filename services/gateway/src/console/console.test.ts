import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { gateway } from "../../test/gateway.ts";
import { CONSOLE_POLICY } from "./console.ts";

/** Bytes of all files together, compressed. */
const COMPRESSED_BYTES_MAX = 400_000;

const { app } = await gateway();
const get = (url: string) => app.inject({ method: "GET", url });
const page = await get("/console");
const assets = [...page.body.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, url]) => url!);

describe("/console", () => {
  it("serves the page with a policy that allows files of the gateway alone, and asks for it each time", async () => {
    for (const { statusCode, headers } of [page, await get("/console/"), await get("/console?from=mail")]) {
      expect(statusCode).toBe(200);
      expect(headers["content-security-policy"]).toBe(CONSOLE_POLICY);
      expect(headers["cache-control"]).toBe("no-cache");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    }
  });

  it("has no script and no style in the page, and names no other server", () => {
    expect(page.body).not.toMatch(/<style|style="|<script(?![^>]*\bsrc=)|\son\w+=|https?:\/\//);
    expect(assets.map((url) => url.replace(/.*\./, "")).sort()).toEqual(["css", "js"]);
  });

  it("serves the assets for a year, because their names change with their content", async () => {
    for (const url of assets) {
      const { statusCode, headers } = await get(url);
      expect(statusCode).toBe(200);
      expect(url).toMatch(/-[\w-]{8}\.(js|css)$/);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  it("is small", async () => {
    const files = [page, ...(await Promise.all(assets.map(get)))];
    const bytes = files.reduce((sum, { rawPayload }) => sum + gzipSync(rawPayload).length, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(COMPRESSED_BYTES_MAX);
  });

  it.each([
    "/console/unknown",
    "/console/assets/",
    "/console/assets/unknown.js",
    "/console/index.html",
    "/console/.stamp",
    "/console/../package.json",
    "/console/assets/../../package.json",
    "/console/assets/..%2f..%2fpackage.json",
    "/console/assets/%2e%2e/%2e%2e/package.json",
    "/console/assets/%00",
  ])("does not have %s", async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});
