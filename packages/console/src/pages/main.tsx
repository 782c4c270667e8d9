import { useEffect } from "preact/hooks";
import { AccountPage } from "../access/account.tsx";
import { KeysPage } from "../access/keys.tsx";
import { MembersPage } from "../access/members.tsx";
import { BoardsPage } from "../boards/page.tsx";
import { FactorsPage } from "../factors/page.tsx";
import { ImportsPage } from "../imports/page.tsx";
import { JobPage } from "../jobs/page.tsx";
import { OverviewPage } from "../overview/page.tsx";
import { accountOf } from "../state/account.ts";
import { useAnswer } from "../state/answer.ts";
import { PersonContext, type Role, useTexts } from "../state/context.ts";
import { type Place, usePlace } from "../state/route.ts";
import type { Session } from "../state/session.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";
import { WebhooksPage } from "../webhooks/page.tsx";
import { JobsPage } from "./jobs.tsx";
import { OrganizationsPage } from "./organizations.tsx";
import { RecordsPage } from "./records.tsx";

interface Props {
  session: Session;
  onOrganization: (organizationId: string) => void;
  /** Called with the role in the chosen organization. */
  onRole: (role: Role | null) => void;
}

/** The content for a signed-in person. */
export function Main({ session, onOrganization, onRole }: Props) {
  const { token, organizationId } = session;
  const account = useAnswer(`account ${token}`, () => accountOf(token));
  const { say } = useTexts();
  const organizations = account.value?.organizations ?? [];
  const only = organizations.length === 1 ? organizations[0]!.id : undefined;
  const chosen = organizations.find(({ id }) => id === organizationId);
  useEffect(() => {
    if (!chosen && only !== undefined) onOrganization(only);
  }, [chosen, only]);
  useEffect(() => onRole(chosen?.role ?? null), [chosen?.role]);
  return (
    <Loaded answer={account}>
      {(person) =>
        chosen ? (
          <>
            <p class="place">
              <label>
                {say("organization")}{" "}
                <select value={chosen.id} onChange={(event) => onOrganization(event.currentTarget.value)}>
                  {organizations.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>{" "}
              {chosen.archived && <span>({say("organization.archived")}) </span>}
              <span>
                {person.email}, {say(`role.${chosen.role}`)}
              </span>
            </p>
            <PersonContext.Provider value={{ account: person, role: chosen.role }}>
              <Content key={chosen.id} />
            </PersonContext.Provider>
          </>
        ) : (
          <OrganizationsPage account={person} onChoice={onOrganization} />
        )
      }
    </Loaded>
  );
}

function Content() {
  const { say } = useTexts();
  const place: Place = usePlace();
  const [page = "overview"] = place.path;
  if (page === "overview") return <OverviewPage place={place} />;
  if (page === "dashboards") return <BoardsPage place={place} />;
  if (page === "records") return <RecordsPage place={place} />;
  if (page === "factors") return <FactorsPage place={place} />;
  if (page === "imports") return <ImportsPage place={place} />;
  if (page === "jobs") return place.path[1] ? <JobPage id={place.path[1]} /> : <JobsPage />;
  if (page === "webhooks") return <WebhooksPage place={place} />;
  if (page === "members") return <MembersPage />;
  if (page === "keys") return <KeysPage />;
  if (page === "account") return <AccountPage />;
  return (
    <Page title={say("title")}>
      <p>{say("notFound")}</p>
    </Page>
  );
}
