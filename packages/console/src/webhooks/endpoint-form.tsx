import { useTexts } from "../state/context.ts";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { type Endpoint, EVENT_TYPES, type NewEndpoint } from "./read.ts";

const URL_LENGTH_MAX = 2_048;
const DESCRIPTION_LENGTH_MAX = 255;

interface Props {
  /** Null for a new endpoint. */
  endpoint: Endpoint | null;
  onSubmit: (body: NewEndpoint) => Promise<void>;
  onClose: () => void;
}

/** Creates or changes an endpoint. */
export function EndpointForm({ endpoint, onSubmit, onClose }: Props) {
  const { say } = useTexts();
  const submit = ({ url = "", description, ...fields }: Record<string, string>) => {
    const event_types = EVENT_TYPES.filter((type) => fields[type] === "on");
    const shared = { url, event_types, description: description?.trim() || null };
    return onSubmit(endpoint ? shared : { ...shared, enabled: fields.enabled === "on" });
  };
  return (
    <FormDialog
      title={say(endpoint ? "ui.change" : "webhooks.new")}
      action={say(endpoint ? "ui.save" : "webhooks.create")}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={say("webhooks.url")}>
        {(id) => (
          <input
            id={id}
            name="url"
            type="url"
            pattern="https://.+"
            placeholder="https://"
            maxLength={URL_LENGTH_MAX}
            defaultValue={endpoint?.url}
            required
          />
        )}
      </Field>
      <Field label={say("webhooks.description")}>
        {(id) => (
          <input
            id={id}
            name="description"
            maxLength={DESCRIPTION_LENGTH_MAX}
            defaultValue={endpoint?.description ?? ""}
          />
        )}
      </Field>
      <fieldset>
        <legend>{say("webhooks.events")}</legend>
        {EVENT_TYPES.map((type) => (
          <label key={type} class="check">
            <input
              type="checkbox"
              name={type}
              defaultChecked={endpoint?.event_types.includes(type) ?? true}
              required={EVENT_TYPES.length === 1}
            />
            {say(`eventType.${type}`)}
          </label>
        ))}
      </fieldset>
      {endpoint === null && (
        <label class="check">
          <input type="checkbox" name="enabled" defaultChecked />
          {say("webhooks.enabled")}
        </label>
      )}
    </FormDialog>
  );
}
