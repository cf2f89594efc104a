// Where a member of staff was last seen, and whether inside; of the moment it was asked.
import Button from '@mui/material/Button'
import { Card } from '../../ui/primitives/card.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { type Details, type Shown, Withheld } from './parts.tsx'

interface LastSeenCardProps {
  readonly lastSeen: Details['lastSeen']
  readonly askedAt: number
  readonly busy: boolean
  readonly onRefresh: () => void
}

export const LastSeenCard = ({ lastSeen, askedAt, busy, onRefresh }: LastSeenCardProps) => (
  <Card
    title="Last seen"
    action={
      'missing' in lastSeen ? undefined : (
        <Button startIcon={<Icon name="refresh" />} aria-disabled={busy} onClick={onRefresh}>
          {busy ? 'Asking…' : 'Refresh'}
        </Button>
      )
    }
  >
    {'missing' in lastSeen ? (
      <Withheld missing={lastSeen.missing} kept="Where people are is seen by those who may see who is inside." />
    ) : (
      <div className="grid gap-2 px-4 pb-4">
        <p>
          <InsideWord {...lastSeen} />
        </p>
        {lastSeen.passage ? (
          <p>
            {lastSeen.passage.type === 'entry' ? 'Entry' : 'Exit'}
            {lastSeen.passage.result === 'denied' && ', denied,'} at <strong>{lastSeen.passage.door}</strong>
            {lastSeen.passage.zone && `, ${lastSeen.passage.zone}`}, <When at={lastSeen.passage.at} />
          </p>
        ) : (
          <p className="text-muted">No passage yet at a door that you may see.</p>
        )}
        <p className="text-sm text-muted">
          Asked <When at={new Date(askedAt).toISOString()} />. Not live.
        </p>
      </div>
    )}
  </Card>
)

const InsideWord = ({ inside, passage }: Shown<'lastSeen'>) => {
  if (inside === null) {
    const why = passage ? 'some zones are hidden from you' : 'no passage yet'
    return <StatusWord state="unknown" word={`Not known: ${why}`} pill />
  }
  return inside ? (
    <StatusWord state="information" icon="entry" word="Inside" pill />
  ) : (
    <StatusWord state="information" icon="exit" word="Outside" pill />
  )
}
