// Lists, shows, replays and discards events that factors gave up (docs/runbooks/dead-letters.md).
import { runDeadLetters } from "@emissions/kit/commands/dead-letters";
import { AuditRecordedSchema } from "@emissions/proto/factors/v1/audit_recorded";

await runDeadLetters({ name: "factors", auditEvent: AuditRecordedSchema });
