// The plan as a list: everything on it with its state, those that need somebody first.
import type { Placed } from '@gatehouse/contract/building/plans'
import { Link, type To } from 'react-router'
import { Age } from '../../ui/time/age.tsx'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { kindWords } from '../../kit/device-kinds.ts'
import { type LookOf, troubleFirst } from './look.ts'

interface PlanListProps {
  readonly devices: readonly Placed[]
  readonly look: LookOf
  readonly to: (device: Placed) => To | null
}

export const PlanList = ({ devices, look, to }: PlanListProps) => (
  <ScrollRegion
    label="On this plan, as a list"
    className="max-h-[68vh] overflow-auto rounded border border-line bg-surface below-md:max-h-none"
  >
    <ul>
      {troubleFirst(devices, look).map((device) => {
        const { state, word, icon, at, act, alarm } = look(device)
        const address = to(device)
        return (
          <li
            key={device.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-[2px] px-3 py-2 not-first:border-t not-first:border-t-line data-alarm:[background:color-mix(in_srgb,var(--state)_8%,var(--surface))] data-alarm:[box-shadow:inset_3px_0_var(--state)]"
            data-state={state}
            data-alarm={alarm?.waits ? '' : undefined}
          >
            <span className="min-w-0 font-semibold wrap-anywhere [&_a]:inline-block [&_a]:min-h-[24px]">
              {address === null ? (
                device.name
              ) : (
                <Link to={address} state={opensSheet}>
                  {device.name}
                </Link>
              )}
            </span>
            <span className="text-sm font-normal text-muted">
              {[kindWords[device.kind], device.zone].filter(Boolean).join(' · ')}
            </span>
            <span className="col-start-2 row-start-1 justify-self-end">
              <StatusWord state={state} word={word} icon={icon} live />
            </span>
            <span className="justify-self-end text-sm font-normal text-muted">
              <Age at={at} />
            </span>
            {alarm && (
              <span className="col-span-full text-sm font-semibold wrap-anywhere text-state" data-state={alarm.state}>
                {alarm.title}
              </span>
            )}
            {act !== undefined && <span className="col-span-full justify-self-start pt-1">{act}</span>}
          </li>
        )
      })}
    </ul>
  </ScrollRegion>
)
