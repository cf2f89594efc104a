// What was sent to a webhook, newest first, and each of it again.
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import type { Webhook, WebhookDelivery } from '@gatehouse/contract/messages/webhooks'
import Button from '@mui/material/Button'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { Empty, Failed, SkeletonRows } from '../../ui/feedback/states.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { deliveryWords, kindWords } from './webhook-words.ts'

/** What is under way changes by itself. */
const lookAgainMs = 3000

interface DeliveriesOfProps {
  readonly webhook: Webhook
  readonly action: ReactNode
}

export const DeliveriesOf = ({ webhook, action }: DeliveriesOfProps) => {
  const { id } = webhook
  const query = useInfiniteQuery({
    queryKey: [...keyOf(webhooks.deliveries), { id }],
    queryFn: ({ pageParam }) =>
      call(webhooks.deliveries, { id, limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const waits = state.data?.pages.some(({ deliveries }) => deliveries.some(({ status }) => status === 'queued'))
      return waits ? lookAgainMs : false
    },
    refetchOnMount: 'always',
  })
  const all = query.data?.pages.flatMap(({ deliveries }) => deliveries)
  return (
    <section aria-labelledby="webhook-deliveries">
      <div className="flex flex-wrap items-center justify-between gap-2 [&_h3]:text-md [&_h3]:font-semibold">
        <h3 id="webhook-deliveries">Deliveries</h3>
        {action}
      </div>
      {all === undefined ? (
        query.isError ? (
          <Failed what="The deliveries could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={4} />
        )
      ) : all.length === 0 ? (
        <Empty title="Nothing yet">
          <p>Send a test to see whether the program takes it.</p>
        </Empty>
      ) : (
        <ul>
          {all.map((delivery) => (
            <Delivery key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Show earlier ones
        </Button>
      )}
    </section>
  )
}

const Delivery = ({ webhook, delivery }: { readonly webhook: Webhook; readonly delivery: WebhookDelivery }) => {
  const { id, kind, status, reason, tries, createdAt, nextTryAt } = delivery
  const again = async () => {
    await call(webhooks.replay, { id: webhook.id, deliveryId: id })
    toast('success', 'It is sent again.')
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-t-line py-3">
      <div className="grid min-w-0 flex-[1_1_15rem] gap-[2px]">
        <p className="font-[550]">{kindWords(kind)}</p>
        <p className="text-sm font-normal wrap-anywhere text-muted">
          <StatusWord {...deliveryWords[status]} /> <When at={createdAt} />
          {tries > 1 && `, ${tries} tries`}
          {nextTryAt !== null && tries > 0 && (
            <>
              , again <When at={nextTryAt} />
            </>
          )}
        </p>
        {reason !== null && <p className="text-sm font-normal wrap-anywhere text-muted">{reason}</p>}
      </div>
      {status !== 'queued' && webhook.state !== 'off' && (
        <CallButton
          aria-label={`Send again: ${kindWords(kind)}`}
          run={again}
          failed="It could not be sent. Please try again."
        >
          Send again
        </CallButton>
      )}
    </li>
  )
}
