// Makes the functions of Node that connect throw. The process imports it before the parser.
import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

const refuse = () => {
  throw Object.assign(new Error("The process that reads documents has no network."), { code: "ERR_ACCESS_DENIED" });
};

/** All clients of Node end in these: http, http2, tls and fetch call `connect` of a socket. */
const CONNECTING: readonly (readonly [object, readonly string[]])[] = [
  [net.Socket.prototype, ["connect"]],
  [net.Server.prototype, ["listen", "_listen2"]],
  [dgram.Socket.prototype, ["bind", "connect", "send", "sendto"]],
  [dns, Object.keys(dns).filter((name) => /^(lookup|resolve|reverse)/.test(name))],
  [dns.promises, Object.keys(dns.promises).filter((name) => /^(lookup|resolve|reverse)/.test(name))],
];

for (const [owner, names] of CONNECTING) {
  for (const name of names) Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
}
