// The newest entries of the record, and what Verify found when it last checked all of it.
import { ageText } from '../../kit/age.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { Guide } from './guide.tsx'
import { Lines } from './lines.tsx'
import type { PanelProps } from './panels.ts'
import { lineOfEntry } from './showing-view.ts'
import styles from './tour.module.css'

export const RecordPanel = ({ building, freshness, now }: PanelProps) => {
  const { entries, verified } = building.record
  return (
    <Guide title="What was done, and proof of it" text={text}>
      {verified === null ? (
        <p className={styles.quiet}>
          <StatusWord state="unknown" word="Not verified yet" />
        </p>
      ) : (
        <div className={styles.quiet} data-testid="tour-verified">
          <StatusWord
            state={verified.ok ? (freshness === 'live' ? 'normal' : 'stale') : 'critical'}
            word={verified.ok ? 'Chain intact' : 'Chain broken'}
          />
          <span className="text-sm text-muted">
            {verified.checked.toLocaleString('en-GB')} entries
            {verified.logs > 0 && ` and ${verified.logs.toLocaleString('en-GB')} passages`} verified{' '}
            {ageText(verified.at, now)} ago
          </span>
          {verified.head !== null && (
            <code className="text-sm [overflow-wrap:anywhere] text-muted">{verified.head}</code>
          )}
        </div>
      )}
      <h3 className="mt-5 mb-1 text-sm font-semibold text-muted">Latest entries</h3>
      <Lines
        lines={entries.map((entry) => lineOfEntry(entry, freshness))}
        timeZone={building.timeZone}
        now={now}
        none="There is no entry yet: the first follows within seconds of somebody looking."
      />
    </Guide>
  )
}

const text = [
  'Every command, sign-in, export and change of rights becomes an entry. Each is chained to the one before by its hash, and the end of the chain is signed with a key that is not in the database.',
  'Verify reads all of it and names the first entry that was changed, removed, moved or slipped in. The line of digits is the end of the chain: store it elsewhere, and nobody can shorten the record unseen.',
  'It proves what was recorded, not that it was true; and nothing against somebody who has both the key and the database, except by an end that you stored.',
]
