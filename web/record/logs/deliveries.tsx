// What left the product for people and programs: letters, notifications pushed to browsers, webhooks; and another try
// for what was given up.
import * as channels from '@gatehouse/contract/messages/channels'
import type { Delivery } from '@gatehouse/contract/messages/channels'
import { call } from '../../kit/data/api.ts'
import { Can } from '../../kit/can.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { State } from '../../ui/theme/tokens.ts'
import { When } from '../../ui/time/when.tsx'
import { useLogFilters } from './log-filters.ts'
import { LogTable } from './log-table.tsx'
import { Note } from '../../ui/primitives/named.tsx'

const channelWords: Record<Delivery['channel'], string> = { email: 'E-mail', push: 'Browser', webhook: 'Webhook' }

const statusWords: Record<Delivery['status'], { readonly state: State; readonly word: string }> = {
  queued: { state: 'information', word: 'Queued' },
  sent: { state: 'normal', word: 'Sent' },
  delivered: { state: 'normal', word: 'Delivered' },
  seen: { state: 'normal', word: 'Seen' },
  failed: { state: 'fault', word: 'Failed' },
}

export const Deliveries = () => {
  const filters = useLogFilters()
  const channel = filters.chosen('channel', channelWords)
  const status = filters.chosen('status', statusWords)
  const pages = usePages(channels.deliveries, (page) => ({
    ...page,
    ...filters.moments,
    channel,
    status,
  }))
  return (
    <LogTable
      name="deliveries"
      label="Deliveries"
      filters={filters}
      page="/logs/delivery"
      choices={choices}
      pages={pages}
      rows={({ deliveries }) => deliveries}
      rowId={({ id }) => id}
      rowName={({ about, to }) => `${about}, to ${to}`}
      columns={columns}
      card={card}
      failed="The deliveries could not be loaded"
      nothing={{
        title: 'Nothing has been sent yet',
        text: 'E-mails, notifications to browsers and webhooks appear here with what became of each.',
      }}
    />
  )
}

const choices = [
  { name: 'channel', label: 'Way', any: 'Every way', words: channelWords },
  { name: 'status', label: 'State', any: 'Any state', words: statusWords },
]

const What = ({ status, reason, nextTryAt, tries }: Delivery) => {
  const { state, word } = statusWords[status]
  const failing = status === 'queued' && tries > 0
  return (
    <span className="grid min-w-0 gap-1">
      <StatusWord state={failing ? 'warning' : state} word={failing ? 'Tried, will be tried again' : word} />
      {reason && <Note>{reason}</Note>}
      {failing && nextTryAt && (
        <Note>
          Next try <When at={nextTryAt} />
        </Note>
      )}
    </span>
  )
}

const Again = ({ delivery: { id, retryable } }: { readonly delivery: Delivery }) => {
  const again = async () => {
    await call(channels.retryDelivery, { id })
    toast('success', 'It is tried again')
  }
  return (
    retryable && (
      <Can op={channels.retryDelivery}>
        <CallButton size="small" variant="outlined" run={again} failed="It could not be tried again">
          Try again
        </CallButton>
      </Can>
    )
  )
}

/** When it last came further. */
const lastAt = ({ createdAt, sentAt, deliveredAt, seenAt }: Delivery): string =>
  seenAt ?? deliveredAt ?? sentAt ?? createdAt

const columns: readonly Column<Delivery>[] = [
  { field: 'about', title: 'About', flex: 3, minWidth: 220, text: ({ about }) => about },
  { field: 'channel', title: 'Way', minWidth: 110, text: ({ channel }) => channelWords[channel] },
  { field: 'to', title: 'To', flex: 2, minWidth: 200, text: ({ to }) => to },
  {
    field: 'status',
    title: 'State',
    flex: 2,
    minWidth: 190,
    render: (delivery) => <What {...delivery} />,
    text: ({ status, reason }) => [statusWords[status].word, reason].filter(Boolean).join(': '),
  },
  {
    field: 'at',
    title: 'Last news',
    minWidth: 130,
    render: (delivery) => <When at={lastAt(delivery)} />,
    text: lastAt,
  },
  { field: 'tries', title: 'Tries', optional: true, text: ({ tries }) => String(tries) },
  { field: 'again', title: 'Again', minWidth: 120, render: (delivery) => <Again delivery={delivery} /> },
]

const card = (delivery: Delivery) => (
  <span className="grid min-w-0 gap-1">
    <strong>{delivery.about}</strong>
    <Note>
      {channelWords[delivery.channel]} to {delivery.to}
    </Note>
    <What {...delivery} />
    <Note>
      <When at={lastAt(delivery)} />
    </Note>
    <Again delivery={delivery} />
  </span>
)
