// The log of sign-ins, and of what was done to the ways of signing in.
import * as logs from '@gatehouse/contract/logs'
import type { SignIn } from '@gatehouse/contract/logs'
import { permissions } from '@gatehouse/contract/permissions'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useHolds } from '../kit/can.tsx'
import { serverNow } from '../kit/clock.ts'
import { deviceWords } from '../kit/device-words.ts'
import aside from '../ui/aside.module.css'
import { usePages } from '../ui/data-pages.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Empty } from '../ui/states.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import { useUrlFilters } from '../ui/url-filters.ts'
import { When } from '../ui/when.tsx'
import { Choice, fromOf, PeriodChoice } from './filter-choice.tsx'
import styles from './logs.module.css'
import { actionWords, kindWords, outcomeWords, whyWords } from './sign-in-words.ts'

const kinds = ['sign-in', 'sign-out', 'password', 'second-step', 'account'] as const
const outcomes = ['done', 'refused', 'failed'] as const

export const SignIns = () => {
  const security = useHolds(['manage_security'])
  const record = useHolds(['view_activity_logs'])
  if (security || record) return <SignInTable />
  return (
    <Empty title="You may not see this">
      <p>
        It needs one of two permissions: {permissions.manage_security.says} (<code>manage_security</code>), or{' '}
        {permissions.view_activity_logs.says} (<code>view_activity_logs</code>). Ask an administrator of your company
        for it.
      </p>
    </Empty>
  )
}

const SignInTable = () => {
  const filters = useUrlFilters()
  const q = filters.get('q')
  const period = filters.get('period')
  const kind = kinds.find((one) => one === filters.get('kind'))
  const outcome = outcomes.find((one) => one === filters.get('outcome'))
  const filtered = q !== '' || period !== '' || kind !== undefined || outcome !== undefined
  const since = useMemo(() => fromOf(period, serverNow()), [period])
  const pages = usePages('sign-ins', logs.signIns, (page) => ({
    ...page,
    ...since,
    ...(q === '' ? {} : { q }),
    ...(kind === undefined ? {} : { kind }),
    ...(outcome === undefined ? {} : { outcome }),
  }))
  return (
    <>
      <div className={styles.filters}>
        <SearchField label="Person or address" value={q} onChange={(value) => filters.set({ q: value })} />
        <PeriodChoice value={period} onChange={(value) => filters.set({ period: value })} />
        <Choice
          label="What"
          any="Anything"
          value={kind ?? ''}
          options={kinds.map((one) => [one, kindWords[one]] as const)}
          onChange={(value) => filters.set({ kind: value })}
        />
        <Choice
          label="Result"
          any="Any result"
          value={outcome ?? ''}
          options={outcomes.map((one) => [one, outcomeWords[one].word] as const)}
          onChange={(value) => filters.set({ outcome: value })}
        />
        {filtered && <Button onClick={filters.clear}>Clear filters</Button>}
      </div>
      <DataTable
        name="sign-ins"
        label="Sign-ins"
        pages={pages}
        rows={({ signIns }) => signIns}
        rowId={({ id }) => id}
        rowName={({ who, ...signIn }) => `${actionWords(signIn)}, ${who}`}
        columns={columns}
        card={card}
        csv="sign-ins"
        failed="The sign-ins could not be loaded"
        empty={
          <Empty title={filtered ? 'Nothing passes these filters' : 'Nobody has signed in yet'}>
            <p>
              {filtered
                ? 'Widen the period, or take a filter away.'
                : 'Sign-ins of the company’s accounts appear here, done and refused.'}
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

const Result = ({ outcome, status }: Pick<SignIn, 'outcome' | 'status'>) => {
  const { state, word } = outcomeWords[outcome]
  const why = outcome === 'refused' ? whyWords(status) : null
  return (
    <span className={styles.lines}>
      <StatusWord state={state} word={word} />
      {why && <span className={aside.small}>{why}</span>}
    </span>
  )
}

const columns: readonly Column<SignIn>[] = [
  { field: 'at', title: 'Time', minWidth: 130, render: ({ at }) => <When at={at} />, text: ({ at }) => at },
  { field: 'who', title: 'Person', flex: 2, minWidth: 200, render: ({ who }) => who, text: ({ who }) => who },
  { field: 'what', title: 'What', flex: 2, minWidth: 200, render: actionWords, text: actionWords },
  {
    field: 'result',
    title: 'Result',
    minWidth: 170,
    render: (signIn) => <Result {...signIn} />,
    text: ({ outcome, status }) => `${outcomeWords[outcome].word} (${status})`,
  },
  {
    field: 'address',
    title: 'Address',
    minWidth: 130,
    render: ({ address }) => address ?? '–',
    text: ({ address }) => address ?? '',
  },
  {
    field: 'browser',
    title: 'Browser',
    minWidth: 160,
    render: ({ agent }) => (agent === null ? <span className={aside.quiet}>Not known</span> : deviceWords(agent)),
    text: ({ agent }) => (agent === null ? '' : deviceWords(agent)),
  },
  {
    field: 'timeline',
    title: 'Timeline',
    optional: true,
    render: ({ correlationId }) => <Link to={`/events/timeline/${correlationId}`}>Timeline</Link>,
  },
]

const card = (signIn: SignIn) => (
  <span className={styles.lines}>
    <strong>{actionWords(signIn)}</strong>
    <span className={aside.small}>{signIn.who}</span>
    <Result {...signIn} />
    <span className={aside.small}>
      <When at={signIn.at} />
      {signIn.address ? `, ${signIn.address}` : ''}
    </span>
  </span>
)
