// The floors with every device where it stands, as it last reported.
import { kindWords } from '../../kit/device-kinds.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { Guide } from './guide.tsx'
import type { PanelProps } from './panels.ts'
import { placedOn } from './showing-view.ts'

export const PlanPanel = ({ building, freshness, now }: PanelProps) => (
  <Guide title="Every device where it stands" text={text}>
    {building.floors.length === 0 && <p className="text-muted">This installation has no plan of the building.</p>}
    <div className="grid gap-6">
      {building.floors.map(({ level, name, width, height }) => {
        const placed = placedOn(building, level, freshness, now)
        return (
          <section key={level} aria-label={name} data-testid="tour-plan">
            <h3 className="mb-2 text-sm font-semibold text-muted">{name}</h3>
            {/* What the signs stand for is written below. */}
            <div className="relative overflow-hidden rounded border border-line bg-sunken" aria-hidden="true">
              <img
                src={`/api/tour/plans/${level}`}
                alt=""
                width={width}
                height={height}
                loading="lazy"
                className="block h-auto w-full dark:[filter:invert(0.9)_hue-rotate(180deg)]"
              />
              {placed.map(({ key, x, y, state }) => (
                <span
                  key={key}
                  data-state={state}
                  className="absolute grid size-[1.75rem] -translate-x-1/2 -translate-y-1/2 place-items-center rounded-[50%] bg-surface text-state below-sm:size-5"
                  style={{ left: `clamp(0.75rem, ${x * 100}%, calc(100% - 0.75rem))`, top: `${y * 100}%` }}
                >
                  <Icon name={state} size="medium" />
                </span>
              ))}
            </div>
            <ul className="mt-3 grid gap-x-6 gap-y-1 from-sm:grid-cols-2">
              {placed.map(({ key, kind, name: device, state, word }) => (
                <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
                  <span>
                    {device} <span className="text-muted">{kindWords[kind]}</span>
                  </span>
                  <StatusWord state={state} word={word} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  </Guide>
)

const text = [
  'The plan is a picture that somebody uploaded; the devices on it change as they report. In your own building each opens its sheet: a door can be operated from there.',
  'Watch a door for a few seconds: it is unlocked by command, and its sign changes when its controller says so.',
  'A device that falls silent turns grey where it stands.',
]
