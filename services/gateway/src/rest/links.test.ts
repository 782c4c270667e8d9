import { timestampNow } from "@bufbuild/protobuf/wkt";
import { newLinkToken } from "@emissions/kit/process/link-token";
import { notFound, unauthenticated } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import { Role } from "@emissions/proto/activity/v1/access_service";
import { MemberService } from "@emissions/proto/activity/v1/member_service";
import { PasswordService } from "@emissions/proto/activity/v1/password_service";
import { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowStatus } from "@emissions/proto/activity/v1/survey_row";
import type { InjectOptions } from "fastify";
import { expect, it } from "vitest";
import { EMAIL, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { isLink } from "./route-spec.ts";

const RIGHT = newLinkToken(OURS);
const PASSWORD = "a phrase of several words";
const FAILURES = 3;

function check({ token }: { token: string }, wrong: () => Error = () => notFound("link")): void {
  if (token !== RIGHT) throw wrong();
}
const joined = { organizationId: OURS, organizationName: "Northwind", email: EMAIL, role: Role.EDITOR };
const invalid = () => unauthenticated("PASSWORD_RESET_INVALID", "The token of the reset is unknown.");
const handlers = [
  serve(SurveyAnswerService, {
    getSurveyForm: (request) => {
      check(request);
      return { form: { surveyName: "Commuting", periodStart: "2026-01-01", periodEnd: "2026-12-31" } };
    },
    submitSurveyAnswer: (request) => {
      check(request);
      return { receipt: { status: SurveyRowStatus.ANSWERED, answeredAt: timestampNow() } };
    },
  }),
  serve(MemberService, {
    getMemberInvitation: (request) => {
      check(request);
      return { form: { ...joined, expiresAt: timestampNow() } };
    },
    acceptMemberInvitation: (request) => {
      check(request);
      return { joined };
    },
  }),
  serve(PasswordService, {
    resetPassword: (request) => {
      check(request, invalid);
      return {};
    },
  }),
];

type Kind = [route: string, status: number, request: (token: string) => InjectOptions];
const KINDS: Kind[] = [
  ["GET /v1/surveys/answer/{token}", 200, () => ({})],
  ["POST /v1/surveys/answer/{token}", 201, () => ({ payload: { commutes: [] } })],
  ["GET /v1/members/join/{token}", 200, () => ({})],
  ["POST /v1/members/join/{token}", 201, () => ({ payload: { password: PASSWORD } })],
  ["POST /v2/members/join/form", 200, (token) => ({ payload: { token } })],
  ["POST /v2/members/join", 201, (token) => ({ payload: { token, password: PASSWORD } })],
  ["POST /auth/password/reset", 204, (token) => ({ payload: { token, new_password: PASSWORD } })],
];
/** Tested with the real service beside `presigned-files.ts`. */
const SIGNED = ["GET /v1/files/presigned/{token}", "PUT /v1/files/presigned/{token}"];

it.each(KINDS)("%s: wrong tokens lock out no right one behind the same address", async (route, right, request) => {
  const { app } = await gateway({ handlers, linkFailures: FAILURES });
  const [method, path] = route.split(" ") as ["GET" | "POST", string];
  const ask = (token: string) => app.inject({ method, url: path.replace("{token}", token), ...request(token) });
  for (let n = 0; n < FAILURES; n++) expect([401, 404]).toContain((await ask(newLinkToken(OURS))).statusCode);
  expect((await ask(newLinkToken(OURS))).statusCode).toBe(429);
  const opened = await ask(RIGHT);
  expect([opened.statusCode, opened.headers["ratelimit-policy"]]).toEqual([right, "link;q=600;w=60;burst=900"]);
  const refused = await ask(newLinkToken(OURS));
  expect([refused.statusCode, refused.json().code]).toEqual([429, "TOO_MANY_REQUESTS"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
});

it("every route of links is tried", async () => {
  const { routes } = await gateway();
  const links = routes.filter(isLink).map(({ verb, path }) => `${verb} ${path}`);
  expect(links.sort()).toEqual([...KINDS.map(([route]) => route), ...SIGNED].sort());
});
