import { useState } from "preact/hooks";
import { useAction } from "../state/action.ts";
import { usePerson, useSignedIn, useTexts } from "../state/context.ts";
import { Field, fieldsOf } from "../ui/field.tsx";
import { Failure } from "../ui/notices.tsx";

const LENGTH = { least: 12, most: 1_024 };

/** Changes the own password. */
export function PasswordForm() {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { account } = usePerson();
  const { error, working, run } = useAction();
  const [notice, setNotice] = useState<"account.differ" | "account.passwordChanged" | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { current_password = "", new_password = "", repeated = "" } = fieldsOf(form);
    if (new_password !== repeated) return setNotice("account.differ");
    setNotice(null);
    run(async () => {
      await client.call("changePassword", { body: { current_password, new_password } });
      form.reset();
      setNotice("account.passwordChanged");
    });
  };
  return (
    <section class="card">
      <h2>{say("account.password")}</h2>
      <form onSubmit={submit}>
        {/* Password managers find the account by its name. */}
        <input type="hidden" name="username" autocomplete="username" value={account.email} />
        <PasswordField name="current_password" label={say("account.currentPassword")} />
        <PasswordField name="new_password" label={say("account.newPassword")} isNew />
        <PasswordField name="repeated" label={say("account.repeat")} isNew />
        {error !== null && <Failure error={error} />}
        <p role="status">{notice && say(notice)}</p>
        <button type="submit" class="main" aria-disabled={working}>
          {say("account.changePassword")}
        </button>
      </form>
    </section>
  );
}

interface FieldProps {
  name: string;
  label: string;
  isNew?: boolean;
}

export function PasswordField({ name, label, isNew = false }: FieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          name={name}
          type="password"
          autocomplete={isNew ? "new-password" : "current-password"}
          {...(isNew && { minLength: LENGTH.least })}
          maxLength={LENGTH.most}
          required
        />
      )}
    </Field>
  );
}
