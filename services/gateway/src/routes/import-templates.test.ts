import { ImportTemplateService } from "@emissions/proto/imports/v1/import_template_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";

const { getImportTemplate } = ImportTemplateService.method;
const { app, calls } = await gateway();
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...as("viewer"), ...headers } });

describe("languages of templates", () => {
  const url = `/v2/imports/templates/${SAMPLE_ID}`;

  it.each([
    [url, {}, ""],
    [url, { "accept-language": "es-ES,es;q=0.9" }, "es-ES,es;q=0.9"],
    [`${url}?language=ca`, { "accept-language": "es" }, "ca"],
  ])("%s with %j asks for %j", async (path, headers: Record<string, string>, language) => {
    const answer = await get(path, headers);
    expect([answer.statusCode, answer.headers.vary]).toEqual([200, expect.stringContaining("accept-language")]);
    expect(calls.lastRequest(getImportTemplate)).toMatchObject({ templateId: SAMPLE_ID, language });
  });

  it("cuts a header that is too long", async () => {
    await get(url, { "accept-language": "x".repeat(5_000) });
    expect(calls.lastRequest(getImportTemplate).language).toBe("x".repeat(255));
  });

  it("refuses a parameter that is too long or unknown", async () => {
    expect((await get(`${url}?language=${"x".repeat(256)}`)).statusCode).toBe(422);
    expect((await get(`${url}?lang=es`)).statusCode).toBe(422);
  });
});
