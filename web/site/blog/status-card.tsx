// Whether readers see the article, and what may be done about that.
import { type Article, messages, remove, setStatus, type Status } from '@gatehouse/contract/site/blog'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { call, isStatus } from '../../kit/data/api.ts'
import { useHolds, useMissing } from '../../kit/can.tsx'
import { Link } from '../../kit/place.tsx'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { statusOf } from './article-words.ts'
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

/** There, for its reason to be read; but nobody takes it for a way on. */
const cannot = '[&&]:cursor-not-allowed [&&]:border-line [&&]:bg-transparent [&&]:text-muted'

export const StatusCard = ({ article, unsaved, saving, save, onChanged, onConflict, onDeleted }: StatusCardProps) => {
  const { id, slug, status, publishes, publishedAt, scheduledFor, title } = article
  const mayPublish = useMissing(setStatus).length === 0
  const looksAfterAll = useHolds(['manage_companies'])
  const why = useId()
  const mayDelete = useMissing(remove).length === 0 && (status === 'draft' || mayPublish)
  const timeZone = useTimeZone()
  const [scheduling, setScheduling] = useState(false)
  const { busy, failure, attempt } = useAttempt(unsavedText)

  const change = async (to: Status, at: string | null = null) => {
    const seen = unsaved && to !== 'draft' ? await save() : article.revision
    if (seen === null) throw new Error(unsavedText)
    try {
      onChanged((await call(setStatus, { id, revision: seen, status: to, scheduledFor: at })).article)
      toast('success', wordOf[to])
    } catch (error) {
      if (!isStatus(error, 409)) throw error
      await onConflict()
    }
  }
  const press = (to: Status) => {
    if (!saving && (to === 'draft' || publishes)) void attempt(() => change(to))
  }

  const reason = publishes ? {} : { 'aria-describedby': why, className: cannot, variant: 'outlined' as const }

  return (
    <section
      className="grid items-center gap-3 rounded border border-line bg-surface p-4 from-md:grid-cols-[minmax(0,1fr)_auto] [&>:not(p)]:col-span-full"
      aria-label="Publication"
    >
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
            aria-disabled={busy || saving || !publishes}
            {...reason}
            onClick={() => press('published')}
          >
            {unsaved ? 'Save and publish' : 'Publish now'}
          </Button>
        )}
        {mayPublish && status !== 'published' && (
          <Button
            variant="outlined"
            aria-disabled={saving || !publishes}
            {...reason}
            onClick={() => saving || !publishes || setScheduling(true)}
          >
            {status === 'scheduled' ? 'Choose another time' : 'Schedule'}
          </Button>
        )}
        {mayPublish && status !== 'draft' && (
          <Button variant="outlined" aria-disabled={busy || saving} onClick={() => press('draft')}>
            Take back to draft
          </Button>
        )}
        {mayDelete && (
          <ConfirmButton action="Delete" title={`Delete “${title}”?`} run={() => call(remove, { id })} then={onDeleted}>
            <p>
              The article goes with all its revisions, and cannot be brought back.
              {status === 'published' && ' Links to it will lead nowhere.'}
            </p>
          </ConfirmButton>
        )}
      </p>
      {!publishes && (
        <p className="col-span-full text-sm text-muted" id={why} role="note">
          {messages.mayNotPublish} {looksAfterAll && <Link to="/companydetails">Open the page of your company</Link>}
        </p>
      )}
      {publishes && !mayPublish && status === 'draft' && (
        <p className="col-span-full text-sm text-muted">Somebody who may publish articles takes it from here.</p>
      )}
      {scheduling && (
        <ScheduleDialog
          at={scheduledFor}
          onClose={() => setScheduling(false)}
          onChoose={(moment) => change('scheduled', moment)}
        />
      )}
    </section>
  )
}

const unsavedText = 'The article could not be saved.'

const wordOf: Record<Status, string> = {
  draft: 'The article is a draft again.',
  scheduled: 'The article is scheduled.',
  published: 'The article is published.',
}
