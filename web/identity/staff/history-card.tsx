// The newest passages of a member of staff, at doors that one may see.
import { logById } from '@gatehouse/contract/access/entry-exit'
import { Link } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { listLine, listWords, type Shown } from './parts.tsx'

export const HistoryCard = ({ part }: { readonly part: Shown<'history'> }) => (
  <Card title="History" note={countWords(part.passages.length)}>
    {part.passages.length === 0 ? (
      <Empty title="No passage yet">
        <p>Entries and exits appear here once a door has seen one of this person’s cards. Hidden doors are left out.</p>
      </Empty>
    ) : (
      <ScrollRegion
        label="Passages, newest first"
        className="max-h-[30rem] overflow-auto [&_a]:inline-flex [&_a]:min-h-[24px] [&_a]:items-center below-md:[&_a]:min-h-touch"
      >
        <ol className="px-4 pb-2">
          {part.passages.map((passage) => (
            <Passage key={passage.id} passage={passage} />
          ))}
        </ol>
      </ScrollRegion>
    )}
  </Card>
)

const Passage = ({ passage }: { readonly passage: Shown<'history'>['passages'][number] }) => {
  const mayOpen = useMissing(logById).length === 0
  const denied = passage.result === 'denied'
  const words = `${passage.type === 'entry' ? 'Entry' : 'Exit'} at ${passage.door}`
  return (
    <li className={listLine}>
      <span className={listWords}>
        {mayOpen ? (
          <Link to={`/log-details/${passage.id}`} data-rove tabIndex={-1}>
            {words}
          </Link>
        ) : (
          words
        )}
        <Note>
          <When at={passage.at} />
          {passage.zone && `, ${passage.zone}`}
        </Note>
      </span>
      <StatusWord state={denied ? 'warning' : 'normal'} word={denied ? 'Denied' : 'Granted'} />
    </li>
  )
}

const countWords = (count: number) => (count < 50 ? count || undefined : 'newest 50')
