import { once } from "node:events";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { Code, createClient } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { newAuthority } from "@emissions/testkit/certificates";
import { until } from "@emissions/testkit/poll";
import { adminOf, newSigners } from "@emissions/testkit/principals";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { startCertificates } from "./certificates.ts";
import { grpcTransport } from "./client.ts";
import { EchoService } from "./echo.fixture.ts";
import { closing, echo, failure, type Impl } from "./echo-server.fixture.ts";
import { namesIn } from "./peer.ts";
import { callAs } from "./principal.ts";
import { startGrpcServer } from "./server.ts";
import { serve } from "./services.ts";
import { signCalls, verifyCalls } from "./signer.ts";
import { type Authority, echoClient, echoServer, type Files, processWith } from "./tls.fixture.ts";

const answer: Impl = { say: (request) => request, getSaid: (request) => request };
const calc = { commonName: "calc", dnsNames: ["localhost"] };
const gateway = { commonName: "gateway" };
const usual = getCACertificates("default");

let [ours, theirs]: Authority[] = [];
beforeAll(async () => {
  [ours, theirs] = await Promise.all([newAuthority(), newAuthority()]);
});
afterEach(() => setDefaultCACertificates(usual));

const serverOf = async (authority: Authority, names = calc) => {
  const { certificates } = processWith(await authority.issue(names), ours!);
  const { port } = await echoServer(answer, certificates);
  return `https://localhost:${port}`;
};

describe("mutual TLS between services", () => {
  it("carries calls", async () => {
    const url = await serverOf(ours!);
    const { certificates } = processWith(await ours!.issue(gateway), ours!);
    expect((await echoClient(url, certificates).say({ value: "x" })).value).toBe("x");
  });

  it("refuses a client without a certificate", async () => {
    const url = await serverOf(ours!);
    setDefaultCACertificates([ours!.cert]);
    expect((await failure(echoClient(url).say({ value: "x" }))).code).toBe(Code.Unavailable);
  });

  it("refuses a client whose certificate is of another authority", async () => {
    const url = await serverOf(ours!);
    const { certificates } = processWith(await theirs!.issue(gateway), ours!);
    expect((await failure(echoClient(url, certificates).say({ value: "x" }))).code).toBe(Code.Unavailable);
  });

  it("refuses a server whose certificate is of another authority", async () => {
    const url = await serverOf(theirs!);
    const { certificates } = processWith(await ours!.issue(gateway), ours!);
    expect((await failure(echoClient(url, certificates).say({ value: "x" }))).message).toContain("certificate");
  });

  it("refuses a server whose certificate is for another host", async () => {
    const url = await serverOf(ours!, { commonName: "localhost", dnsNames: ["calc.example"] });
    const { certificates } = processWith(await ours!.issue(gateway), ours!);
    expect((await failure(echoClient(url, certificates).say({ value: "x" }))).message).toContain("altnames");
  });

  it("refuses a client without TLS", async () => {
    const url = await serverOf(ours!);
    expect((await failure(echoClient(url.replace("https", "http")).say({ value: "x" }))).code).toBe(Code.Unavailable);
  });
});

describe("an https address", () => {
  it("is never spoken without TLS", async () => {
    const { server } = await echo(answer);
    const client = echoClient(`https://localhost:${server.port}`);
    expect((await failure(client.say({ value: "x" }))).code).toBe(Code.Unavailable);
  });

  it("is verified with the authorities of the machine by a process without certificates", async () => {
    const adapter = connectNodeAdapter({ routes: (router) => void router.service(EchoService, answer) });
    const server = createSecureServer(await ours!.issue(calc), adapter);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => server.close());
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    expect((await failure(echoClient(url).say({ value: "x" }))).message).toContain("certificate");
    setDefaultCACertificates([...usual, ours!.cert]);
    expect((await echoClient(url).say({ value: "x" })).value).toBe("x");
  });
});

it.each(["http://127.0.0.1:8101", "ftp://127.0.0.1:8101"])("the address %s is refused at start", async (baseUrl) => {
  const { certificates } = processWith(await ours!.issue(gateway), ours!);
  expect(() => grpcTransport({ baseUrl, certificates })).toThrow(baseUrl);
});

describe("the certificate of a caller", () => {
  async function listUnits(names: { commonName: string; dnsNames?: string[] }) {
    const signerOf = newSigners();
    const factors = processWith(await ours!.issue(calc), ours!);
    const server = await startGrpcServer({
      host: "127.0.0.1",
      port: 0,
      services: [serve(UnitService, { listUnits: () => ({ units: [] }) })],
      interceptors: [verifyCalls(signerOf("factors"))],
      certificates: factors.certificates,
      log: { error: () => {} },
    });
    closing.push(() => server.close());
    const { certificates } = processWith(await ours!.issue(names), ours!);
    const interceptors = [signCalls(signerOf("gateway"), "factors")];
    const transport = grpcTransport({ baseUrl: `https://localhost:${server.port}`, certificates, interceptors });
    closing.push(() => transport.close());
    return createClient(UnitService, transport).listUnits({}, callAs(adminOf(newId())));
  }

  it.each([
    { what: "its common name", names: { commonName: "gateway" } },
    { what: "a DNS name", names: { commonName: "x", dnsNames: ["gateway.example", "gateway"] } },
  ])("names the service as $what", async ({ names }) => {
    expect((await listUnits(names)).units).toEqual([]);
  });

  it("does not carry the token of another service", async () => {
    const error = await failure(listUnits({ commonName: "imports", dnsNames: ["gateway.example"] }));
    expect(error.code).toBe(Code.Unauthenticated);
    expect(error.rawMessage).toBe("The certificate of the client is not that of gateway.");
  });

  it("names nothing by a part of another name", () => {
    const subjectaltname = 'URI:"spiffe://x, DNS:gateway, DNS:gateway", DNS:"a, DNS:gateway", DNS:calc';
    expect([...namesIn({ subjectaltname })]).toEqual(["calc"]);
    expect([...namesIn()]).toEqual([]);
  });
});

