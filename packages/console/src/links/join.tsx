import { RefusedError } from "@emissions/client";
import { useState } from "preact/hooks";
import { PasswordField } from "../access/password.tsx";
import { instant } from "../format/dates.ts";
import { clientOf } from "../state/account.ts";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { useTexts } from "../state/context.ts";
import type { OnDone } from "../state/link.ts";
import { fieldsOf } from "../ui/field.tsx";
import { Loaded } from "../ui/notices.tsx";
import { isNoLink, LinkRefusal } from "./refusal.tsx";

/** The service does not tell whether the invited address has an account, so the person does. */
const ACCOUNTS = ["new", "known", "elsewhere"] as const;
type Account = (typeof ACCOUNTS)[number];

interface Props {
  token: string;
  onDone: OnDone;
}

/** Shows the invitation of a link, and makes the person a member. */
export function JoinForm({ token, onDone }: Props) {
  const { say, locale } = useTexts();
  const invitation = useAnswer(token, (signal) =>
    clientOf("").call("openMemberInvitation", { body: { token }, signal }),
  );
  if (isNoLink(invitation.error)) return <LinkRefusal error={invitation.error} />;
  return (
    <Loaded answer={invitation}>
      {({ organization_name, email, role, expires_at }) => (
        <>
          <p>
            {say("join.intro", {
              organization: organization_name,
              email,
              role: say(`role.${role}`),
              date: instant(expires_at, locale),
            })}
          </p>
          <AcceptForm token={token} email={email} onDone={onDone} />
        </>
      )}
    </Loaded>
  );
}

function AcceptForm({ token, email, onDone }: Props & { email: string }) {
  const { say } = useTexts();
  const { error, working, run } = useAction();
  const [account, setAccount] = useState<Account>("new");
  const [differ, setDiffer] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { password, repeated } = fieldsOf(event.currentTarget as HTMLFormElement);
    const differs = account === "new" && password !== repeated;
    setDiffer(differs);
    if (!differs) run(() => join(password));
  };
  const join = async (password: string | undefined) => {
    try {
      const body = { token, ...(password && { password }) };
      const { organization_name } = await clientOf("").call("joinOrganization", { body });
      const done = account === "elsewhere" ? "join.doneElsewhere" : "join.done";
      onDone(say(done, { organization: organization_name }), email);
    } catch (failure) {
      // The address has an account whose password is another one.
      if (failure instanceof RefusedError && failure.code === "INVALID_CREDENTIALS") setAccount("known");
      throw failure;
    }
  };
  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend>{say("join.who")}</legend>
        {ACCOUNTS.map((one) => (
          <label key={one} class="check">
            <input type="radio" name="account" checked={one === account} onChange={() => setAccount(one)} />
            {say(`join.${one}`)}
          </label>
        ))}
      </fieldset>
      {/* Password managers find the account by its name. */}
      <input type="hidden" name="username" autocomplete="username" value={email} />
      {account === "new" && (
        <>
          <PasswordField key="new" name="password" label={say("account.newPassword")} isNew />
          <PasswordField name="repeated" label={say("account.repeat")} isNew />
        </>
      )}
      {account === "known" && <PasswordField key="known" name="password" label={say("signIn.password")} />}
      <LinkRefusal error={error} differ={differ} />
      <button type="submit" class="main" aria-disabled={working}>
        {say("join.accept")}
      </button>
    </form>
  );
}
