import type { AddressInfo } from "node:net";
import { newId } from "@emissions/kit/process/id";
import type { Logger } from "@emissions/kit/process/log";
import { runProcess } from "@emissions/kit/process/process";
import { GATEWAY } from "@emissions/kit/wire/access";
import { startCertificates } from "@emissions/kit/wire/certificates";
import { type GrpcTransport, grpcTransport } from "@emissions/kit/wire/client";
import { ClockCheck } from "@emissions/kit/wire/clock";
import { startSigner } from "@emissions/kit/wire/key-files";
import { BATCH_BYTES_MAX } from "@emissions/kit/wire/limits";
import { measureClient, traceClient } from "@emissions/kit/wire/observe";
import type { Principal } from "@emissions/kit/wire/principal";
import { signCalls, unavailableUntilTrusted } from "@emissions/kit/wire/signer";
import { buildApp } from "./app.ts";
import { systemStatus } from "./compose/status.ts";
import { Config, errorsUrlOf } from "./config.ts";
import { securityContactOf } from "./docs/security-txt.ts";
import { AncestorCache } from "./identity/ancestor-cache.ts";
import { followChanges } from "./identity/changes.ts";
import { Members } from "./identity/members.ts";
import { createOidcLogin, type OidcLogin } from "./identity/oidc/login.ts";
import { createTokens } from "./identity/tokens.ts";
import { startLimits } from "./limits/start.ts";
import { callerFor, DEADLINE_MS } from "./rest/call.ts";
import { renewConnections } from "./rest/connections.ts";
import { edgeOf } from "./rest/edge.ts";
import { PROBLEM_RESOURCES, routeTable } from "./routes/table.ts";

await runProcess({
  name: "gateway",
  config: Config,
  async start({ config, log, addCheck, stopping, onStop }) {
    const { signer, watch } = startSigner({ issuer: GATEWAY, files: config, log });
    onStop("principal keys", () => watch.stop());
    const tls = startCertificates({ config, log });
    onStop("certificates", () => tls?.watch.stop());
    const urls = {
      activity: config.ACTIVITY_URL,
      factors: config.FACTORS_URL,
      calc: config.CALC_URL,
      imports: config.IMPORTS_URL,
      notify: config.NOTIFY_URL,
    };
    const clock = new ClockCheck();
    const transports = new Map<string, GrpcTransport>();
    for (const [name, baseUrl] of Object.entries(urls)) {
      const interceptors = [
        measureClient(),
        traceClient(),
        unavailableUntilTrusted(name, log, clock),
        signCalls(signer, name),
      ];
      const certificates = tls?.certificates;
      const limits = { deadlineMs: DEADLINE_MS, maxBytes: BATCH_BYTES_MAX };
      const transport = grpcTransport({ baseUrl, certificates, interceptors, ...limits });
      onStop(`calls to ${name}`, () => transport.close());
      transports.set(name, transport);
      addCheck(name, transport.checkHealth, "any");
    }
    const outgoing = {
      transportTo: (service: string) => {
        const transport = transports.get(service.split(".")[1] ?? "");
        if (transport === undefined) throw new Error(`No address is configured for ${service}`);
        return transport;
      },
    };

    const callAs = (principal: Principal) => callerFor(outgoing, { principal, requestId: newId() }).call;
    const members = new Members(callAs);
    const { limits, now, stop } = startLimits(config, log);
    onStop("limits", stop);
    addCheck("clock", async () => {
      await clock.measure(now);
      await clock.check();
    });
    const changes = followChanges(members, { config, log });
    onStop("NATS", () => changes.stop());

    const tokens = createTokens(issuersOf(config));
    const routes = routeTable(tokens, { oidc: oidcOf(config, log), status: systemStatus(transports), limits });
    const security = securityContactOf(config);
    const app = await buildApp({
      ...outgoing,
      routes,
      members,
      tokens,
      ancestors: new AncestorCache(callAs),
      limits,
      errorsUrl: errorsUrlOf(config),
      edge: edgeOf(config),
      problems: PROBLEM_RESOURCES,
      ...(security && { security }),
      logger: log,
    });
    renewConnections(app.server, { stopping });
    await app.listen({ host: config.HOST, port: config.PORT });
    onStop("server", () => app.close());
    log.info({ port: (app.server.address() as AddressInfo).port }, "listening");
  },
});

function issuersOf(config: Config) {
  const { AUTH_TOKEN_SECRET: secrets, AUTH_ISSUER, AUTH_AUDIENCE, AUTH_JWKS_URL, OIDC_CLIENT_ID: clientId } = config;
  const client = clientId === undefined ? {} : { clientId };
  const outside = AUTH_ISSUER && AUTH_AUDIENCE && AUTH_JWKS_URL;
  return {
    ...(secrets && { secrets }),
    ...(outside && { outside: { issuer: AUTH_ISSUER, audience: AUTH_AUDIENCE, jwksUrl: AUTH_JWKS_URL, ...client } }),
  };
}

function oidcOf(config: Config, log: Logger): OidcLogin | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  const { AUTH_TOKEN_SECRET: secrets, OIDC_SCOPES: scopes, PUBLIC_URL: publicUrl } = config;
  if (issuer === undefined || clientId === undefined || secrets === undefined) return undefined;
  return createOidcLogin({ issuer, clientId, ...(clientSecret && { clientSecret }), scopes, publicUrl, secrets, log });
}
