import { unauthenticated } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { TotpService } from "@emissions/proto/activity/v1/totp_service";
import { describe, expect, it } from "vitest";
import { as, EMAIL, SESSION, USER } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";

const PASSWORD = "a phrase of several words";
const invalid = () => unauthenticated("TOTP_INVALID", "The code is wrong, or it was used before.");
const checked = (code: string) => {
  if (code !== "492039") throw invalid();
};
const totpService = serve(TotpService, {
  getTotp: () => ({ totp: { enabled: true, recoveryCodesLeft: 9 } }),
  beginTotp: () => ({ totpSecret: { secret: "GEZDGNBV", uri: "otpauth://totp/x" } }),
  confirmTotp: ({ code }) => {
    checked(code);
    return { totpRecoveryCodes: { recoveryCodes: ["MFRG-GZDF-MZTW-Q2LK"] } };
  },
  disableTotp: ({ code }) => {
    checked(code);
    return {};
  },
});

async function signedIn() {
  const { app, tokens } = await gateway({ handlers: [totpService] });
  const token = await tokens.issue!({ userId: USER, email: EMAIL, sessionId: SESSION });
  return async (method: "GET" | "POST" | "DELETE", url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return [answer.statusCode, answer.body === "" ? null : answer.json()];
  };
}

describe("/auth/totp", () => {
  it("shows secrets once, and the state afterwards", async () => {
    const ask = await signedIn();
    const secret = { secret: "GEZDGNBV", uri: "otpauth://totp/x" };
    expect(await ask("POST", "/auth/totp", { password: PASSWORD })).toEqual([201, secret]);
    const codes = { recovery_codes: ["MFRG-GZDF-MZTW-Q2LK"] };
    expect(await ask("POST", "/auth/totp/confirm", { code: "492039" })).toEqual([200, codes]);
    expect(await ask("GET", "/auth/totp")).toEqual([200, { enabled: true, recovery_codes_left: 9 }]);
    expect(await ask("DELETE", "/auth/totp", { password: PASSWORD, code: "492039" })).toEqual([204, null]);
  });

  it("refuses bodies without both factors, and texts that are too long", async () => {
    const ask = await signedIn();
    for (const [method, path, body] of [
      ["POST", "/auth/totp", {}],
      ["POST", "/auth/totp/confirm", { code: 492039 }],
      ["POST", "/auth/totp/confirm", { code: "1".repeat(65) }],
      ["DELETE", "/auth/totp", { password: PASSWORD }],
      ["DELETE", "/auth/totp", undefined],
    ] as const)
      expect((await ask(method, path, body))[0], `${method} ${path}`).toBe(422);
  });

  it("checks few codes of a stolen token, and counts them as failed sign-ins", async () => {
    const ask = await signedIn();
    const statuses = [];
    for (let n = 0; n < 25; n++) {
      statuses.push((await ask("POST", "/auth/totp/confirm", { code: "000000" }))[0]);
      statuses.push((await ask("DELETE", "/auth/totp", { password: PASSWORD, code: "000000" }))[0]);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it("is not for API keys", async () => {
    const { app } = await gateway({ handlers: [totpService] });
    const answer = await app.inject({ url: "/auth/totp", headers: as("admin") });
    expect([answer.statusCode, answer.json().code]).toEqual([403, "SIGN_IN_REQUIRED"]);
  });
});

it("POST /auth/login asks for a code, and signs in with one", async () => {
  const login = ({ code }: { code?: string }) => {
    if (code === undefined) throw unauthenticated("TOTP_REQUIRED", "Send the code, too.");
    checked(code);
    return { userId: USER, email: EMAIL, sessionId: SESSION };
  };
  const { app } = await gateway({ handlers: [serve(AccessService, { login })] });
  const ask = async (more: object) => {
    const payload = { email: EMAIL, password: PASSWORD, ...more };
    const answer = await app.inject({ method: "POST", url: "/auth/login", payload });
    return [answer.statusCode, answer.json().code ?? answer.json().token_type];
  };
  expect(await ask({})).toEqual([401, "TOTP_REQUIRED"]);
  expect(await ask({ code: "000000" })).toEqual([401, "TOTP_INVALID"]);
  expect(await ask({ code: "492039" })).toEqual([200, "Bearer"]);
});
