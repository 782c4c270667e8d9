import { usePerson, useTexts } from "../state/context.ts";
import { Page } from "../ui/page.tsx";
import { Facts } from "../ui/table.tsx";
import { PasswordForm } from "./password.tsx";
import { personName } from "./roles.ts";
import { Sessions } from "./sessions.tsx";
import { TotpCard } from "./totp.tsx";

/** The own account: sessions, password, codes. */
export function AccountPage() {
  const { say } = useTexts();
  const { account } = usePerson();
  return (
    <Page title={say("nav.account")}>
      <section class="card">
        <h2>{say("account.person")}</h2>
        <Facts
          facts={[
            [say("members.name"), personName(account)],
            [say("members.email"), account.email],
          ]}
        />
      </section>
      <Sessions />
      <div class="cards">
        <PasswordForm />
        <TotpCard />
      </div>
    </Page>
  );
}
