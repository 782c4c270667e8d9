import { useState } from "preact/hooks";
import { digits } from "../format/digits.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

const DAY_MS = 86_400_000;

/** A local time as its control writes it, to the minute. */
function localMinute(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface Props {
  endpointId: string;
  onRetried: () => void;
}

/** Sends all deliveries again that failed since a time. */
export function RetryAll({ endpointId, onRetried }: Props) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const [open, setOpen] = useState(false);
  const [retried, setRetried] = useState<number | null>(null);
  const retry = async ({ since = "" }: Record<string, string>) => {
    const answer = await client.call("retryFailedWebhookDeliveries", {
      path: { endpoint_id: endpointId },
      body: { since: new Date(since).toISOString() },
    });
    setRetried(answer.retried);
    onRetried();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {say("webhooks.retryAll")}
      </button>
      <span role="status">{retried !== null && say("webhooks.retriedAll", { number: digits(retried, locale) })}</span>
      {open && (
        <FormDialog
          title={say("webhooks.retryAll")}
          action={say("webhooks.retry")}
          onSubmit={retry}
          onClose={() => setOpen(false)}
        >
          <Field label={say("webhooks.since")}>
            {(id) => (
              <input
                id={id}
                name="since"
                type="datetime-local"
                defaultValue={localMinute(Date.now() - DAY_MS)}
                required
              />
            )}
          </Field>
        </FormDialog>
      )}
    </>
  );
}
