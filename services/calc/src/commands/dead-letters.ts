// Lists, shows, replays and discards events that calc gave up (docs/runbooks/dead-letters.md).
import { runDeadLetters } from "@emissions/kit/commands/dead-letters";
import { AuditRecordedSchema } from "@emissions/proto/calc/v1/audit_recorded";

await runDeadLetters({ name: "calc", auditEvent: AuditRecordedSchema });
