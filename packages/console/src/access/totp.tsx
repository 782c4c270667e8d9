import { useState } from "preact/hooks";
import { digits } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Loaded } from "../ui/notices.tsx";
import { CopyText, SecretDialog } from "../ui/secret.tsx";
import { CodeField } from "./code-field.tsx";
import { PasswordField } from "./password.tsx";
import { QrCode } from "./qr-code.tsx";

/** The steps to turn codes on, or the dialog that turns them off. */
type Step =
  | { name: "begin" | "off" }
  | { name: "confirm"; secret: string; uri: string }
  | { name: "recovery"; codes: readonly string[] };

/** Codes of an authenticator app for the sign-in. */
export function TotpCard() {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const [step, setStep] = useState<Step | null>(null);
  const answer = useAnswer("totp", (signal) => client.call("getTotp", { signal }));
  return (
    <section class="card">
      <h2>{say("account.totp")}</h2>
      <Loaded answer={answer}>
        {({ enabled, recovery_codes_left }) => (
          <>
            <p>
              {enabled
                ? say("account.totpOn", { number: digits(recovery_codes_left, locale) })
                : say("account.totpOff")}
            </p>
            <button type="button" onClick={() => setStep({ name: enabled ? "off" : "begin" })}>
              {say(enabled ? "account.turnOff" : "account.turnOn")}
            </button>
          </>
        )}
      </Loaded>
      {step && <TotpDialog key={step.name} step={step} onStep={setStep} onChanged={answer.again} />}
    </section>
  );
}

interface DialogProps {
  step: Step;
  onStep: (step: Step | null) => void;
  onChanged: () => void;
}

/** One dialog for each step. The next one opens when it has closed. */
function TotpDialog({ step, onStep, onChanged }: DialogProps) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [next, setNext] = useState<Step | null>(null);
  const onClose = () => onStep(next);
  if (step.name === "begin") {
    const begin = async ({ password = "" }: Record<string, string>) =>
      setNext({ name: "confirm", ...(await client.call("beginTotp", { body: { password } })) });
    return (
      <FormDialog title={say("account.turnOn")} action={say("account.begin")} onSubmit={begin} onClose={onClose}>
        <PasswordField name="password" label={say("account.currentPassword")} />
      </FormDialog>
    );
  }
  if (step.name === "confirm") {
    const confirm = async ({ code = "" }: Record<string, string>) => {
      const { recovery_codes } = await client.call("confirmTotp", { body: { code } });
      setNext({ name: "recovery", codes: recovery_codes });
      onChanged();
    };
    return (
      <FormDialog title={say("account.turnOn")} action={say("account.confirm")} onSubmit={confirm} onClose={onClose}>
        <p>{say("account.scan")}</p>
        <QrCode text={step.uri} label={say("account.qr")} />
        <CopyText label={say("account.totpSecret")} text={step.secret} />
        <CodeField label={say("account.code")} />
      </FormDialog>
    );
  }
  if (step.name === "recovery") {
    const [title, hint] = [say("account.recovery"), say("account.recoveryHint")];
    return <SecretDialog title={title} label={title} secret={step.codes.join("\n")} hint={hint} onClose={onClose} />;
  }
  const turnOff = async ({ password = "", code = "" }: Record<string, string>) => {
    await client.call("disableTotp", { body: { password, code } });
    onChanged();
  };
  return (
    <FormDialog
      title={say("account.turnOff")}
      action={say("account.turnOff")}
      danger
      onSubmit={turnOff}
      onClose={onClose}
    >
      <PasswordField name="password" label={say("account.currentPassword")} />
      <CodeField label={say("account.codeOrRecovery")} />
    </FormDialog>
  );
}
