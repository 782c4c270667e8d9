// Loaded into the services of a test before their code. Gives a name the addresses of all replicas, as the DNS of a
// cluster does for a headless Service.
import { promises as dns } from "node:dns";

const { REPLICA_NAME, REPLICA_HOSTS = "" } = process.env;
const addresses = REPLICA_HOSTS.split(",").map((address) => ({ address, family: 4 }));
const { lookup } = dns;

/** @param {any[]} asked */
const withReplicas = async (...asked) => (asked[0] === REPLICA_NAME ? addresses : Reflect.apply(lookup, dns, asked));

Object.assign(dns, { lookup: withReplicas });
