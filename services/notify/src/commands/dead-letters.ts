// Lists, shows, replays and discards events that notify gave up (docs/runbooks/dead-letters.md).
import { runDeadLetters } from "@emissions/kit/commands/dead-letters";
import { AuditRecordedSchema } from "@emissions/proto/notify/v1/audit_recorded";

await runDeadLetters({ name: "notify", auditEvent: AuditRecordedSchema });
