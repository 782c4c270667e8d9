import { useState } from "preact/hooks";
import { PasswordField } from "../access/password.tsx";
import { clientOf } from "../state/account.ts";
import { useAction } from "../state/action.ts";
import { useTexts } from "../state/context.ts";
import type { OnDone } from "../state/link.ts";
import { fieldsOf } from "../ui/field.tsx";
import { LinkRefusal } from "./refusal.tsx";

/** Chooses a new password by a link. The service does not tell whose password it is. */
export function NewPasswordForm({ token, onDone }: { token: string; onDone: OnDone }) {
  const { say } = useTexts();
  const { error, working, run } = useAction();
  const [differ, setDiffer] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { new_password = "", repeated } = fieldsOf(event.currentTarget as HTMLFormElement);
    setDiffer(new_password !== repeated);
    if (new_password !== repeated) return;
    run(async () => {
      await clientOf("").call("resetPassword", { body: { token, new_password } });
      onDone(say("password.done"), "");
    });
  };
  return (
    <form onSubmit={submit}>
      <p>{say("password.intro")}</p>
      <PasswordField name="new_password" label={say("account.newPassword")} isNew />
      <PasswordField name="repeated" label={say("account.repeat")} isNew />
      <LinkRefusal error={error} differ={differ} />
      <button type="submit" class="main" aria-disabled={working}>
        {say("password.save")}
      </button>
    </form>
  );
}
