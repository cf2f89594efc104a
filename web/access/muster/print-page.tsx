// The list on paper, for who goes without a phone: by zone, with a box to tick for everybody who is not accounted for.
import * as contract from '@gatehouse/contract/access/muster'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { exactTime, shortTime, useTimeZone } from '../../kit/time.ts'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { Paper } from '../../ui/paper/paper.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { rollCallAt, toHome } from './muster-links.ts'
import { confidenceWords, kindWords, statusWords, titleOf, visitorText } from './muster-words.ts'
import styles from './print-page.module.css'
import { accountedIn, isOpen, matching, type RollCall, type Shown, shownOf, tallyOf, zonesOf } from './roll-call.ts'
import { useRollCall } from './use-roll-call.ts'

export const PrintPage = ({ musterId }: { readonly musterId: string }) => {
  const query = useRollCall(musterId)
  return (
    <>
      <PageHeader
        title="The list on paper"
        breadcrumbs={[...toHome, { label: 'Roll-call', to: rollCallAt(musterId) }]}
        action={
          <Button variant="contained" onClick={() => window.print()} disabled={query.data === undefined}>
            Print
          </Button>
        }
      />
      <View op={contract.people} query={query} rows={16} failed="The roll-call could not be loaded">
        {(rollCall) => <RollCallPaper rollCall={rollCall} />}
      </View>
    </>
  )
}

const RollCallPaper = ({ rollCall: { muster, people } }: { readonly rollCall: RollCall }) => {
  const timeZone = useTimeZone()
  const [asOf] = useState(() => new Date().toISOString())
  const everybody = shownOf(people, [], '')
  const tally = tallyOf(everybody)
  const title = titleOf(muster)
  const kind = kindWords[muster.kind].toLowerCase()
  return (
    <Paper
      label="The list as it is printed"
      head={`${muster.site}: ${title} (${kind}), as of ${exactTime(asOf, timeZone)}`}
    >
      <header>
        <h2>
          {title} ({kind}), {muster.site}
        </h2>
        <p>
          Begun {exactTime(muster.startedAt, timeZone)} by {muster.startedBy}
          {muster.endedAt && `, ended ${exactTime(muster.endedAt, timeZone)} by ${muster.endedBy}`}. As of{' '}
          {exactTime(asOf, timeZone)}: {accountedIn(tally)} of {tally.people} accounted for, {tally.missing} missing.
        </p>
        {muster.assemblyPoints.length > 0 && <p>Assembly points: {muster.assemblyPoints.join(', ')}</p>}
        <p className="text-sm text-muted">
          The list says who badged in and not out. It does not prove that somebody is inside, nor that nobody else is.
        </p>
      </header>
      {zonesOf(everybody).map(({ id, name }) => (
        <Zone
          key={id}
          name={name}
          people={matching(everybody, { status: '', zone: id, q: '' })}
          seenAt={(since) => shortTime(since, timeZone, Date.parse(asOf))}
        />
      ))}
    </Paper>
  )
}

interface ZoneProps {
  readonly name: string
  readonly people: readonly Shown[]
  readonly seenAt: (since: string) => string
}

const Zone = ({ name, people, seenAt }: ZoneProps) => (
  <table className={styles.zone}>
    <caption>
      {name} <span>{people.length}</span>
    </caption>
    <colgroup>
      <col className={styles.seen} />
      <col className="w-[22%]" />
      <col className="w-[14%]" />
      <col className="w-[20%]" />
      <col />
      <col className="w-[5rem]" />
    </colgroup>
    <thead>
      {/* In the place of the caption, on paper: a zone that goes on over the page says its name again. */}
      <tr className={styles.again} aria-hidden>
        <td colSpan={6}>
          {name} <span>{people.length}</span>
        </td>
      </tr>
      <tr>
        <th scope="col">
          <span className="visually-hidden">Seen</span>
        </th>
        <th scope="col">Name</th>
        <th scope="col">State</th>
        <th scope="col">Where, by whom</th>
        <th scope="col">Last at a door</th>
        <th scope="col">Sure</th>
      </tr>
    </thead>
    <tbody>
      {people.map((person) => (
        <tr key={person.id}>
          <td className={styles.box}>{isOpen(person.status) ? <span>☐</span> : <span>☑</span>}</td>
          <td>
            {person.name}
            {person.visitor && (
              <small>{[visitorText(person.visitor), person.visitor.company].filter(Boolean).join(', ')}</small>
            )}
          </td>
          <td>{statusWords[person.status].word}</td>
          <td>{[person.place, person.statusBy, person.note].filter(Boolean).join(' · ')}</td>
          <td>{person.since ? [seenAt(person.since), person.door].filter(Boolean).join(', ') : '–'}</td>
          <td>{confidenceWords[person.confidence].word}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
