// An article being written: its fields beside what readers will see, and what may be done with it.
import {
  type Article,
  authorRule,
  create,
  messages,
  open,
  save,
  setStatus,
  summaryRule,
  titleRule,
} from '@gatehouse/contract/site/blog'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useFormState } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { call, isStatus } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { useDraft } from '../../kit/data/draft.ts'
import type { Basis } from '../../kit/data/draft-store.ts'
import { takeSaved } from '../../kit/data/take-saved.ts'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { emptyFields, type Fields, fieldsOf } from './article-fields.ts'
import { CoverField } from './cover-field.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { Preview } from './preview.tsx'
import { StatusCard } from './status-card.tsx'
import { TagsField } from './tags-field.tsx'

const RevisionsSheet = later(async () => (await import('./revisions-sheet.tsx')).RevisionsSheet, 'over')
const ConflictNotice = later(async () => (await import('./conflict-notice.tsx')).ConflictNotice)

/** Under which what is typed is kept. */
export const draftName = 'article'

interface EditorFormProps {
  /** null: a new one. */
  readonly article: Article | null
  readonly author: string
}

export const EditorForm = ({ article: opened, author }: EditorFormProps) => {
  const navigate = useNavigate()
  const [article, setArticle] = useState(opened)
  const [before] = useState(() => (opened ? fieldsOf(opened) : emptyFields(author)))
  const form = useForm<Fields>({ defaultValues: before })
  const { control } = form
  const draft = useDraft(form, draftName, { basis: article && seenOf(article) })
  const { isDirty, isSubmitting } = useFormState({ control })
  const [failure, setFailure] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<Article | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const sheet = useSheetAddress('revisions')
  const mayPublish = useMissing(setStatus).length === 0
  const mayOpen = useMissing(open).length === 0
  const readOnly = article !== null && article.status !== 'draft' && !mayPublish
  // What they began is out of their hands once it is saved: nothing is typed meanwhile that could not be.
  const locked = readOnly || (isSubmitting && !mayOpen)
  const wide = useMediaQuery((theme) => theme.breakpoints.up('md'))
  const beside = useRef<HTMLElement>(null)
  const [tab, setTab] = useState<'write' | 'preview'>('write')

  /** What was typed after `sent` stays, and is still to be saved. */
  const take = (next: Article, sent: Fields = form.getValues()) => {
    setArticle(next)
    setTheirs(null)
    setFailure(null)
    const isAll = takeSaved(form, sent, fieldsOf(next))
    if (isAll) draft.clear()
    else draft.goOn(seenOf(next))
    if (isAll && !opened) setLeft(mayOpen ? `/blog/edit/${next.id}` : '/blog')
  }
  const meetTheirs = async (id: string) => setTheirs((await call(open, { id })).article)
  /** Answers as which revision it is saved, if it is. */
  const send = async (over: number | null = null): Promise<number | null> => {
    let saved: number | null = null
    const put = async (fields: Fields) => {
      if (!article) {
        take((await call(create, fields)).article, fields)
        toast('success', 'The draft is saved.')
        return
      }
      const { id } = article
      const revision = over ?? draft.basis()?.revision ?? article.revision
      const answer = await call(save, { ...fields, id, revision }).catch((error: unknown) => {
        if (!isStatus(error, 409)) throw error
        return meetTheirs(id)
      })
      if (!answer) return
      take(answer.article, fields)
      saved = answer.article.revision
      toast('success', messages.saved.replace('{number}', String(saved)))
    }
    await form.handleSubmit(
      async (fields) => {
        setFailure(null)
        await put(fields).catch((error: unknown) => setFailure(showFaults(form, error)))
      },
      () => setTab('write'),
    )()
    return saved
  }
  const scrollPreview = (share: number) => {
    const { current } = beside
    if (current) current.scrollTop = share * (current.scrollHeight - current.clientHeight)
  }
  // Ctrl+S, wherever the focus is; the button does the same.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (!isSubmitting && !readOnly) void send()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  // Once the form knows that nothing is left unsaved.
  useEffect(() => {
    if (left !== null && !isDirty) void navigate(left, { replace: true })
  }, [left, isDirty, navigate])

  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader
        title={article ? 'Edit article' : 'New article'}
        breadcrumbs={[{ label: 'Blog', to: '/blog' }]}
        action={
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {article && (
              <Button component={Link} to={sheet.to('all')} state={opensSheet}>
                Revisions ({article.revision})
              </Button>
            )}
            {!readOnly && (
              <Button variant="contained" aria-disabled={isSubmitting} onClick={() => void (isSubmitting || send())}>
                {isSubmitting ? 'Saving…' : article ? 'Save' : 'Save draft'}
              </Button>
            )}
          </div>
        }
      />
      <KeepUnsaved unsaved={isDirty} what="What you have written" sheets />
      <DraftNotice draft={draft} />
      <Failure text={failure} />
      {readOnly && <p role="note">{messages.publishedNeedsMore}</p>}
      {theirs && (
        <Suspense>
          <ConflictNotice
            theirs={theirs}
            mine={form.getValues()}
            onKeepMine={() => void (isSubmitting || send(theirs.revision))}
            onTakeTheirs={() => take(theirs)}
          />
        </Suspense>
      )}
      {article && (
        <StatusCard
          article={article}
          unsaved={isDirty}
          saving={isSubmitting}
          save={() => send()}
          onChanged={({ slug, status, publishedAt, scheduledFor, ...changed }) => {
            // A text that was saved meanwhile is newer than the one of this answer.
            setArticle((now) => ({ ...(now ?? changed), slug, status, publishedAt, scheduledFor }))
          }}
          onConflict={() => meetTheirs(article.id)}
          onDeleted={() => {
            form.reset(form.getValues())
            draft.clear()
            toast('success', 'The article is deleted.')
            setLeft('/blog')
          }}
        />
      )}
      {!wide && (
        <Tabs value={tab} onChange={(_event, chosen: 'write' | 'preview') => setTab(chosen)} aria-label="View">
          <Tab value="write" label="Write" id="tab-write" aria-controls="panel-write" />
          <Tab value="preview" label="Preview" id="tab-preview" aria-controls="panel-preview" />
        </Tabs>
      )}
      <div className="grid grid-cols-1 items-start gap-5 from-md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <form
          id="panel-write"
          className="grid gap-4 [&[hidden]]:hidden"
          hidden={!wide && tab !== 'write'}
          {...(wide ? { 'aria-label': 'Article' } : { role: 'tabpanel', 'aria-labelledby': 'tab-write' })}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!isSubmitting && !readOnly) void send()
          }}
        >
          <TextInput control={control} name="title" label="Title" required rule={titleRule} disabled={locked} />
          <TextInput
            control={control}
            name="summary"
            label="Summary"
            multiline
            minRows={2}
            rule={summaryRule}
            disabled={locked}
            help="One or two sentences: on cards, in the feed, and where the article is shared."
          />
          <MarkdownField control={control} readOnly={locked} onScrolled={scrollPreview} />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] items-start gap-4">
            <TagsField control={control} readOnly={locked} />
            <TextInput
              control={control}
              name="author"
              label="Author"
              required
              rule={authorRule}
              disabled={locked}
              help="As readers see it."
            />
          </div>
          <CoverField control={control} readOnly={locked} now={() => form.getValues('cover')} />
        </form>
        <section
          ref={beside}
          id="panel-preview"
          className="min-w-0 rounded border border-line bg-surface p-5 from-md:sticky from-md:top-[calc(var(--bar)+var(--space-4))] from-md:max-h-[calc(100dvh-var(--bar)-var(--space-8))] from-md:overflow-y-auto [&[hidden]]:hidden"
          hidden={!wide && tab !== 'preview'}
          {...(wide ? { 'aria-label': 'Preview' } : { role: 'tabpanel', 'aria-labelledby': 'tab-preview' })}
          // It scrolls by itself.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <Preview id={article?.id ?? null} control={control} />
        </section>
      </div>
      {article && sheet.id !== null && (
        <RevisionsSheet
          article={article}
          unsaved={isDirty}
          readOnly={readOnly}
          shown={sheet.id}
          to={sheet.to}
          closed={sheet.closed}
          onRestored={take}
        />
      )}
    </div>
  )
}

const seenOf = ({ id, revision }: Article): Basis => ({ id, revision })
