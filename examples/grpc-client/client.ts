// Reads purchases with a service account.
//
//   ACCOUNT_KEY_FILE=key.json node client.ts <host:port of activity> <organization id>
import { readFileSync } from "node:fs";
import { create, fromBinary, toBinary, toJsonString } from "@bufbuild/protobuf";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { importJWK, SignJWT } from "jose";

const [address = "", organization] = process.argv.slice(2);
const { iss, kid, ...jwk } = JSON.parse(readFileSync(process.env.ACCOUNT_KEY_FILE!, "utf8"));
const key = await importJWK(jwk, "EdDSA");
const sign = (typ: string, claims: object) =>
  new SignJWT({ ...claims, iss, aud: "activity" })
    .setProtectedHeader({ alg: "EdDSA", kid, typ })
    .setIssuedAt()
    .setExpirationTime("60s")
    .sign(key);

const metadata = new Metadata();
metadata.set("caller", await sign("caller+jwt", {}));
metadata.set("principal", await sign("principal+jwt", { organization }));

const { input, output, name } = PurchaseService.method.listPurchases;
const client = new Client(address, credentials.createInsecure());
client.makeUnaryRequest(
  `/${PurchaseService.typeName}/${name}`,
  (message: ReturnType<typeof create<typeof input>>) => Buffer.from(toBinary(input, message)),
  (bytes) => fromBinary(output, bytes),
  create(input, { options: { page: 1, size: 10 } }),
  metadata,
  { deadline: Date.now() + 10_000 },
  (error, reply) => {
    if (error) console.error(error.message);
    else console.log(toJsonString(output, reply!));
    process.exitCode = error ? 1 : 0;
    client.close();
  },
);
