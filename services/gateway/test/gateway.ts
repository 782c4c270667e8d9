import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { DescService, Message } from "@bufbuild/protobuf";
import { createRouterTransport, type Interceptor, type Transport } from "@connectrpc/connect";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { REQUEST_ID } from "@emissions/kit/wire/headers";
import type { Principal } from "@emissions/kit/wire/principal";
import type { ServiceEntry } from "@emissions/kit/wire/services";
import { signCalls, verifyCalls } from "@emissions/kit/wire/signer";
import { AcceptanceService } from "@emissions/proto/activity/v1/acceptance_service";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { EvidenceService } from "@emissions/proto/activity/v1/evidence_service";
import { RestatedAmountService } from "@emissions/proto/calc/v1/restatement_service";
import { testSigner } from "@emissions/testkit/principals";
import type { ServiceName } from "@emissions/testkit/roles";
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { buildApp } from "../src/app.ts";
import type { SecurityContact } from "../src/docs/security-txt.ts";
import { AncestorCache } from "../src/identity/ancestor-cache.ts";
import { Members } from "../src/identity/members.ts";
import type { OidcLogin } from "../src/identity/oidc/login.ts";
import type { OutsideIssuer } from "../src/identity/outside-tokens.ts";
import { createTokens } from "../src/identity/tokens.ts";
import { createLimits } from "../src/limits/limits.ts";
import { ACCOUNT, ADDRESS, FAILED_CREDENTIALS, FAILED_LINKS, type Policy } from "../src/limits/policy.ts";
import { callerFor } from "../src/rest/call.ts";
import type { Edge } from "../src/rest/edge.ts";
import { FailedLoginLimiter } from "../src/rest/failed-login-limiter.ts";
import { createLinkAccess } from "../src/rest/link-access.ts";
import type { Route } from "../src/rest/route-spec.ts";
import { PROBLEM_RESOURCES, routeTable } from "../src/routes/table.ts";
import { accessService, sessionService } from "./access.ts";
import { ReceivedCalls } from "./calls.ts";
import { Conformance } from "./conformance.ts";
import { customDatabaseService } from "./custom-databases.ts";
import { customGroupService } from "./custom-groups.ts";
import { fakeOf } from "./fake-service.ts";
import { fileService } from "./files.ts";
import { libraryService } from "./library.ts";
import { readingServices } from "./reading.ts";
import { samplesBy } from "./samples.ts";
import { webhookServices } from "./webhooks.ts";

export const TOKEN_SECRET = "a secret of the built-in issuer, for tests";

interface Options {
  outside?: OutsideIssuer;
  oidc?: OidcLogin;
  failedLoginsPerMinute?: number;
  /** By default there are enough requests for all tests. */
  rates?: { account?: Policy; address?: Policy; group?: Policy };
  /** Links that do not exist, in an hour: none comes back during a test. */
  linkFailures?: number;
  edge?: Edge;
  security?: SecurityContact;
  logger?: FastifyBaseLogger;
  /** Makes every call to a service fail. */
  failWith?: () => Error;
  /** Routes of the test, added to those of the contract. */
  more?: readonly Route[];
  /** They replace the default samples in the answers of the fake services. */
  samples?: readonly Message[];
  /** They replace methods of the fake services. */
  handlers?: readonly ServiceEntry[];
  /** A real service in place of a fake, by its full name. */
  real?: Record<string, Transport>;
}

const PLENTY: Policy = { name: "plenty", requests: 1_000_000, windowS: 60, burst: 1_000_000 };

const HANDLERS = [
  accessService,
  sessionService,
  fileService,
  ...webhookServices,
  libraryService,
  customDatabaseService(),
  customGroupService(),
  ...readingServices,
];

/** Fakes of all services that the routes call. */
function fakesFor(routes: readonly Route[], { samples = [], handlers = [] }: Options): ServiceEntry[] {
  // No route is an operation of the first four alone.
  const services = new Set<DescService>([
    AccessService,
    AcceptanceService,
    RestatedAmountService,
    EvidenceService,
    ...routes.map(({ method }) => method.parent),
  ]);
  const entries = [...HANDLERS, ...handlers];
  return [...services].map((service) => {
    const own = entries.filter((entry) => entry.service.typeName === service.typeName).map(({ impl }) => impl);
    return fakeOf(service, samplesBy(samples), Object.assign({}, ...own));
  });
}

