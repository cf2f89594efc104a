// Who is inside by zone, with how far that may be believed, and what counters say beside it.
import type { inside } from '@gatehouse/contract/access/muster'
import type { Output } from '@gatehouse/contract/operation'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { countText, peopleText } from './muster-words.ts'

type Site = Output<typeof inside>['sites'][number]
type Zone = Site['zones'][number]

const confidences = [
  ['high', 'Confirmed entry', 'bg-normal'],
  ['medium', 'Badged or logged in by hand', 'bg-information'],
  [
    'low',
    'Low confidence: long ago, or without an entry',
    '[background:repeating-linear-gradient(135deg,var(--state-unknown)_0_3px,transparent_3px_6px)]',
  ],
] as const

export const InsideZones = ({ sites }: { readonly sites: readonly Site[] }) => (
  <div className="grid gap-5">
    {sites.map((site) => (
      <section key={site.siteId} aria-label={site.site}>
        <h3 className="flex items-baseline gap-3 text-lg [&_span]:text-md [&_span]:font-normal [&_span]:text-muted [&_span]:tabular-nums">
          {site.site} <span>{insideText(site)}</span>
        </h3>
        <CountWord count={site.count} />
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-6 gap-y-3">
          {site.zones
            .filter(({ people, count }) => people > 0 || (count && countText(count)))
            .map((zone) => (
              <InZone key={zone.zoneId} zone={zone} most={Math.max(1, ...site.zones.map(({ people }) => people))} />
            ))}
        </ul>
        {site.people === 0 && <StatusWord state="information" word="Nobody is in a known zone" />}
      </section>
    ))}
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {confidences.map(([confidence, words, ground]) => (
        <span key={confidence}>
          <span className={`me-2 inline-block h-[8px] w-[12px] rounded-[2px] ${ground}`} />
          {words}
        </span>
      ))}
    </p>
  </div>
)

/** `12 people, 2 of them visitors` */
const insideText = ({ people, visitors }: Pick<Site, 'people' | 'visitors'>) =>
  visitors === 0
    ? peopleText(people)
    : `${peopleText(people)}, ${visitors} of them ${visitors === 1 ? 'a visitor' : 'visitors'}`

const InZone = ({ zone, most }: { readonly zone: Zone; readonly most: number }) => {
  const words = confidences.filter(([name]) => zone[name] > 0).map(([name]) => `${zone[name]} ${name}`)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3">
      <span className="truncate">{zone.zone}</span>
      <span className="font-semibold tabular-nums lost:text-stale">
        {zone.people} <span className="visually-hidden">by confidence: {words.join(', ')}</span>
      </span>
      <span className="col-span-full flex h-[6px] gap-px overflow-hidden rounded-[3px]" aria-hidden="true">
        {confidences.map(([name, , ground]) => (
          <span key={name} className={ground} style={{ inlineSize: `${(zone[name] / most) * 100}%` }} />
        ))}
      </span>
      <CountWord count={zone.count} />
    </li>
  )
}

export const CountWord = ({ count }: { readonly count: Site['count'] }) => {
  const words = count && countText(count)
  if (!words) return null
  return (
    <p className="col-span-full [&>span]:text-sm [&>span]:whitespace-normal">
      <StatusWord state={count.counted > count.listed ? 'warning' : 'information'} word={words} />
    </p>
  )
}
