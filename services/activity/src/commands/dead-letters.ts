// Lists, shows, replays and discards events that activity gave up (docs/runbooks/dead-letters.md).
import { runDeadLetters } from "@emissions/kit/commands/dead-letters";

await runDeadLetters({ name: "activity", auditEvent: null });
