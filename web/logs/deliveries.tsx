// What left the product for people and programs: letters, notifications pushed to browsers, webhooks; and another try
// for what was given up.
import * as channels from '@gatehouse/contract/channels'
import type { Delivery } from '@gatehouse/contract/channels'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, messageOf } from '../kit/api.ts'
import { Can } from '../kit/can.tsx'
import { serverNow } from '../kit/clock.ts'
import { keyOf } from '../kit/live-cache.ts'
import aside from '../ui/aside.module.css'
import { usePages } from '../ui/data-pages.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import { toast } from '../ui/toast.ts'
import type { State } from '../ui/tokens.ts'
import { useUrlFilters } from '../ui/url-filters.ts'
import { When } from '../ui/when.tsx'
import { Choice, fromOf, PeriodChoice } from './filter-choice.tsx'
import styles from './logs.module.css'

const channelNames = ['email', 'push', 'webhook'] as const
const statuses = ['queued', 'sent', 'delivered', 'seen', 'failed'] as const

const channelWords: Record<Delivery['channel'], string> = { email: 'E-mail', push: 'Browser', webhook: 'Webhook' }

const statusWords: Record<Delivery['status'], { readonly state: State; readonly word: string }> = {
  queued: { state: 'information', word: 'Queued' },
  sent: { state: 'normal', word: 'Sent' },
  delivered: { state: 'normal', word: 'Delivered' },
  seen: { state: 'normal', word: 'Seen' },
  failed: { state: 'fault', word: 'Failed' },
}

export const Deliveries = () => {
  const filters = useUrlFilters()
  const period = filters.get('period')
  const channel = channelNames.find((one) => one === filters.get('channel'))
  const status = statuses.find((one) => one === filters.get('status'))
  const filtered = period !== '' || channel !== undefined || status !== undefined
  const since = useMemo(() => fromOf(period, serverNow()), [period])
  const pages = usePages('deliveries', channels.deliveries, (page) => ({
    ...page,
    ...since,
    ...(channel === undefined ? {} : { channel }),
    ...(status === undefined ? {} : { status }),
  }))
  return (
    <>
      <div className={styles.filters}>
        <PeriodChoice value={period} onChange={(value) => filters.set({ period: value })} />
        <Choice
          label="Way"
          any="Every way"
          value={channel ?? ''}
          options={channelNames.map((one) => [one, channelWords[one]] as const)}
          onChange={(value) => filters.set({ channel: value })}
        />
        <Choice
          label="State"
          any="Any state"
          value={status ?? ''}
          options={statuses.map((one) => [one, statusWords[one].word] as const)}
          onChange={(value) => filters.set({ status: value })}
        />
        {filtered && <Button onClick={filters.clear}>Clear filters</Button>}
      </div>
      <DataTable
        name="deliveries"
        label="Deliveries"
        pages={pages}
        rows={({ deliveries }) => deliveries}
        rowId={({ id }) => id}
        rowName={({ about, to }) => `${about}, to ${to}`}
        columns={columns}
        card={card}
        csv="deliveries"
        failed="The deliveries could not be loaded"
        empty={
          <Empty title={filtered ? 'Nothing passes these filters' : 'Nothing has been sent yet'}>
            <p>
              {filtered
                ? 'Widen the period, or take a filter away.'
                : 'Letters, notifications to browsers and webhooks appear here with what became of each.'}
            </p>
            {filtered && (
              <Button variant="outlined" onClick={filters.clear}>
                Clear filters
              </Button>
            )}
          </Empty>
        }
      />
    </>
  )
}

const What = ({ status, reason, nextTryAt, tries }: Delivery) => {
  const { state, word } = statusWords[status]
  const failing = status === 'queued' && tries > 0
  return (
    <span className={styles.lines}>
      <StatusWord state={failing ? 'warning' : state} word={failing ? 'Tried, will be tried again' : word} />
      {reason && <span className={aside.small}>{reason}</span>}
      {failing && nextTryAt && (
        <span className={aside.small}>
          Next try <When at={nextTryAt} />
        </span>
      )}
    </span>
  )
}

const Again = ({ delivery }: { readonly delivery: Delivery }) => {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  if (!delivery.retryable) return null
  const again = async () => {
    setBusy(true)
    try {
      await call(channels.retryDelivery, { id: delivery.id })
      toast('success', 'It is tried again')
    } catch (error) {
      toast('error', messageOf(error, 'It could not be tried again'))
    }
    setBusy(false)
    void cache.invalidateQueries({ queryKey: keyOf(channels.deliveries) })
  }
  return (
    <Can op={channels.retryDelivery}>
      <Button size="small" variant="outlined" aria-busy={busy} onClick={() => void again()}>
        Try again
      </Button>
    </Can>
  )
}

/** When it last came further. */
const lastAt = ({ createdAt, sentAt, deliveredAt, seenAt }: Delivery): string =>
  seenAt ?? deliveredAt ?? sentAt ?? createdAt

const columns: readonly Column<Delivery>[] = [
  { field: 'about', title: 'About', flex: 3, minWidth: 220, render: ({ about }) => about, text: ({ about }) => about },
  {
    field: 'channel',
    title: 'Way',
    minWidth: 110,
    render: ({ channel }) => channelWords[channel],
    text: ({ channel }) => channelWords[channel],
  },
  { field: 'to', title: 'To', flex: 2, minWidth: 200, render: ({ to }) => to, text: ({ to }) => to },
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
  { field: 'tries', title: 'Tries', optional: true, render: ({ tries }) => tries, text: ({ tries }) => String(tries) },
  { field: 'again', title: 'Again', minWidth: 120, render: (delivery) => <Again delivery={delivery} /> },
]

const card = (delivery: Delivery) => (
  <span className={styles.lines}>
    <strong>{delivery.about}</strong>
    <span className={aside.small}>
      {channelWords[delivery.channel]} to {delivery.to}
    </span>
    <What {...delivery} />
    <span className={aside.small}>
      <When at={lastAt(delivery)} />
    </span>
    <Again delivery={delivery} />
  </span>
)
