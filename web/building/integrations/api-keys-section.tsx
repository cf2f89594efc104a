// The API keys of the company: which devices each speaks for, when it was last used, and revoking one.
import type { ApiKey } from '@gatehouse/contract/building/ingest'
import * as ingest from '@gatehouse/contract/building/ingest'
import { call } from '../../kit/data/api.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { When } from '../../ui/time/when.tsx'
import { keysText } from './keys-text.ts'

const ApiKeyForm = later(async () => (await import('./api-key-form.tsx')).ApiKeyForm, 'over')

export const ApiKeysSection = () => {
  const pages = useWhole(ingest.apiKeys, {})
  const sheet = useSheetAddress('key')
  const add = <AddLink to={sheet.to('new')}>Create API key</AddLink>
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm font-normal text-muted">
          A program posts messages of devices to <code>/api/ingest</code> with a key in the header{' '}
          <code>x-api-key</code>.
        </p>
        {add}
      </div>
      <DataTable
        name="api-keys"
        label="API keys"
        noun={['key', 'keys']}
        pages={pages}
        rows={({ apiKeys }) => apiKeys}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        card={card}
        failed="The API keys could not be loaded"
        empty={
          <Empty title="No API keys yet">
            <p>Devices that connect by MQTT need none. A program that posts over HTTP does.</p>
            {add}
          </Empty>
        }
      />
      {sheet.id === 'new' && <ApiKeyForm closed={sheet.closed} />}
    </div>
  )
}

const Revoke = ({ apiKey: { id, name, revokedAt } }: { readonly apiKey: ApiKey }) =>
  revokedAt === null && (
    <ConfirmButton
      size="small"
      variant="outlined"
      label={
        <>
          Revoke<span className="visually-hidden"> {name}</span>
        </>
      }
      title={`Revoke the key ${name}?`}
      action="Revoke"
      run={() => call(ingest.revokeApiKey, { id })}
      done={`The key ${name} is revoked.`}
    >
      <p>Whatever uses it is refused at once and for good. What it has sent stays.</p>
    </ConfirmButton>
  )

const Standing = ({ apiKey: { lastUsedAt, revokedAt } }: { readonly apiKey: ApiKey }) =>
  revokedAt === null ? (
    <span>{lastUsedAt === null ? 'Never used' : <When at={lastUsedAt} />}</span>
  ) : (
    <span>
      <StatusWord state="shelved" word="Revoked" /> <When at={revokedAt} />
    </span>
  )

const columns: readonly Column<ApiKey>[] = [
  { field: 'name', title: 'Name', minWidth: 160, render: ({ name }) => name },
  { field: 'scope', title: 'Scope', minWidth: 180, render: ({ deviceKeys }) => keysText(deviceKeys) },
  { field: 'used', title: 'Last used', minWidth: 160, render: (key) => <Standing apiKey={key} /> },
  { field: 'created', title: 'Created', minWidth: 130, render: ({ createdAt }) => <When at={createdAt} /> },
  { field: 'revoke', title: 'Revoke', minWidth: 120, render: (key) => <Revoke apiKey={key} /> },
]

const card = (key: ApiKey) => (
  <span className="grid min-w-0 gap-1 wrap-anywhere">
    <strong>{key.name}</strong>
    <Standing apiKey={key} />
    <span className="text-sm font-normal text-muted">{keysText(key.deviceKeys)}</span>
    <Revoke apiKey={key} />
  </span>
)
