// The webhooks of the company: programs elsewhere that are told what happens, and whether they take it.
import * as webhooks from '@gatehouse/contract/webhooks'
import type { Webhook } from '@gatehouse/contract/webhooks'
import { Suspense } from 'react'
import { AddLink } from '../ui/add-link.tsx'
import { useWhole } from '../ui/data-pages.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { later } from '../ui/later.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useSheetAddress } from '../ui/sheet-link.ts'
import { Empty } from '../ui/states.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import { When } from '../ui/when.tsx'
import { hostOf, kindsText, stateWords } from './webhook-words.ts'
import styles from './webhooks.module.css'

const WebhookSheet = later(async () => (await import('./webhook-sheet.tsx')).WebhookSheet, 'over')
const WebhookForm = later(async () => (await import('./webhook-form.tsx')).WebhookForm, 'over')

export const WebhooksPage = () => {
  const pages = useWhole(webhooks.list, {})
  const all = pages.query.data?.webhooks
  const shown = useSheetAddress('webhook')
  const edited = useSheetAddress('edit')
  const find = (id: string | null) => all?.find((webhook) => webhook.id === id) ?? null
  const add = <AddLink to={edited.to('new')}>Add webhook</AddLink>
  return (
    <div className={styles.page}>
      <PageHeader
        title="Webhooks"
        lead="Programs elsewhere that are told what happens in the company, signed so that they can believe it"
        action={add}
      />
      <DataTable
        name="webhooks"
        label="Webhooks"
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
            <p>Add the address of a program, and it is told when a device goes offline or somebody asks to join.</p>
            {add}
          </Empty>
        }
      />
      {all && (
        <Suspense>
          {edited.id !== null ? (
            <WebhookForm key={edited.id} webhook={find(edited.id)} isNew={edited.id === 'new'} closed={edited.closed} />
          ) : shown.id !== null ? (
            <WebhookSheet key={shown.id} webhook={find(shown.id)} edit={edited.to(shown.id)} closed={shown.closed} />
          ) : null}
        </Suspense>
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
  { field: 'kinds', title: 'Told of', minWidth: 140, render: ({ kinds }) => kindsText(kinds) },
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
        <span className={styles.quiet}>
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
    <span className={styles.quiet}>
      {hostOf(webhook.url)} · {kindsText(webhook.kinds)}
    </span>
  </>
)
