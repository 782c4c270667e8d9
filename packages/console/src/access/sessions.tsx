import type { AnswerOf } from "@emissions/client";
import { instant } from "../format/dates.ts";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Failure, Loaded } from "../ui/notices.tsx";
import { focusHeading } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";

type Session = AnswerOf<"listSessions">[number];

/** The sessions of the person. Others than the present one can be signed out. */
export function Sessions() {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { error, run } = useAction();
  const answer = useAnswer("sessions", (signal) => client.call("listSessions", { signal }));
  const end = async (sessions: readonly Session[]) => {
    // The service can end one session, or all with the present one.
    for (const { id } of sessions) await client.call("endSession", { path: { id } });
    answer.again();
    focusHeading();
  };
  return (
    <section class="card">
      <h2>{say("account.sessions")}</h2>
      {error !== null && <Failure error={error} />}
      <Loaded answer={answer}>
        {(sessions) => {
          const others = sessions.filter(({ current }) => !current);
          return (
            <>
              <SessionTable sessions={sessions} onEnd={(session) => run(() => end([session]))} />
              {others.length > 0 && (
                <div class="buttons">
                  <Confirm
                    action={say("account.endOthers")}
                    question={say("account.endQuestion")}
                    onConfirm={() => end(others)}
                  />
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

interface TableProps {
  sessions: readonly Session[];
  onEnd: (session: Session) => void;
}

function SessionTable({ sessions, onEnd }: TableProps) {
  const { say, locale } = useTexts();
  const rows = sessions.map((session) => {
    const { id, created_at, method, address, user_agent, last_used_at, expires_at, current } = session;
    const time = instant(created_at, locale);
    const end = current ? (
      say("account.current")
    ) : (
      <button type="button" aria-label={say("account.endOne", { time })} onClick={() => onEnd(session)}>
        {say("account.end")}
      </button>
    );
    const used = [instant(last_used_at, locale), instant(expires_at, locale)];
    return { key: id, cells: [time, say(`sessionMethod.${method}`), address ?? "–", user_agent ?? "–", ...used, end] };
  });
  return (
    <Table
      caption={say("account.sessions")}
      hidden
      columns={[
        { title: say("account.session") },
        { title: say("account.method") },
        { title: say("account.address") },
        { title: say("account.client") },
        { title: say("account.lastUsed") },
        { title: say("account.expires") },
        { title: say("ui.actions") },
      ]}
      rows={rows}
    />
  );
}
