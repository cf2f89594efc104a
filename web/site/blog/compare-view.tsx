// Two texts side by side in one column: what went, what came, and in a changed line the words.
import { useMemo } from 'react'
import { compare, type Compared, isSame } from './compare-words.ts'

interface CompareViewProps {
  /** What each of the two is: `Revision 3`, `What you have typed`. */
  readonly names: { readonly before: string; readonly after: string }
  readonly before: string
  readonly after: string
}

export const CompareView = ({ names, before, after }: CompareViewProps) => {
  const compared = useMemo(() => compare(before, after), [before, after])
  if (isSame(compared)) return <p className="text-muted">The two are the same.</p>
  return (
    <figure className="m-0 grid gap-3">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 font-semibold">
        <span className="text-critical">− {names.before}</span>
        <span className="text-normal">+ {names.after}</span>
      </figcaption>
      <div className="overflow-hidden rounded border border-line text-md leading-[1.55]">
        {compared.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of one comparison never move
          <CompareLine key={index} line={line} />
        ))}
      </div>
    </figure>
  )
}

const CompareLine = ({ line }: { readonly line: Compared }) => {
  if (line.kind === 'skipped')
    return (
      <p className="bg-sunken px-3 py-1 text-sm text-muted">
        {line.lines === 1 ? '1 line is the same' : `${line.lines} lines are the same`}
      </p>
    )
  const Element = line.kind === 'gone' ? 'del' : line.kind === 'new' ? 'ins' : 'p'
  return (
    <Element
      className={`grid min-h-[1.55em] grid-cols-[1.5em_minmax(0,1fr)] px-3 wrap-anywhere whitespace-pre-wrap no-underline ${looks[line.kind]}`}
    >
      <span className="select-none" aria-hidden="true">
        {signs[line.kind]}
      </span>
      <span>
        {line.pieces.map(({ text, changed }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a line never move
          changed ? <mark key={index}>{text}</mark> : text,
        )}
      </span>
    </Element>
  )
}

const mark = '[&>span>mark]:rounded-[3px] [&>span>mark]:font-semibold [&>span>mark]:text-inherit'

const looks = {
  same: '',
  gone: `bg-critical/9 [&>span>mark]:bg-critical/26 [&>span>mark]:line-through ${mark}`,
  new: `bg-normal/10 [&>span>mark]:bg-normal/28 ${mark}`,
}

const signs = { same: ' ', gone: '−', new: '+' }
