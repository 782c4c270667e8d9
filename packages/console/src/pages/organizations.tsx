import type { Account } from "../state/account.ts";
import { useTexts } from "../state/context.ts";
import { Page } from "../ui/page.tsx";

interface Props {
  account: Account;
  onChoice: (organizationId: string) => void;
}

/** The choice after the sign-in of a person with several organizations. */
export function OrganizationsPage({ account: { organizations }, onChoice }: Props) {
  const { say } = useTexts();
  return (
    <Page title={say("organization.choose")}>
      {organizations.length === 0 && <p>{say("organization.none")}</p>}
      <ul class="options">
        {organizations.map(({ id, name, role, archived }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoice(id)}>
              <strong>{name}</strong>
              <span>
                {say(`role.${role}`)}
                {archived && `, ${say("organization.archived")}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
