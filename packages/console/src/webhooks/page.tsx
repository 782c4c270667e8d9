import { useState } from "preact/hooks";
import { useSignedIn, useTexts } from "../state/context.ts";
import { hashOf, type Place } from "../state/route.ts";
import { AdminsOnly } from "../ui/admins-only.tsx";
import { Page } from "../ui/page.tsx";
import { PagedList } from "../ui/paged-list.tsx";
import { SecretDialog } from "../ui/secret.tsx";
import { Table } from "../ui/table.tsx";
import { DeliveryPage } from "./delivery.tsx";
import { EndpointPage } from "./endpoint.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { type Endpoint, stateWord } from "./read.ts";

/** `#/webhooks` lists endpoints, `#/webhooks/<id>` shows one, `#/webhooks/<id>/<delivery>` a delivery. */
export function WebhooksPage({ place }: { place: Place }) {
  const { say } = useTexts();
  const [, id, delivery] = place.path;
  const title = say(id === undefined ? "nav.webhooks" : delivery ? "webhooks.delivery" : "webhooks.endpoint");
  return (
    <Page key={place.path.join("/")} title={title} place={JSON.stringify(place)}>
      <AdminsOnly>
        {id === undefined ? (
          <Endpoints />
        ) : delivery === undefined ? (
          <EndpointPage id={id} query={place.query} />
        ) : (
          <DeliveryPage endpointId={id} id={delivery} />
        )}
      </AdminsOnly>
    </Page>
  );
}

function Endpoints() {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const [changes, setChanges] = useState(0);
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <p>{say("webhooks.intro")}</p>
      <div class="buttons">
        <button type="button" class="main" onClick={() => setCreating(true)}>
          {say("webhooks.new")}
        </button>
      </div>
      <PagedList
        id={`endpoints ${organizationId} ${changes}`}
        read={(query, signal) => client.call("listWebhookEndpoints", { query, signal })}
        empty={say("webhooks.empty")}
      >
        {(endpoints) => <EndpointTable endpoints={endpoints} />}
      </PagedList>
      {creating && (
        <EndpointForm
          endpoint={null}
          onSubmit={async (body) => {
            setSecret((await client.call("createWebhookEndpoint", { body })).secret);
            setChanges(changes + 1);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {secret && !creating && (
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

function EndpointTable({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const { say } = useTexts();
  const rows = endpoints.map((endpoint) => {
    const { id, url, description, consecutive_failures } = endpoint;
    const link = <a href={hashOf(["webhooks", id])}>{url}</a>;
    return { key: id, cells: [link, description ?? "", say(stateWord(endpoint)), String(consecutive_failures)] };
  });
  return (
    <section class="card">
      <Table
        caption={say("nav.webhooks")}
        hidden
        columns={[
          { title: say("webhooks.url") },
          { title: say("webhooks.description") },
          { title: say("webhooks.state") },
          { title: say("webhooks.failures"), number: true },
        ]}
        rows={rows}
      />
    </section>
  );
}
