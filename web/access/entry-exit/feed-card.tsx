// The newest entries and exits, as they happen.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Log } from '@gatehouse/contract/access/entry-exit'
import { typeWords } from '@gatehouse/contract/access/entry-exit-words'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { When } from '../../ui/time/when.tsx'
import { feedLength } from './entry-exit.live.ts'
import { doorOf, personOf, ResultWord } from './log-words.tsx'

export const FeedCard = ({ className }: { readonly className?: string | undefined }) => {
  const query = useQuery(queryOf(entryExit.logs, { limit: feedLength }))
  return (
    <Card
      title="Entries and exits"
      className={className}
      action={
        <Can op={entryExit.logs}>
          <Link to="/entry-exit/report">Full log</Link>
        </Can>
      }
    >
      <View op={entryExit.logs} query={query} rows={10} failed={entryExit.messages.fetchFailed}>
        {({ logs }) =>
          logs.length === 0 ? (
            <Empty title="Nobody has come or gone yet">
              <p>Entries and exits appear here the moment a door reports them.</p>
            </Empty>
          ) : (
            // The list is never announced as a whole: it moves all day.
            <ScrollRegion label="Newest entries and exits" className="max-h-[30rem] overflow-auto px-2 pt-0 pb-2">
              <ol>
                {logs.map((log) => (
                  <FeedRow key={log.id} log={log} />
                ))}
              </ol>
            </ScrollRegion>
          )
        }
      </View>
    </Card>
  )
}

const FeedRow = memo(({ log }: { readonly log: Log }) => (
  <li className="not-first:border-t not-first:border-t-line">
    <Link
      to={`/log-details/${log.id}`}
      className="grid min-h-[52px] grid-cols-[auto_1fr_auto] items-center gap-3 rounded px-2 py-1 text-inherit no-underline hover:bg-sunken [&>svg]:text-muted data-[result=denied]:[&>svg]:text-high [:root[data-density=compact]_&]:min-h-[44px]"
      data-result={log.result}
      data-rove
      tabIndex={-1}
    >
      <Icon name={log.type} size="medium" />
      <span className="grid min-w-0 *:overflow-hidden *:text-ellipsis *:whitespace-nowrap [&_span]:text-sm [&_span]:text-muted [&_strong]:font-semibold">
        <strong>{personOf(log)}</strong>
        <span>
          {typeWords[log.type]}, {doorOf(log)}
        </span>
      </span>
      <span className="grid min-w-0 justify-items-end text-end text-sm text-muted">
        <When at={log.timestamp} />
        {log.result === 'denied' || log.taken === false ? <ResultWord log={log} /> : null}
      </span>
    </Link>
  </li>
))
