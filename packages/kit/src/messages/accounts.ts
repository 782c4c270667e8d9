import { LANES } from "../db/lane.ts";
import type { Declarations } from "./declared-events.ts";
import { durableOf, filterOf, streamOf } from "./stream.ts";
import { checkSubjectOf } from "./stream-checks.ts";

/** The user that makes streams and consumers. No service has its password. */
export const STREAMS_USER = "streams";
/** The account with all streams. It has no user but STREAMS_USER. */
const EVENTS_ACCOUNT = "EVENTS";
/**
 * NATS forgets how to return an answer after this time without one. Longer than a pull request. Without a limit the
 * entries of all pull requests would stay in its memory.
 */
const ANSWER_TIMEOUT_S = 10;

/** Something that one account lets another one use. */
interface Grant {
  from: string;
  to: string;
  subject: string;
  /** Requests and publications to `from` (service), or its publications to `to` (stream). */
  kind: "service" | "stream";
  /** A request has many answers. */
  isPull?: boolean;
}

/** Services with a login of their own: those with a stream, and subscribers without one. */
export const usersOf = ({ owners, events }: Declarations): string[] =>
  [...new Set([...owners, ...events.flatMap(({ subscribers }) => subscribers)])].sort();

export const passwordVariableOf = (user: string) => `NATS_${user.toUpperCase()}_PASSWORD`;

/**
 * The accounts of a NATS server. Each service is alone in an account and imports exact subjects. Permissions inside of
 * one account have a gap: the server publishes its answers to any reply subject that a client names. The passwords come
 * from the environment.
 */
export function accountsConfig(declarations: Declarations): string {
  const users = usersOf(declarations);
  const grants = unique([
    ...users.map((user): Grant => fromEvents(user, "$JS.API.INFO")),
    ...declarations.owners.flatMap(ownerGrants),
    ...declarations.events.flatMap((event) => event.consumers.flatMap((one) => consumerGrants(event, one))),
    ...declarations.events.flatMap(subscriberGrants),
  ]);
  const blocks = [
    account(EVENTS_ACCOUNT, STREAMS_USER, grants, "jetstream: enabled"),
    ...users.map((user) => account(accountOf(user), user, grants)),
  ];
  return `# Written by \`npm run docs\` from the events of the protos.\naccounts {\n${blocks.join("\n")}}\n`;
}

const accountOf = (user: string) => user.toUpperCase();

/** With an import of $JS.API.INFO the server adds no other subject of its API to an account. */
const fromEvents = (user: string, subject: string): Grant => ({
  from: EVENTS_ACCOUNT,
  to: accountOf(user),
  subject,
  kind: "service",
});

/** A service publishes its events, and removes those that all consumers have acknowledged. */
function ownerGrants(owner: string): Grant[] {
  const stream = streamOf(owner);
  const requests = ["STREAM.INFO", "STREAM.PURGE", "STREAM.DELETE", "STREAM.MSG.GET", "CONSUMER.LIST"];
  const subjects = [`events.${owner}.>`, ...requests.map((request) => `$JS.API.${request}.${stream}`)];
  return subjects.map((subject) => fromEvents(owner, subject));
}

/** A consumer pulls and acknowledges its own messages, and asks the owner of the stream for a check. */
function consumerGrants({ owner, type }: { owner: string; type: string }, consumer: string): Grant[] {
  const stream = streamOf(owner);
  const check: Grant = {
    from: accountOf(owner),
    to: accountOf(consumer),
    subject: checkSubjectOf(owner),
    kind: "service",
  };
  const lanes = LANES.flatMap((lane) => {
    const durable = `${stream}.${durableOf(consumer, type, lane)}`;
    return [
      fromEvents(consumer, `$JS.API.CONSUMER.INFO.${durable}`),
      { ...fromEvents(consumer, `$JS.API.CONSUMER.MSG.NEXT.${durable}`), isPull: true },
      fromEvents(consumer, `$JS.ACK.${durable}.>`),
    ];
  });
  return [fromEvents(consumer, `$JS.API.STREAM.INFO.${stream}`), ...(consumer === owner ? [] : [check]), ...lanes];
}

/** A subscriber receives what the owner publishes, from the account of the owner. */
const subscriberGrants = ({ owner, type, subscribers }: Declarations["events"][number]): Grant[] =>
  subscribers.map((one) => ({ from: accountOf(owner), to: accountOf(one), subject: filterOf(type), kind: "stream" }));

const unique = (grants: readonly Grant[]): Grant[] => [
  ...new Map(grants.map((grant) => [`${grant.from} ${grant.to} ${grant.subject}`, grant])).values(),
];

function account(name: string, user: string, grants: readonly Grant[], ...settings: string[]): string {
  const exported = Map.groupBy(
    grants.filter(({ from }) => from === name),
    ({ subject }) => subject,
  );
  const exports = [...exported].map(([subject, [first, ...others]]) => {
    const { kind, isPull } = first!;
    const answers = `${isPull ? ", response: stream" : ""}, threshold: "${ANSWER_TIMEOUT_S}s"`;
    const accounts = [first!, ...others].map(({ to }) => to).join(", ");
    return `{ ${kind}: "${subject}"${kind === "service" ? answers : ""}, accounts: [${accounts}] }`;
  });
  const imports = grants
    .filter(({ to }) => to === name)
    .map(({ from, subject, kind }) => `{ ${kind}: { account: ${from}, subject: "${subject}" } }`);
  const lines = [
    ...settings,
    `users: [{ user: ${user}, password: $${passwordVariableOf(user)} }]`,
    ...list("exports", exports),
    ...list("imports", imports),
  ];
  return `  ${name} {\n${lines.map((line) => `    ${line}\n`).join("")}  }\n`;
}

const list = (name: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${name}: [`, ...items.map((item) => `  ${item}`), "]"];
