// What a change of set points does, each as it was and as it will be; what asks for a response later is marked.
import type { Difference } from '@gatehouse/contract/safety/set-points'
import { counted } from '../../kit/counted.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { differenceTitle, hysteresisText, secondPersonText, valueText } from './set-point-words.ts'

/** What a place is called; undefined: it is not known here. */
export type NameOf = (id: string) => string | undefined

interface DifferencesProps {
  readonly differences: readonly Difference[]
  readonly nameOf: NameOf
  /** `area`: what the area of a set point is called, where several are changed. */
  readonly areaName: (areaId: string | null, isNewArea: boolean) => string
}

export const Differences = ({ differences, nameOf, areaName }: DifferencesProps) => {
  const areas = new Set(differences.flatMap((one) => ('areaId' in one ? [`${one.areaId} ${one.isNewArea}`] : [])))
  return (
    <ul className="grid gap-2">
      {differences.map((one) => {
        const { before, after } = sidesOf(one, nameOf)
        return (
          <li key={keyOf(one)} className="grid gap-1 border-t border-t-line pt-2 wrap-anywhere">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <strong>
                {differenceTitle(one)}
                {areas.size > 1 && 'areaId' in one && (
                  <span className="font-normal text-muted"> {areaName(one.areaId, one.isNewArea)}</span>
                )}
              </strong>
              {one.what === 'set-point' && one.isLooser && <StatusWord state="warning" word="Looser" />}
            </span>
            <span>
              <span className="text-muted">Before: </span>
              {before}
            </span>
            <span>
              <span className="text-muted">After: </span>
              {after}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const keyOf = (one: Difference): string => {
  if (one.what === 'set-point') return `${one.areaId} ${one.isNewArea} ${one.channel} ${one.stage}`
  if (one.what === 'places') return `places ${one.areaId} ${one.isNewArea}`
  return one.what === 'rule' ? one.ruleId : one.what
}

interface Sides {
  readonly before: string
  readonly after: string
}

type Of<W extends Difference['what']> = Extract<Difference, { readonly what: W }>

const sidesOf = (one: Difference, nameOf: NameOf): Sides => {
  switch (one.what) {
    case 'set-point':
      return {
        before: one.isNewArea ? 'None of its own: what is around applies' : pointText(one, one.before),
        after: pointText(one, one.after),
      }
    case 'places':
      return { before: placesText(one.before, nameOf), after: placesText(one.after, nameOf) }
    case 'rule':
      return { before: one.name, after: 'Deleted' }
    default:
      return { before: secondPersonText(one.before), after: secondPersonText(one.after) }
  }
}

const pointText = ({ channel }: Of<'set-point'>, point: Of<'set-point'>['before']): string =>
  point === null
    ? 'No set point'
    : `${valueText(point, channel)}${hysteresisText(channel, point)}, ${point.source.text}`

const placesText = (places: Of<'places'>['before'], nameOf: NameOf): string => {
  if (places === null) return 'None: the set points around apply'
  const ids = [...places.siteIds, ...places.zoneIds, ...places.deviceIds]
  const names = ids.flatMap((id) => nameOf(id) ?? [])
  const hidden = ids.length - names.length
  return [...names, ...(hidden > 0 ? [counted(hidden, 'more place')] : [])].join(', ') || 'Places that you may not see'
}
