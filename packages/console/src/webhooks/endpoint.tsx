import { useState } from "preact/hooks";
import { instant } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { go, hashOf, type Place } from "../state/route.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Failure, Loaded } from "../ui/notices.tsx";
import { SecretDialog } from "../ui/secret.tsx";
import { Facts } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { Deliveries } from "./deliveries.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { type Endpoint, stateWord } from "./read.ts";

interface Props {
  id: string;
  /** The filters of the deliveries. */
  query: Place["query"];
}

/** An endpoint with its deliveries. */
export function EndpointPage({ id, query }: Props) {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const [sent, setSent] = useState(0);
  const answer = useAnswer(`endpoint ${organizationId} ${id}`, (signal) =>
    client.call("getWebhookEndpoint", { path: { endpoint_id: id }, signal }),
  );
  return (
    <>
      <p>
        <a href={hashOf(["webhooks"])}>{say("webhooks.back")}</a>
      </p>
      <Loaded answer={answer}>
        {(endpoint) => <EndpointCard endpoint={endpoint} onChanged={answer.again} onSent={() => setSent(sent + 1)} />}
      </Loaded>
      <Deliveries endpointId={id} query={query} sent={sent} onSent={() => setSent(sent + 1)} />
    </>
  );
}

interface CardProps {
  endpoint: Endpoint;
  onChanged: () => void;
  /** Called when a delivery was added or sent again. */
  onSent: () => void;
}

function EndpointCard({ endpoint, onChanged, onSent }: CardProps) {
  const { say, locale } = useTexts();
  const { url, description, event_types, consecutive_failures, created_at, updated_at } = endpoint;
  return (
    <section class="card">
      <h2>{url}</h2>
      <Facts
        facts={[
          [say("webhooks.description"), description],
          [say("webhooks.state"), say(stateWord(endpoint))],
          [say("webhooks.events"), event_types.map((type) => named(say, "eventType", type)).join(", ")],
          [say("webhooks.failures"), digits(consecutive_failures, locale)],
          [say("webhooks.created"), instant(created_at, locale)],
          [say("webhooks.changed"), instant(updated_at, locale)],
        ]}
      />
      <EndpointTools endpoint={endpoint} onChanged={onChanged} onSent={onSent} />
    </section>
  );
}

function EndpointTools({ endpoint, onChanged, onSent }: CardProps) {
  const { say, announce } = useTexts();
  const { client } = useSignedIn();
  const { error, run } = useAction();
  const [changing, setChanging] = useState(false);
  const [tested, setTested] = useState(false);
  const path = { endpoint_id: endpoint.id };
  const enable = async (enabled: boolean) => {
    await client.call("updateWebhookEndpoint", { path, body: { enabled } });
    onChanged();
  };
  const test = async () => {
    await client.call("sendTestEvent", { path });
    setTested(true);
    announce(say("webhooks.tested"));
    onSent();
  };
  return (
    <>
      {error !== null && <Failure error={error} />}
      {tested && <p>{say("webhooks.tested")}</p>}
      <div class="buttons">
        <button type="button" class="main" onClick={() => run(test)}>
          {say("webhooks.test")}
        </button>
        <button type="button" onClick={() => setChanging(true)}>
          {say("ui.change")}
        </button>
        {endpoint.enabled ? (
          <Confirm
            action={say("webhooks.disable")}
            question={say("webhooks.disableQuestion")}
            onConfirm={() => enable(false)}
          />
        ) : (
          <button type="button" onClick={() => run(() => enable(true))}>
            {say("webhooks.enable")}
          </button>
        )}
        <RotateSecret endpointId={endpoint.id} />
        <Confirm
          action={say("ui.delete")}
          question={say("webhooks.deleteQuestion")}
          onConfirm={async () => {
            await client.call("deleteWebhookEndpoint", { path });
            go(["webhooks"]);
          }}
        />
      </div>
      {changing && (
        <EndpointForm
          endpoint={endpoint}
          onSubmit={async (body) => {
            await client.call("updateWebhookEndpoint", { path, body });
            onChanged();
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  );
}

function RotateSecret({ endpointId }: { endpointId: string }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const endpoint = await client.call("rotateWebhookSecret", { path: { endpoint_id: endpointId } });
    setSecret(endpoint.secret);
  };
  return (
    <>
      <Confirm action={say("webhooks.rotate")} question={say("webhooks.rotateQuestion")} onConfirm={rotate} />
      {secret && (
        <SecretDialog
          title={say("webhooks.secretTitle")}
          label={say("webhooks.secret")}
          secret={secret}
          hint={say("webhooks.secretHint")}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}
