// What became of one notification on each channel: told here, mailed, pushed.
import { receipts } from '@gatehouse/contract/messages/channels'
import { useQuery } from '@tanstack/react-query'
import { isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { channelWords, receiptWords } from '../../ui/theme/receipts.ts'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'

export const Receipts = ({ id }: { readonly id: string }) => {
  // What is done with it here changes them.
  const query = useQuery({ ...queryOf(receipts, { id }), staleTime: 0, gcTime: 0 })
  // Those of before there were receipts have none.
  if (isStatus(query.error, 404)) return null
  return (
    <section className="grid gap-2" aria-labelledby="receipts">
      <h3 id="receipts">Delivery</h3>
      <View op={receipts} query={query} rows={1} failed="The delivery could not be loaded">
        {(answer) => (
          <ul className="grid gap-2">
            {answer.receipts.map(({ channel, to, status, says: text, at }) => (
              <li key={`${channel} ${to}`} className="grid gap-1 border-b border-b-line py-2 wrap-anywhere">
                <span className="flex flex-wrap justify-between gap-2">
                  <strong>{channelWords[channel]}</strong> <StatusWord {...receiptWords[status]} />
                </span>
                <span className="text-sm text-muted">{to}</span>
                <span className="text-sm text-muted">
                  {text} · <When at={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </View>
    </section>
  )
}
