// What is marked on a chart, in words: alarms, service.
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router'
import { StatusWord } from '../primitives/status-word.tsx'
import type { Bounds } from '../time/time-range.ts'
import { When } from '../time/when.tsx'
import { type Mark, marksWithin } from './time-series.ts'

interface TimeSeriesMarksProps {
  readonly marks: readonly Mark[]
  readonly view: Bounds
}

const atOnce = 5

export const TimeSeriesMarks = ({ marks, view }: TimeSeriesMarksProps) => {
  const [all, setAll] = useState(false)
  const within = marksWithin(marks, view)
  if (within.length === 0) return null
  return (
    <div className="grid justify-items-start gap-1">
      <ul className="grid gap-1 text-sm" aria-label="Marked on the chart">
        {within.slice(0, all ? undefined : atOnce).map(({ id, name, state, from, to, link }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2">
            {link === undefined ? (
              <StatusWord state={state} word={name} />
            ) : (
              <Link to={link}>
                <StatusWord state={state} word={name} />
              </Link>
            )}
            <span className="text-muted">
              <When at={new Date(from).toISOString()} />
              {to === null && ', not over yet'}
              {typeof to === 'number' && (
                <>
                  {' to '}
                  <When at={new Date(to).toISOString()} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {!all && within.length > atOnce && <Button onClick={() => setAll(true)}>{`Show all ${within.length}`}</Button>}
    </div>
  )
}
