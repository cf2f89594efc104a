// The log of sign-ins, and of what was done to the ways of signing in.
import * as logs from '@gatehouse/contract/record/logs'
import type { SignIn } from '@gatehouse/contract/record/logs'
import { permissions } from '@gatehouse/contract/permissions'
import { Link } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { deviceWords } from '../../kit/device-words.ts'
import { usePages } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { useLogFilters } from './log-filters.ts'
import { LogTable } from './log-table.tsx'
import { actionWords, kindWords, outcomeWords, whyWords } from './sign-in-words.ts'
import { Note } from '../../ui/primitives/named.tsx'

export const SignIns = () => {
  const security = useHolds(['manage_security'])
  const record = useHolds(['view_activity_logs'])
  if (security || record) return <SignInTable />
  return (
    <Empty title="You may not see this">
      <p>
        It needs one of two permissions: {permissions.manage_security.description} (<code>manage_security</code>), or{' '}
        {permissions.view_activity_logs.description} (<code>view_activity_logs</code>). Ask an administrator of your
        company for it.
      </p>
    </Empty>
  )
}

const SignInTable = () => {
  const filters = useLogFilters()
  const { q, moments } = filters
  const kind = filters.chosen('kind', kindWords)
  const outcome = filters.chosen('outcome', outcomeWords)
  const pages = usePages(logs.signIns, (page) => ({
    ...page,
    ...moments,
    q: q || undefined,
    kind,
    outcome,
  }))
  return (
    <LogTable
      name="sign-ins"
      label="Sign-ins"
      filters={filters}
      page="/logs/sign-in"
      search="Person or address"
      choices={choices}
      pages={pages}
      rows={({ signIns }) => signIns}
      rowId={({ id }) => id}
      rowName={({ who, ...signIn }) => `${actionWords(signIn)}, ${who}`}
      columns={columns}
      card={card}
      failed="The sign-ins could not be loaded"
      nothing={{
        title: 'Nobody has signed in yet',
        text: 'Sign-ins of the company’s accounts appear here, done and refused.',
      }}
    />
  )
}

const choices = [
  { name: 'kind', label: 'Event', any: 'Anything', words: kindWords },
  { name: 'outcome', label: 'Result', any: 'Any result', words: outcomeWords },
]

const Result = ({ outcome, status }: Pick<SignIn, 'outcome' | 'status'>) => {
  const { state, word } = outcomeWords[outcome]
  const why = outcome === 'refused' ? whyWords(status) : null
  return (
    <span className="grid min-w-0 gap-1">
      <StatusWord state={state} word={word} />
      {why && <Note>{why}</Note>}
    </span>
  )
}

const columns: readonly Column<SignIn>[] = [
  { field: 'at', title: 'Time', minWidth: 130, render: ({ at }) => <When at={at} />, text: ({ at }) => at },
  { field: 'who', title: 'Person', flex: 2, minWidth: 200, text: ({ who }) => who },
  { field: 'what', title: 'Event', flex: 2, minWidth: 200, text: actionWords },
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
    render: ({ agent }) => (agent === null ? <span className="text-muted">Not known</span> : deviceWords(agent)),
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
  <span className="grid min-w-0 gap-1">
    <strong>{actionWords(signIn)}</strong>
    <Note>{signIn.who}</Note>
    <Result {...signIn} />
    <Note>
      <When at={signIn.at} />
      {signIn.address ? `, ${signIn.address}` : ''}
    </Note>
  </span>
)
