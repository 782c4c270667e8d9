import { instant } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import { useAction } from "../state/action.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { go, hashOf, type Place } from "../state/route.ts";
import { Choice, Field, fieldsOf } from "../ui/field.tsx";
import { Failure } from "../ui/notices.tsx";
import { focusHeading } from "../ui/page.tsx";
import { PagedList } from "../ui/paged-list.tsx";
import { Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { DELIVERY_STATUSES, type Delivery } from "./read.ts";
import { RetryAll } from "./retry-all.tsx";

interface Props {
  endpointId: string;
  query: Place["query"];
  /** Counts what was sent on this page. A change reads the list again. */
  sent: number;
  onSent: () => void;
}

/** An instant of a day, in the time zone of the reader. Undefined for a text that is no day. */
function instantOf(day: string, time: string): string | undefined {
  const date = new Date(`${day}T${time}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The deliveries of an endpoint, the latest first. */
export function Deliveries({ endpointId, query, sent, onSent }: Props) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const { error, run } = useAction();
  const { status: chosen = "", from = "", to = "" } = query;
  const status = DELIVERY_STATUSES.filter((value) => value === chosen);
  const filters = {
    ...(status.length > 0 && { status }),
    created_at_from: instantOf(from, "00:00:00"),
    created_at_to: instantOf(to, "23:59:59.999"),
  };
  const path = { endpoint_id: endpointId };
  const again = () => {
    onSent();
    focusHeading();
  };
  const retry = ({ id }: Delivery) =>
    run(async () => {
      await client.call("retryWebhookDelivery", { path: { ...path, delivery_id: id } });
      again();
    });
  return (
    <section class="card">
      <h2>{say("webhooks.deliveries")}</h2>
      <FilterForm key={JSON.stringify(query)} endpointId={endpointId} query={query} />
      <div class="buttons">
        <button type="button" onClick={again}>
          {say("webhooks.refresh")}
        </button>
        <RetryAll endpointId={endpointId} onRetried={again} />
      </div>
      {error !== null && <Failure error={error} />}
      <PagedList
        key={JSON.stringify(query)}
        id={`deliveries ${endpointId} ${sent} ${JSON.stringify(query)}`}
        read={(page, signal) => client.call("listWebhookDeliveries", { path, query: { ...page, ...filters }, signal })}
        empty={say("webhooks.noDeliveries")}
      >
        {(deliveries, total) => (
          <>
            <p>{say("webhooks.count", { total: digits(total, locale) })}</p>
            <DeliveryTable deliveries={deliveries} onRetry={retry} />
          </>
        )}
      </PagedList>
    </section>
  );
}

function FilterForm({ endpointId, query }: Pick<Props, "endpointId" | "query">) {
  const { say } = useTexts();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    go(["webhooks", endpointId], fieldsOf(event.currentTarget as HTMLFormElement));
  };
  const statuses = DELIVERY_STATUSES.map((value) => ({ value, text: say(`delivery.${value}`) }));
  return (
    <form class="filters" onSubmit={submit}>
      <Choice
        label={say("webhooks.status")}
        name="status"
        value={query.status ?? ""}
        options={[{ value: "", text: say("all") }, ...statuses]}
      />
      <Field label={say("webhooks.from")}>
        {(id) => <input id={id} name="from" type="date" defaultValue={query.from} />}
      </Field>
      <Field label={say("webhooks.to")}>
        {(id) => <input id={id} name="to" type="date" defaultValue={query.to} />}
      </Field>
      <button type="submit" class="main">
        {say("webhooks.filter")}
      </button>
    </form>
  );
}

interface TableProps {
  deliveries: readonly Delivery[];
  onRetry: (delivery: Delivery) => void;
}

function DeliveryTable({ deliveries, onRetry }: TableProps) {
  const { say, locale } = useTexts();
  const rows = deliveries.map((delivery) => {
    const { id, endpoint_id, event_type, status, attempts, last_response_status, last_error_code, created_at } =
      delivery;
    const time = instant(created_at, locale);
    const link = (
      <a href={hashOf(["webhooks", endpoint_id, id])} aria-label={say("webhooks.show", { time })}>
        {time}
      </a>
    );
    const reason = last_error_code === null ? "" : say(`deliveryError.${last_error_code}`);
    const answer = [last_response_status === null ? "" : String(last_response_status), reason]
      .filter(Boolean)
      .join(", ");
    const retry = status === "failed" && (
      <button type="button" aria-label={say("webhooks.retryOne", { time })} onClick={() => onRetry(delivery)}>
        {say("webhooks.retry")}
      </button>
    );
    const cells = [
      link,
      named(say, "eventType", event_type),
      say(`delivery.${status}`),
      digits(attempts, locale),
      answer,
    ];
    return { key: id, cells: [...cells, retry] };
  });
  return (
    <Table
      caption={say("webhooks.deliveries")}
      hidden
      columns={[
        { title: say("webhooks.created") },
        { title: say("webhooks.event") },
        { title: say("webhooks.status") },
        { title: say("webhooks.attempts"), number: true },
        { title: say("webhooks.response") },
        { title: say("ui.actions") },
      ]}
      rows={rows}
    />
  );
}
