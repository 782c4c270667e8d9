import { RefusedError } from "@emissions/client";
import { useState } from "preact/hooks";
import { CodeField } from "../access/code-field.tsx";
import { signIn } from "../state/account.ts";
import { useTexts } from "../state/context.ts";
import { Field, fieldsOf } from "../ui/field.tsx";
import { Failure } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";

interface Props {
  /** The reason why the last session ended. */
  notice: string | null;
  /** The address that is in its field at first. */
  email: string;
  onToken: (token: string) => void;
}

/** Refusals of people whose sign-in needs a code, too. */
const ASKS_FOR_CODE = ["TOTP_REQUIRED", "TOTP_INVALID"];

export function SignInPage({ notice, email: known, onToken }: Props) {
  const { say, announce } = useTexts();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [needsCode, setNeedsCode] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (working) return;
    const { email = "", password = "", code } = fieldsOf(event.currentTarget as HTMLFormElement);
    setWorking(true);
    setError(null);
    announce(say("signIn.working"));
    try {
      onToken(await signIn({ email, password, ...(code && { code }) }));
    } catch (failure) {
      if (failure instanceof RefusedError && ASKS_FOR_CODE.includes(failure.code ?? "")) setNeedsCode(true);
      setError(failure);
      setWorking(false);
    }
  };
  return (
    <div class="narrow">
      <Page title={say("signIn")}>
        {notice && (
          <p class="notice" role="alert">
            {notice}
          </p>
        )}
        {error !== null && <Failure error={error} />}
        <form onSubmit={submit}>
          <Field label={say("signIn.email")}>
            {(id) => (
              <input
                id={id}
                name="email"
                type="email"
                defaultValue={known}
                autocomplete="username"
                maxLength={255}
                required
              />
            )}
          </Field>
          <Field label={say("signIn.password")}>
            {(id) => (
              <input
                id={id}
                name="password"
                type="password"
                autocomplete="current-password"
                maxLength={1024}
                required
              />
            )}
          </Field>
          {needsCode && <CodeField label={say("signIn.code")} />}
          <button type="submit" class="main" aria-disabled={working}>
            {working ? say("signIn.working") : say("signIn")}
          </button>
        </form>
      </Page>
    </div>
  );
}
