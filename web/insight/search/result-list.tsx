// The results by group, one of them chosen: moved through with the arrow keys from the field, or pointed at.
import type { ResultType, SearchResult } from '@gatehouse/contract/insight/search'
import { useId } from 'react'
import { Link } from '../../kit/place.tsx'
import { Icon, type IconName } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { severityWords } from '../../ui/theme/severity.ts'
import { When } from '../../ui/time/when.tsx'
import type { Group } from './groups.ts'
import { Marked } from './marked.tsx'
import { isOwnCommand } from './own-commands.ts'

interface ResultListProps {
  readonly id: string
  readonly groups: readonly Group[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
  readonly onOpen: (result: SearchResult) => void
}

export const idOfOption = (list: string, index: number): string => `${list}-${index}`

export const ResultList = ({ id, groups, chosen, onChoose, onOpen }: ResultListProps) => {
  const begins = groups.map((_, at) => groups.slice(0, at).reduce((sum, { results }) => sum + results.length, 0))
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of a combobox; none of the tags holds links and icons
    <div id={id} role="listbox" aria-label="Results" className="not-empty:p-2 in-aria-busy:opacity-60">
      {groups.map(({ title, results }, at) => (
        <ResultGroup key={title} title={title}>
          {results.map((result, within) => {
            const index = (begins[at] ?? 0) + within
            return (
              <Result
                key={`${result.type} ${result.id}`}
                id={idOfOption(id, index)}
                result={result}
                chosen={index === chosen}
                onPoint={() => onChoose(index)}
                onOpen={() => onOpen(result)}
              />
            )
          })}
        </ResultGroup>
      ))}
    </div>
  )
}

const ResultGroup = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => {
  const heading = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of a listbox
    <div role="group" aria-labelledby={heading}>
      <p id={heading} className="px-3 pt-3 pb-1 text-sm font-semibold text-muted">
        {title}
      </p>
      {children}
    </div>
  )
}

interface ResultProps {
  readonly id: string
  readonly result: SearchResult
  readonly chosen: boolean
  readonly onPoint: () => void
  readonly onOpen: () => void
}

const Result = ({ id, result, chosen, onPoint, onOpen }: ResultProps) => {
  const option = { id, 'data-priority': result.priority, onPointerMove: onPoint }
  if (isOwnCommand(result))
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
      <div
        {...option}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="option"
        aria-selected={chosen}
        tabIndex={-1}
        className={`${optionLook} cursor-pointer`}
        onClick={onOpen}
      >
        <Words result={result} />
      </div>
    )
  return (
    <Link
      {...option}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      to={result.path}
      className={optionLook}
      draggable={false}
      onClick={(event) => {
        // With a key held it opens elsewhere, as links do.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
    >
      <Words result={result} />
      <Icon name="next" className="text-muted" />
    </Link>
  )
}

const optionLook =
  'flex min-h-touch items-center gap-3 rounded px-3 py-2 text-inherit no-underline [-webkit-touch-callout:none] aria-selected:bg-[color-mix(in_srgb,var(--primary)_16%,var(--surface))] data-[priority=high]:[box-shadow:inset_3px_0_0_var(--state-high)]'

const Words = ({ result }: Pick<ResultProps, 'result'>) => {
  const { type, title, description, priority, severity, timestamp, marks } = result
  return (
    <>
      <span className="grid text-muted in-aria-selected:text-primary-text">
        <Icon name={iconOf[type]} size="medium" />
        <span className="visually-hidden">{wordOf[type]}: </span>
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-[550]">
          <Marked text={title} ranges={marks?.title} />
        </span>
        <span className="truncate text-sm text-muted">
          <Marked text={description} ranges={marks?.description} />
          {timestamp && (
            <>
              {description && ' · '}
              <When at={timestamp} />
            </>
          )}
        </span>
      </span>
      {severity ? (
        <StatusWord {...severityWords[severity]} />
      ) : (
        priority === 'high' && <StatusWord state="high" word="High priority" />
      )}
    </>
  )
}

const iconOf: Readonly<Record<ResultType, IconName>> = {
  article: 'article',
  person: 'person',
  alarm: 'bell',
  event: 'stale',
  door: 'closed',
  device: 'live',
  company: 'building',
  page: 'page',
  command: 'command',
}

const wordOf: Readonly<Record<ResultType, string>> = {
  article: 'Article',
  person: 'Person',
  alarm: 'Alarm',
  event: 'Event',
  door: 'Door',
  device: 'Device',
  company: 'Company',
  page: 'Page',
  command: 'Command',
}
