// Alarms of a flood put together by where they are or what they belong to: the worst of each stands for the rest.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { counted } from '../../kit/counted.ts'
import type { Groups } from '../../ui/logs/log-grid.tsx'

export const groupings = { zone: 'Zone', incident: 'Incident' } as const
export type Grouping = keyof typeof groupings

export const isGrouping = (text: string): text is Grouping => Object.hasOwn(groupings, text)

interface AlarmGroup {
  readonly key: string
  readonly name: string
  readonly worst: Alarm
  readonly count: number
}

export interface Grouped {
  /** Groups in the order of their first alarm; of one that is not unfolded that alarm alone. */
  readonly rows: readonly Alarm[]
  readonly groups: ReadonlyMap<string, AlarmGroup>
}

const groupOf = (alarm: Alarm, by: Grouping): { readonly key: string; readonly name: string } => {
  const { correlationId, title, zone, site } = alarm
  if (by === 'incident') return { key: `incident ${correlationId}`, name: `Incident: ${title}` }
  if (zone) return { key: `zone ${zone.id}`, name: zone.name }
  return { key: `site ${site?.id ?? ''}`, name: site ? `${site.name}, no zone` : 'No zone' }
}

const groupKeyOf = (alarm: Alarm, by: Grouping): string => groupOf(alarm, by).key

/** `rows`: in their order, the worst first. */
export const groupedBy = (rows: readonly Alarm[], by: Grouping, unfolded: ReadonlySet<string>): Grouped => {
  const all = Map.groupBy(rows, (alarm) => groupKeyOf(alarm, by))
  const groups = new Map<string, AlarmGroup>()
  const shown: Alarm[] = []
  for (const [key, members] of all) {
    const [worst] = members
    if (!worst) continue
    // An incident is called by what came first of it.
    const first = members.find(({ isFirstOut }) => isFirstOut) ?? worst
    groups.set(key, { key, name: groupOf(by === 'incident' ? first : worst, by).name, worst, count: members.length })
    shown.push(...(unfolded.has(key) ? members : [worst]))
  }
  return { rows: shown, groups }
}

interface Folding {
  /** More may follow that have not been read. */
  readonly isPartial: boolean
  readonly unfolded: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}

/** As the grid takes them. */
export const headsOf = ({ groups }: Grouped, by: Grouping, folding: Folding): Groups<Alarm> => ({
  of: (alarm) => groupKeyOf(alarm, by),
  head: (alarm) => {
    const group = groups.get(groupKeyOf(alarm, by))
    return group && <GroupHead group={group} {...folding} />
  },
})

const GroupHead = ({ group: { key, name, count }, ...folding }: Folding & { readonly group: AlarmGroup }) => {
  const { isPartial, unfolded, onToggle } = folding
  const isUnfolded = unfolded.has(key)
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="wrap-anywhere">
        {name} · {counted(count, 'alarm')}
        {isPartial && ' or more'}
      </span>
      {count > 1 && (
        <button
          type="button"
          className="inline-flex min-h-[28px] cursor-pointer items-center border-0 bg-transparent px-1 py-0 [font:inherit] text-primary-text below-md:min-h-touch pointer-coarse:min-h-touch"
          aria-expanded={isUnfolded}
          onClick={() => onToggle(key)}
        >
          {isUnfolded ? 'Show the worst only' : `Show ${count - 1} more`}
          <span className="visually-hidden"> of {name}</span>
        </button>
      )}
    </span>
  )
}
