// What is not on the plan yet: of this floor first, then of the rest of the site.
import type { Device } from '@gatehouse/contract/building/devices'
import type { Plan } from '@gatehouse/contract/building/plans'
import Button from '@mui/material/Button'
import { useDeferredValue, useState } from 'react'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { kindWords } from '../../kit/device-kinds.ts'

interface PaletteProps {
  readonly plan: Plan
  readonly devices: readonly Device[]
  readonly onPlace: (device: Device) => void
}

const mostShown = 200
const searchedFrom = 10

export const Palette = ({ plan, devices, onPlace }: PaletteProps) => {
  const [sought, setSought] = useState('')
  const wanted = useDeferredValue(sought.toLowerCase())
  const found = devices.filter((device) => wordsOf(device).toLowerCase().includes(wanted))
  const shown = [...found].sort((a, b) => Number(b.floor === plan.floor) - Number(a.floor === plan.floor))
  return (
    <section
      className="grid grid-cols-1 gap-3 rounded border border-line bg-surface p-3 [&_h2]:m-0 [&_h2]:text-lg"
      aria-label="Unplaced devices"
    >
      <h2>
        Unplaced devices <span className="text-sm font-normal text-muted">{devices.length}</span>
      </h2>
      {devices.length >= searchedFrom && <SearchField label="Search devices" value={sought} onChange={setSought} />}
      {shown.length === 0 ? (
        <p className="text-sm font-normal text-muted">
          {devices.length === 0
            ? 'Everything of this site that you may see is on it.'
            : `Nothing is called “${sought}”.`}
        </p>
      ) : (
        <ScrollRegion label="Devices to place" className="max-h-[40vh] overflow-auto">
          <ul>
            {shown.slice(0, mostShown).map((device) => (
              <li
                key={device.id}
                className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-[2px] py-1 not-first:border-t not-first:border-t-line [&>span]:min-w-[8rem] [&>span]:flex-1 [&>span]:wrap-anywhere"
              >
                <span>
                  {device.name}
                  <span className="text-sm font-normal text-muted"> {wordsOf(device, false)}</span>
                </span>
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={`Place ${device.name}`}
                  onClick={() => onPlace(device)}
                >
                  Place
                </Button>
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </section>
  )
}

const wordsOf = ({ name, kind, floor, zone }: Device, named = true): string =>
  [named ? name : '', kindWords[kind], floor, zone].filter(Boolean).join(' · ')
