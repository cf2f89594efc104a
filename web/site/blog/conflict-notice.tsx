// Somebody else saved the article while it was being written here: nothing is lost, and the writer decides.
import type { Article } from '@gatehouse/contract/site/blog'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { When } from '../../ui/time/when.tsx'
import { type Fields, fieldsOf, wholeText } from './article-fields.ts'
import { CompareView } from './compare-view.tsx'

interface ConflictNoticeProps {
  readonly theirs: Article
  readonly mine: Fields
  /** Saves what is typed as the newest revision. */
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

export const ConflictNotice = ({ theirs, mine, onKeepMine, onTakeTheirs }: ConflictNoticeProps) => {
  const [comparing, setComparing] = useState(false)
  return (
    <section
      className="grid gap-3 rounded border border-line border-warning bg-surface p-4"
      role="alert"
      aria-label="Saved by somebody else"
    >
      <p>
        <strong>
          {theirs.savedBy} saved this article as revision {theirs.revision}
        </strong>{' '}
        (<When at={theirs.updatedAt} />) while you were writing. Nothing is lost: yours is still here, and theirs stays
        in the revisions whatever you choose.
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="outlined" aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
          {comparing ? 'Hide the differences' : 'Compare'}
        </Button>
        <Button variant="contained" onClick={onKeepMine}>
          Save mine as the newest
        </Button>
        <ConfirmButton
          action="Take theirs"
          busy="Taking…"
          title="Take theirs?"
          tone="plain"
          run={async () => onTakeTheirs()}
        >
          <p>What you have typed since you opened the article goes.</p>
        </ConfirmButton>
      </p>
      {comparing && (
        <CompareView
          names={{ before: `Revision ${theirs.revision} of ${theirs.savedBy}`, after: 'What you have typed' }}
          before={wholeText(fieldsOf(theirs))}
          after={wholeText(mine)}
        />
      )}
    </section>
  )
}
