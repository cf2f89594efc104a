// What readers will see, while it is being written: made by the server as the article itself is.
import { preview } from '@gatehouse/contract/site/blog'
import type { Output } from '@gatehouse/contract/operation'
import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { call, isStatus, messageOf } from '../../kit/data/api.ts'
import { ArticleText } from './article-text.tsx'
import { minutesText } from './article-words.ts'
import type { Fields } from './article-fields.ts'
import { OwnCover } from './own-cover.tsx'
import { showOwnPictures } from './own-picture.ts'

const pauseMs = 300

interface PreviewProps {
  /** null: of an article that is not there yet. */
  readonly id: string | null
  readonly control: Control<Fields>
}

export const Preview = ({ id, control }: PreviewProps) => {
  const [title, summary, cover, author, markdown] = useWatch({
    control,
    name: ['title', 'summary', 'cover', 'author', 'markdown'],
  })
  const { made, failure } = useMade(id, markdown)
  return (
    <div className="grid grid-cols-1 gap-4">
      {failure !== null && <p role="alert">The preview could not be made. {failure}</p>}
      {cover && <OwnCover id={cover.id} alt={cover.alt} />}
      <p className="text-[1.875rem] leading-[1.15] font-[650] tracking-[-0.02em] wrap-anywhere">
        {title.trim() || 'Untitled'}
      </p>
      {summary.trim() !== '' && <p className="text-[1.125rem] wrap-anywhere text-muted">{summary}</p>}
      <p className="text-sm text-muted">
        {author}
        {made && ` · ${minutesText(made.readingMinutes)} · ${made.words} ${made.words === 1 ? 'word' : 'words'}`}
      </p>
      {made && <ArticleText html={made.html} prepare={showOwnPictures} />}
      {markdown.trim() === '' && (
        <p className="text-sm text-muted">What you write appears here as readers will see it.</p>
      )}
    </div>
  )
}

/** What the server makes of a text, a moment after it has stopped changing. What was made before stays until then. */
const useMade = (id: string | null, markdown: string) => {
  const [made, setMade] = useState<Output<typeof preview> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    const make = async () => {
      try {
        setMade(await call(preview, { id, markdown }, { signal: asking.signal }))
        setFailure(null)
      } catch (error) {
        if (!asking.signal.aborted && !isStatus(error, 401)) setFailure(messageOf(error, ''))
      }
    }
    const timer = setTimeout(() => void make(), pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [id, markdown])
  return { made, failure }
}