/** The interceptor of the service that the package of a call names. */
const eachService =
  (make: (name: ServiceName) => Interceptor): Interceptor =>
  (next) =>
  (request) =>
    make(request.service.typeName.split(".")[1] as ServiceName)(next)(request);

/** A gateway with fake services in memory. The services themselves are tested beside their code and end to end. */
export async function gateway(options: Options = {}) {
  const { outside, failedLoginsPerMinute, rates = {}, logger, failWith, more = [], real = {} } = options;
  const tokens = createTokens({ secrets: fixedSecrets(TOKEN_SECRET), ...(outside && { outside }) });
  const { account = PLENTY, address = PLENTY, group = { ...PLENTY, name: "group" } } = rates;
  // Each test has one gateway, which counts alone.
  const limits = createLimits({ isAway: true, ask: async () => undefined }, group);
  const routes = [...routeTable(tokens, { oidc: options.oidc, limits }), ...more].map((route) => {
    const { limits } = route.spec;
    const rate = limits.rate === ACCOUNT ? account : limits.rate === ADDRESS ? address : limits.rate;
    return { ...route, spec: { ...route.spec, limits: { ...limits, ...(rate && { rate }) } } };
  });
  const calls = new ReceivedCalls();
  const transport = createRouterTransport(
    (router) => {
      for (const { service, impl } of fakesFor(routes, options)) router.service(service, impl);
    },
    {
      router: { interceptors: [eachService((name) => verifyCalls(testSigner(name))), calls.interceptor] },
      transport: { interceptors: [eachService((name) => signCalls(testSigner("gateway"), name))] },
    },
  );
  const broken: typeof transport = { ...transport, unary: () => Promise.reject(failWith?.()) };
  const outgoing = {
    transportTo: (service: string) =>
      real[service] ?? (failWith && service !== AccessService.typeName ? broken : transport),
  };
  const callAs = (principal: Principal) => callerFor(outgoing, { principal, requestId: REQUEST_ID }).call;
  const members = new Members(callAs);
  const each = (policy: Policy, perMinute = 1_000_000) => ({ ...policy, requests: perMinute, burst: perMinute });
  const app = await buildApp({
    ...outgoing,
    routes,
    members,
    tokens,
    linkAccess: createLinkAccess({
      ...limits,
      failed: { ...each(FAILED_LINKS, options.linkFailures), windowS: 3_600 },
    }),
    ancestors: new AncestorCache(callAs),
    limits,
    refused: address,
    errorsUrl: "https://emissions.example/errors",
    problems: [...PROBLEM_RESOURCES, "/v2/tests"],
    failedLogins: new FailedLoginLimiter(limits.rates, each(FAILED_CREDENTIALS, failedLoginsPerMinute)),
    ...(options.edge && { edge: options.edge }),
    ...(options.security && { security: options.security }),
    ...(logger && { logger }),
  });
  if (more.length === 0) checkAnswers(app);
  return { app, routes, members, tokens, calls };
}

const conformance = Conformance.committed();

/** Fails on an answer that the committed description of the API does not describe. */
function checkAnswers(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  const checked = async (options: InjectOptions) => {
    const answer = await inject(options);
    const { method = "GET", url = "/", payload } = options;
    const { statusCode: status, headers } = answer;
    const text = decoded(answer);
    const sent = typeof payload === "string" ? payload : isPlain(payload) ? JSON.stringify(payload) : undefined;
    // The description has no preflights of browsers.
    if (method === "OPTIONS") return answer;
    // The description has decimals as numbers.
    if (String(headers["preference-applied"]).includes("decimals=string")) return answer;
    conformance.check({ method, url: String(url), status, headers, text, ...(sent !== undefined && { sent }) });
    return answer;
  };
  Object.assign(app, { inject: checked });
}

/** The text of a compressed answer, too. */
function decoded({ headers, payload, rawPayload }: LightMyRequestResponse): string {
  if (rawPayload.length === 0) return payload;
  if (headers["content-encoding"] === "br") return brotliDecompressSync(rawPayload).toString();
  return headers["content-encoding"] === "gzip" ? gunzipSync(rawPayload).toString() : payload;
}

/** True for an object that `inject` sends as JSON. */
const isPlain = (payload: InjectOptions["payload"]) =>
  typeof payload === "object" && !Buffer.isBuffer(payload) && !("pipe" in payload);
