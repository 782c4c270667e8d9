import { createSocket } from "node:dgram";
import { once } from "node:events";
import { groupsOf } from "./addresses.ts";

/** Addresses, or: `name` for NXDOMAIN, `failure` for SERVFAIL, `silence` for no response. */
export type NameAnswer = readonly string[] | "name" | "failure" | "silence";

export interface NameServer {
  /** `127.0.0.1:<port>`, for `dnsServers`. */
  address: string;
  /** Called for each query. The default is NXDOMAIN. */
  answer: (name: string, type: "A" | "AAAA") => NameAnswer;
  questions: number;
  close(): void;
}

const TYPES: Record<number, "A" | "AAAA"> = { 1: "A", 28: "AAAA" };
const CODES = { ok: 0, failure: 2, name: 3 };
const HEADER_BYTES = 12;

/** Starts a DNS server over UDP with answers that a test defines (RFC 1035, section 4). */
export async function startNameServer(answer: NameServer["answer"] = () => "name"): Promise<NameServer> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = question(query);
    const found = type === undefined ? [] : server.answer(name, type);
    server.questions++;
    if (found === "silence") return;
    const records = typeof found === "string" ? [] : found.map(record);
    socket.send(
      response(query.subarray(0, end), typeof found === "string" ? CODES[found] : CODES.ok, records),
      port,
      address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    answer,
    questions: 0,
    close: () => void socket.close(),
  };
  return server;
}

function question(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while (query[at] !== 0) {
    const length = query[at]!;
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: TYPES[query.readUInt16BE(at + 1)], end: at + 5 };
}

/** Repeats the question and appends the records. */
function response(query: Buffer, code: number, records: Buffer[]): Buffer {
  const head = Buffer.from(query);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...records]);
}

/** A record for the name in the question, with a TTL of 0 seconds. */
function record(address: string): Buffer {
  const isV6 = address.includes(":");
  const data = isV6
    ? Buffer.from(groupsOf(address).flatMap((group) => [group >> 8, group & 0xff]))
    : Buffer.from(address.split(".").map(Number));
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(isV6 ? 28 : 1, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