describe("a change of certificates", () => {
  /** Calls all the time, and keeps the failures. */
  function load(client: ReturnType<typeof echoClient>) {
    const failures: unknown[] = [];
    let [calls, ended] = [0, false];
    const work = Array.from({ length: 8 }, async () => {
      while (!ended) {
        await client.say({ value: "x" }).catch((error: unknown) => failures.push(error));
        calls++;
      }
    });
    const stop = async () => {
      ended = true;
      await Promise.all(work);
    };
    return { failures, calls: () => calls, stop };
  }

  it("to another authority in steps fails no call, and ends the trust in the former one", async () => {
    const [server, client] = [
      processWith(await ours!.issue(calc), ours!),
      processWith(await ours!.issue(gateway), ours!),
    ];
    const { port } = await echoServer(answer, server.certificates);
    const url = `https://localhost:${port}`;
    const stranger = processWith(await ours!.issue(gateway), { cert: ours!.cert + theirs!.cert });
    const old = echoClient(url, stranger.certificates);
    await old.say({ value: "x" });
    const { failures, calls, stop } = load(echoClient(url, client.certificates));
    const change = async (texts: Parameters<Files["write"]>[0], { files }: typeof server) => {
      const [lines, before] = [files.lines.length, calls()];
      files.write(texts);
      await until("they are in use", () => files.lines.slice(lines).some((line) => line.includes("have changed")));
      await until("calls went on", () => calls() > before + 100);
    };
    for (const one of [server, client]) await change({ ca: ours!.cert + theirs!.cert }, one);
    await change(await theirs!.issue(gateway), client);
    await change(await theirs!.issue(calc), server);
    for (const one of [server, client]) await change({ ca: theirs!.cert }, one);
    await stop();
    expect(failures).toEqual([]);
    // Its open connection has ended, and a new one is refused.
    await until("it is refused", () =>
      old.say({ value: "x" }).then(
        () => false,
        () => true,
      ),
    );
  });

  it("lets a stream that has begun end with all its messages", async () => {
    const server = processWith(await ours!.issue(calc), ours!);
    const goOn = Promise.withResolvers<void>();
    const { port } = await echoServer(
      {
        async *split({ value }) {
          yield { value };
          await goOn.promise;
          yield { value };
        },
      },
      server.certificates,
    );
    const { files, certificates } = processWith(await ours!.issue(gateway), ours!);
    const stream = echoClient(`https://localhost:${port}`, certificates).split({ value: "x" })[Symbol.asyncIterator]();
    await stream.next();
    for (const [one, names] of [[files, gateway] as const, [server.files, calc] as const]) {
      one.write(await ours!.issue(names));
      await until("they are in use", () => one.lines.some((line) => line.includes("have changed")));
    }
    goOn.resolve();
    expect(await stream.next()).toMatchObject({ value: { value: "x" } });
    expect((await stream.next()).done).toBe(true);
  });

  it("that is not valid is logged, and those from before stay in use", async () => {
    const server = processWith(await ours!.issue(calc), ours!);
    const { port } = await echoServer(answer, server.certificates);
    const { cert } = await ours!.issue(calc);
    for (const broken of [{ cert }, { cert: "no certificate" }, { ca: "" }]) {
      server.files.write(broken);
      await until("it is logged", () => server.files.lines.some((line) => line.includes("stay in use")));
      server.files.lines.length = 0;
    }
    expect(server.files.lines.join()).not.toContain("PRIVATE KEY");
    await pause(20);
    const { certificates } = processWith(await ours!.issue(gateway), ours!);
    expect((await echoClient(`https://localhost:${port}`, certificates).say({ value: "x" })).value).toBe("x");
  });

  it("to an expired one is refused", async () => {
    const expired = await ours!.issue({ ...calc, notAfterDate: new Date(Date.now() - 1_000) });
    expect(() => processWith(expired, ours!)).toThrow("TLS_CERT_FILE is valid");
  });
});

it("the three files belong together", () => {
  const log = { info: () => {}, error: () => {} };
  expect(startCertificates({ config: {}, log })).toBeUndefined();
  expect(() => startCertificates({ config: { TLS_CERT_FILE: "cert.pem" }, log })).toThrow("set all or none");
});
