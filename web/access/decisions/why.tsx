// Why somebody was let in or not, and whether they would be now: for the page of one entry or exit.
import * as access from '@gatehouse/contract/access/access'
import * as decisions from '@gatehouse/contract/access/decisions'
import type { Output } from '@gatehouse/contract/operation'
import { personPath } from '@gatehouse/contract/identity/person-path'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Path, VerdictWord } from './verdict.tsx'

type Answer = Output<typeof decisions.why>

export const WhyCard = ({ logId }: { readonly logId: string }) => {
  const query = useWhy(logId)
  return (
    <Card title="Result if tried now" action={<AskAgain query={query} />}>
      <div className="px-4 pb-4">
        <View op={decisions.why} query={query} rows={3} failed="What the rules say now could not be loaded">
          {(why) => <Now why={why} />}
        </View>
      </div>
    </Card>
  )
}

/** The whole of it, where nothing stands around it. */
export const Why = ({ logId }: { readonly logId: string }) => {
  const query = useWhy(logId)
  return (
    <View op={decisions.why} query={query} rows={8} failed="Why it was decided so could not be loaded">
      {(why) => (
        <div className="grid grid-cols-1 content-start gap-2">
          <Holder why={why} />
          <h3 className="mx-0! mt-2! mb-0! text-md!">When it was decided</h3>
          {why.says !== null && <p className="rounded border-s-3 border-s-high bg-sunken px-4 py-3">{why.says}</p>}
          {why.path === null ? (
            <p className="text-muted">The door’s controller decided by itself and did not say by what.</p>
          ) : (
            <Path path={why.path} label="What was asked when it was decided" />
          )}
          <h3 className="mx-0! mt-2! mb-0! text-md!">Result if tried now</h3>
          <Now why={why} />
        </div>
      )}
    </View>
  )
}

/** Whose it was, what they presented, and how to give them access where that is what they lack. */
const Holder = ({ why: { holder, presented, now } }: { readonly why: Answer }) => (
  <Facts>
    <Fact label="Holder">{holder === null ? 'Nobody who is known here' : holder.name}</Fact>
    {presented !== null && <Fact label="Credential">{presented}</Fact>}
    {holder !== null && holder.email !== null && now?.result === 'denied' && lacksLevel.includes(now.reason) && (
      <Can op={access.assign}>
        <Fact label="Access">
          <Button
            size="small"
            variant="outlined"
            component={Link}
            to={personPath(holder.email, { tab: 'access', change: 'levels' })}
          >
            Give access
          </Button>
        </Fact>
      </Can>
    )}
  </Facts>
)

const lacksLevel: readonly Answer['reason'][] = ['not authorised', 'outside schedule']

// Rules change without telling this page: it asks anew each time it is opened.
const useWhy = (id: string) => useQuery({ ...queryOf(decisions.why, { id }), refetchOnMount: 'always' })

const AskAgain = ({ query }: { readonly query: ReturnType<typeof useWhy> }) => (
  <Button size="small" onClick={() => void query.refetch()} aria-disabled={query.isFetching}>
    {query.isFetching ? 'Checking…' : 'Re-check'}
  </Button>
)

const Now = ({ why: { now, nextAt } }: { readonly why: Answer }) => {
  const timeZone = useTimeZone()
  if (now === null) return <p className="text-muted">Not known, because nobody who is known here was there.</p>
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      <p>
        <VerdictWord verdict={now} />
        {nextAt !== null && (
          <span className="text-muted">
            {' '}
            next let in from <time dateTime={nextAt}>{exactTime(nextAt, timeZone)}</time>
          </span>
        )}
      </p>
      <Path path={now.path} label="What would be asked now" />
    </div>
  )
}
