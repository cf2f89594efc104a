// Whether readers see the article, and what may be done about that.
import { type Article, messages, remove, setStatus, type Status } from '@gatehouse/contract/site/blog'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { call, isStatus, messageOf } from '../../kit/data/api.ts'
import { useHolds, useMissing } from '../../kit/can.tsx'
import { Link } from '../../kit/place.tsx'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { statusOf } from './article-words.ts'
import styles from './editor.module.css'
import { ScheduleDialog } from './schedule-dialog.tsx'

interface StatusCardProps {
  readonly article: Article
  /** Something is typed that is not saved. */
  readonly unsaved: boolean
  /** It is on its way to the server. */
  readonly saving: boolean
  /** Saves it first, and answers as which revision; null where that did not work. */
  readonly save: () => Promise<number | null>
  readonly onChanged: (article: Article) => void
  /** Somebody else has saved it meanwhile. */
  readonly onConflict: () => Promise<void>
  readonly onDeleted: () => void
}

type Asking = 'schedule' | 'delete' | null

export const StatusCard = ({ article, unsaved, saving, save, onChanged, onConflict, onDeleted }: StatusCardProps) => {
  const { id, slug, status, publishes, publishedAt, scheduledFor, title } = article
  const mayPublish = useMissing(setStatus).length === 0
  const looksAfterAll = useHolds(['manage_companies'])
  const why = useId()
  const mayDelete = useMissing(remove).length === 0 && (status === 'draft' || mayPublish)
  const timeZone = useTimeZone()
  const [asking, setAsking] = useState<Asking>(null)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const change = async (to: Status, at: string | null = null) => {
    const seen = unsaved && to !== 'draft' ? await save() : article.revision
    if (seen === null) throw new Error('The article could not be saved.')
    try {
      onChanged((await call(setStatus, { id, revision: seen, status: to, scheduledFor: at })).article)
      toast('success', wordOf[to])
    } catch (error) {
      if (!isStatus(error, 409)) throw error
      await onConflict()
    }
  }
  const press = async (to: Status) => {
    if (working || saving || (to !== 'draft' && !publishes)) return
    setWorking(true)
    setFailure(null)
    try {
      await change(to)
    } catch (error) {
      setFailure(messageOf(error, error instanceof Error ? error.message : ''))
    } finally {
      setWorking(false)
    }
  }

  const reason = publishes
    ? {}
    : { 'aria-describedby': why, className: styles.cannot ?? '', variant: 'outlined' as const }

  return (
    <section className={styles.status} aria-label="Publication">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusWord {...statusOf(article)} pill />
        <span className="text-sm text-muted">
          {publishes && status === 'published' && publishedAt && `since ${exactTime(publishedAt, timeZone)}`}
          {publishes && status === 'scheduled' && scheduledFor && `for ${exactTime(scheduledFor, timeZone)}`}
          {(status === 'draft' || !publishes) && 'Only your company’s writers see it.'}
        </span>
        {publishes && status === 'published' && <Link to={`/blog/${slug}`}>Read it</Link>}
      </p>
      <Failure text={failure} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {mayPublish && status !== 'published' && (
          <Button
            variant="contained"
            aria-disabled={working || saving || !publishes}
            {...reason}
            onClick={() => void press('published')}
          >
            {unsaved ? 'Save and publish' : 'Publish now'}
          </Button>
        )}
        {mayPublish && status !== 'published' && (
          <Button
            variant="outlined"
            aria-disabled={saving || !publishes}
            {...reason}
            onClick={() => saving || !publishes || setAsking('schedule')}
          >
            {status === 'scheduled' ? 'Choose another time' : 'Schedule'}
          </Button>
        )}
        {mayPublish && status !== 'draft' && (
          <Button variant="outlined" aria-disabled={working || saving} onClick={() => void press('draft')}>
            Take back to draft
          </Button>
        )}
        {mayDelete && <Button onClick={() => setAsking('delete')}>Delete</Button>}
      </p>
      {!publishes && (
        <p className="text-sm text-muted" id={why} role="note">
          {messages.mayNotPublish} {looksAfterAll && <Link to="/companydetails">Open the page of your company</Link>}
        </p>
      )}
      {publishes && !mayPublish && status === 'draft' && (
        <p className="text-sm text-muted">Somebody who may publish articles takes it from here.</p>
      )}
      {asking === 'schedule' && (
        <ScheduleDialog
          at={scheduledFor}
          onClose={() => setAsking(null)}
          onChoose={(moment) => change('scheduled', moment)}
        />
      )}
      {asking === 'delete' && (
        <Confirm
          title={`Delete “${title}”?`}
          action="Delete"
          busy="Deleting…"
          tone="danger"
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            await call(remove, { id })
            onDeleted()
          }}
        >
          <p>
            The article goes with all its revisions, and cannot be brought back.
            {status === 'published' && ' Links to it will lead nowhere.'}
          </p>
        </Confirm>
      )}
    </section>
  )
}

const wordOf: Record<Status, string> = {
  draft: 'The article is a draft again.',
  scheduled: 'The article is scheduled.',
  published: 'The article is published.',
}
