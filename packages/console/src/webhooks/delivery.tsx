import { instant } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { hashOf } from "../state/route.ts";
import { Failure, Loaded } from "../ui/notices.tsx";
import { focusHeading } from "../ui/page.tsx";
import { Facts, Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import type { Attempt, Delivery } from "./read.ts";

/** A delivery has ten attempts, and ten more with each retry. Older ones are of little interest. */
const ATTEMPTS_MAX = 100;

interface Props {
  endpointId: string;
  id: string;
}

/** A delivery with its attempts. */
export function DeliveryPage({ endpointId, id }: Props) {
  const { say, announce } = useTexts();
  const { client } = useSignedIn();
  const { error, run } = useAction();
  const path = { endpoint_id: endpointId, delivery_id: id };
  const answer = useAnswer(`delivery ${id}`, async (signal) => {
    const [delivery, { items }] = await Promise.all([
      client.call("getWebhookDelivery", { path, signal }),
      client.call("listWebhookAttempts", { path, query: { size: ATTEMPTS_MAX }, signal }),
    ]);
    return { delivery, attempts: items };
  });
  const again = () => {
    answer.again();
    focusHeading();
  };
  const retry = () =>
    run(async () => {
      await client.call("retryWebhookDelivery", { path });
      announce(say("webhooks.retried"));
      again();
    });
  return (
    <>
      <p>
        <a href={hashOf(["webhooks", endpointId])}>{say("webhooks.backToEndpoint")}</a>
      </p>
      {error !== null && <Failure error={error} />}
      <Loaded answer={answer}>
        {({ delivery, attempts }) => (
          <>
            <div class="buttons">
              {delivery.status === "failed" && (
                <button type="button" class="main" onClick={retry}>
                  {say("webhooks.retry")}
                </button>
              )}
              <button type="button" onClick={again}>
                {say("webhooks.refresh")}
              </button>
            </div>
            <DeliveryFacts delivery={delivery} />
            <section class="card">
              <h2>{say("webhooks.attempts")}</h2>
              {attempts.length === 0 ? <p>{say("webhooks.noAttempts")}</p> : <AttemptTable attempts={attempts} />}
            </section>
          </>
        )}
      </Loaded>
    </>
  );
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { say, locale } = useTexts();
  const { event_type, event_id, status, created_at, finished_at, next_attempt_at, last_response_body } = delivery;
  const time = (text: string | null) => text && instant(text, locale);
  return (
    <section class="card">
      <Facts
        facts={[
          [say("webhooks.event"), `${named(say, "eventType", event_type)} (${event_id})`],
          [say("webhooks.status"), say(`delivery.${status}`)],
          [say("webhooks.created"), time(created_at)],
          [say("webhooks.next"), time(next_attempt_at)],
          [say("webhooks.finished"), time(finished_at)],
          [say("webhooks.body"), last_response_body && <p class="formula">{last_response_body}</p>],
        ]}
      />
    </section>
  );
}

function AttemptTable({ attempts }: { attempts: readonly Attempt[] }) {
  const { say, locale } = useTexts();
  const rows = attempts.map(({ number, at, duration_ms, response_status, error_code }) => {
    const reason = error_code === null ? "" : say(`deliveryError.${error_code}`);
    const answer = [response_status === null ? "" : String(response_status), reason].filter(Boolean).join(", ");
    const duration = say("webhooks.milliseconds", { number: digits(duration_ms, locale) });
    return { key: String(number), cells: [String(number), instant(at, locale), duration, answer] };
  });
  return (
    <Table
      caption={say("webhooks.attempts")}
      hidden
      columns={[
        { title: say("webhooks.number") },
        { title: say("webhooks.time") },
        { title: say("webhooks.duration"), number: true },
        { title: say("webhooks.answer") },
      ]}
      rows={rows}
    />
  );
}
