// The lines of a counting camera: which count people in, which out, and which it reports that nobody has set.
import * as devices from '@gatehouse/contract/building/devices'
import type { LinesAsSet } from '@gatehouse/contract/building/devices'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { When } from '../../ui/time/when.tsx'
import { setLinesOf, unusedLines, wayWords } from './line-fields.ts'
import { refreshMs } from './use-old.ts'

export const CounterLines = ({ deviceId }: { readonly deviceId: string }) => {
  // A line that reports for the first time sends no event.
  const query = useQuery({ ...queryOf(devices.lines, { deviceId }), refetchInterval: refreshMs })
  const { to } = useSheetAddress('lines')
  return (
    <View op={devices.lines} query={query} rows={2} failed="The counting lines could not be loaded">
      {(lines) =>
        lines.hasLines ? (
          <section className="grid grid-cols-1 gap-3" aria-label="Counting lines">
            <h3 className="m-0 text-md">Counting lines</h3>
            <SetLines lines={lines} />
            <NotUsed lines={lines} />
            <Button
              variant="outlined"
              className="justify-self-start"
              component={Link}
              to={to(deviceId)}
              state={opensSheet}
            >
              Change counting lines
            </Button>
          </section>
        ) : null
      }
    </View>
  )
}

const SetLines = ({ lines }: { readonly lines: LinesAsSet }) => {
  const set = setLinesOf(lines)
  const reportedAt = new Map(lines.reported.map(({ line, at }) => [line, at]))
  if (set.length === 0) return <StatusWord state="warning" word="No line is set: nothing of it is counted" />
  return (
    <ul className="grid gap-2">
      {set.map(({ name, way }) => {
        const at = reportedAt.get(name)
        return (
          <LineRow key={name} name={name}>
            {wayWords[way]} · {at === undefined ? 'has not reported yet' : 'last report '}
            {at !== undefined && <When at={at} />}
          </LineRow>
        )
      })}
    </ul>
  )
}

const NotUsed = ({ lines }: { readonly lines: LinesAsSet }) => {
  const unused = unusedLines(lines.reported, setLinesOf(lines))
  if (unused.length === 0) return null
  return (
    <div className="grid gap-2">
      <StatusWord state="warning" word="Reported by the device, not used" />
      <ul className="grid gap-2">
        {unused.map(({ line, at }) => (
          <LineRow key={line} name={line}>
            Last report <When at={at} />
          </LineRow>
        ))}
      </ul>
    </div>
  )
}

const LineRow = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <li className="wrap-anywhere">
    {name}
    <span className="block text-sm text-muted">{children}</span>
  </li>
)
