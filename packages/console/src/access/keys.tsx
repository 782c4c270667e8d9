import type { AnswerOf } from "@emissions/client";
import { useState } from "preact/hooks";
import { instant } from "../format/dates.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { AdminsOnly } from "../ui/admins-only.tsx";
import { Choice, Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Page } from "../ui/page.tsx";
import { PagedList } from "../ui/paged-list.tsx";
import { SecretDialog } from "../ui/secret.tsx";
import { Table } from "../ui/table.tsx";
import { personName, roleOptions } from "./roles.ts";

type ApiKey = AnswerOf<"createApiKey">;
type Owner = AnswerOf<"listMembers">["items"][number];

const NAME_LENGTH_MAX = 255;
const DAYS_MAX = 3_650;
/** Owners whose names are shown. Keys of others have the id of the owner. */
const OWNERS_MAX = 100;

/** The API keys of the organization. */
export function KeysPage() {
  const { say } = useTexts();
  return (
    <Page title={say("nav.keys")}>
      <AdminsOnly>
        <Keys />
      </AdminsOnly>
    </Page>
  );
}

function Keys() {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const [changes, setChanges] = useState(0);
  const [creating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [made, setMade] = useState<ApiKey | null>(null);
  const changed = () => setChanges(changes + 1);
  const read = async (query: { page: number; size: number }, signal: AbortSignal) => {
    const [{ items, total }, owners] = await Promise.all([
      client.call("listApiKeys", { query, signal }),
      client.call("listMembers", { query: { size: OWNERS_MAX }, signal }),
    ]);
    return { items: items.map((key) => ({ key, owner: ownerName(owners.items, key.user_id) })), total };
  };
  const revoke = async ({ id }: ApiKey) => {
    await client.call("revokeApiKey", { path: { id } });
    changed();
  };
  return (
    <section class="card">
      <p>{say("keys.intro")}</p>
      <div class="buttons">
        <button type="button" class="main" onClick={() => setCreating(true)}>
          {say("keys.new")}
        </button>
      </div>
      <PagedList id={`keys ${organizationId} ${changes}`} read={read} empty={say("keys.empty")}>
        {(keys) => <KeyTable keys={keys} onRevoke={setRevoked} />}
      </PagedList>
      {creating && (
        <CreateDialog
          onCreated={(key) => {
            setMade(key);
            changed();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {made?.key && !creating && (
        <SecretDialog
          title={say("keys.secretTitle")}
          label={say("keys.secret")}
          secret={made.key}
          hint={say("keys.secretHint")}
          onClose={() => setMade(null)}
        />
      )}
      {revoked && (
        <FormDialog
          title={say("keys.revokeOne", { name: revoked.name })}
          action={say("keys.revoke")}
          danger
          onSubmit={() => revoke(revoked)}
          onClose={() => setRevoked(null)}
        >
          <p>{say("keys.revokeQuestion", { name: revoked.name })}</p>
        </FormDialog>
      )}
    </section>
  );
}

function ownerName(owners: readonly Owner[], id: string): string {
  const owner = owners.find(({ user_id }) => user_id === id);
  return owner === undefined ? id : personName(owner);
}

interface TableProps {
  keys: readonly { key: ApiKey; owner: string }[];
  onRevoke: (key: ApiKey) => void;
}

function KeyTable({ keys, onRevoke }: TableProps) {
  const { say, locale } = useTexts();
  const rows = keys.map(({ key, owner }) => {
    const { id, name, prefix, role, status, expires_at, last_used_at } = key;
    const revoke = status === "active" && (
      <button type="button" aria-label={say("keys.revokeOne", { name })} onClick={() => onRevoke(key)}>
        {say("keys.revoke")}
      </button>
    );
    const cells = [
      name,
      <code key="prefix">{prefix}</code>,
      role === null ? say("keys.ownRole") : say(`role.${role}`),
      say(`keyStatus.${status}`),
      owner,
      expires_at === null ? say("keys.never") : instant(expires_at, locale),
      last_used_at === null ? "–" : instant(last_used_at, locale),
      revoke,
    ];
    return { key: id, cells };
  });
  return (
    <Table
      caption={say("nav.keys")}
      hidden
      columns={[
        { title: say("keys.name") },
        { title: say("keys.prefix") },
        { title: say("keys.role") },
        { title: say("keys.status") },
        { title: say("keys.owner") },
        { title: say("keys.expires") },
        { title: say("keys.lastUsed") },
        { title: say("ui.actions") },
      ]}
      rows={rows}
    />
  );
}

function CreateDialog({ onCreated, onClose }: { onCreated: (key: ApiKey) => void; onClose: () => void }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const create = async ({ name = "", role, days }: Record<string, string>) => {
    const body = {
      name: name.trim(),
      role: role ? (role as NonNullable<ApiKey["role"]>) : null,
      expires_in_days: days ? Number(days) : null,
    };
    onCreated(await client.call("createApiKey", { body }));
  };
  return (
    <FormDialog title={say("keys.new")} action={say("keys.create")} onSubmit={create} onClose={onClose}>
      <Field label={say("keys.name")}>
        {(id) => <input id={id} name="name" maxLength={NAME_LENGTH_MAX} pattern=".*\S.*" autocomplete="off" required />}
      </Field>
      <Choice
        label={say("keys.role")}
        name="role"
        value="editor"
        options={[...roleOptions(say), { value: "", text: say("keys.ownRole") }]}
      />
      <Field label={say("keys.days")}>
        {(id) => <input id={id} name="days" type="number" min={1} max={DAYS_MAX} defaultValue="365" />}
      </Field>
    </FormDialog>
  );
}
