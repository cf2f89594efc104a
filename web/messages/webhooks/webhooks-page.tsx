// The webhooks of the company: programs elsewhere that are told what happens, and whether they take it.
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import type { Webhook } from '@gatehouse/contract/messages/webhooks'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { hostOf, kindsText, stateWords } from './webhook-words.ts'

const WebhookSheet = later(async () => (await import('./webhook-sheet.tsx')).WebhookSheet, 'over')
const WebhookForm = later(async () => (await import('./webhook-form.tsx')).WebhookForm, 'over')

export const WebhooksPage = () => {
  const pages = useWhole(webhooks.list, {})
  const all = pages.first?.webhooks
  const shown = useSheetAddress('webhook')
  const edited = useSheetAddress('edit')
  const find = (id: string | null) => all?.find((webhook) => webhook.id === id) ?? null
  const add = <AddLink to={edited.to('new')}>Add webhook</AddLink>
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader title="Webhooks" lead="Send events to other systems, signed" action={add} />
      <DataTable
        name="webhooks"
        label="Webhooks"
        noun={['webhook', 'webhooks']}
        pages={pages}
        rows={({ webhooks: found }) => found}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        card={card}
        to={({ id }) => shown.to(id)}
        failed="The webhooks could not be loaded"
        empty={
          <Empty title="No webhooks yet">
            <p>Add the address of a program, and it is notified when a device goes offline or somebody asks to join.</p>
            {add}
          </Empty>
        }
      />
      {all && edited.id !== null && (
        <WebhookForm key={edited.id} webhook={find(edited.id)} isNew={edited.id === 'new'} closed={edited.closed} />
      )}
      {all && edited.id === null && shown.id !== null && (
        <WebhookSheet key={shown.id} webhook={find(shown.id)} edit={edited.to(shown.id)} closed={shown.closed} />
      )}
    </div>
  )
}

const columns: readonly Column<Webhook>[] = [
  { field: 'name', title: 'Webhook', minWidth: 160, render: ({ name }) => name },
  {
    field: 'state',
    title: 'State',
    minWidth: 180,
    render: (webhook) => <StateOf webhook={webhook} />,
  },
  { field: 'url', title: 'Address', minWidth: 180, render: ({ url }) => hostOf(url) },
  { field: 'kinds', title: 'Events', minWidth: 140, render: ({ kinds }) => kindsText(kinds) },
  {
    field: 'last',
    title: 'Last taken',
    minWidth: 140,
    render: ({ lastDeliveredAt }) => (lastDeliveredAt === null ? 'Never' : <When at={lastDeliveredAt} />),
  },
]

export const StateOf = ({ webhook }: { readonly webhook: Webhook }) => {
  const { failingSince } = webhook
  return (
    <span>
      <StatusWord {...stateWords(webhook)} />
      {failingSince !== null && webhook.state !== 'ok' && (
        <span className="text-sm font-normal wrap-anywhere text-muted">
          {' '}
          since <When at={failingSince} />
        </span>
      )}
    </span>
  )
}

const card = (webhook: Webhook) => (
  <>
    <span>{webhook.name}</span>
    <StateOf webhook={webhook} />
    <span className="text-sm font-normal wrap-anywhere text-muted">
      {hostOf(webhook.url)} · {kindsText(webhook.kinds)}
    </span>
  </>
)
