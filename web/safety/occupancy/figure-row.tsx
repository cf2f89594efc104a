// One place: how many people are in it, how well that is known, and how near its limit it is.
import type { Figure } from '@gatehouse/contract/safety/occupancy'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { peopleText } from '../../kit/people-words.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { When } from '../../ui/time/when.tsx'
import {
  anchorWords,
  differenceText,
  driftText,
  isCurrent,
  kindWords,
  limitText,
  rangeText,
  silentText,
  stateOf,
} from './figure-words.ts'
import { OccupancyBar } from './occupancy-bar.tsx'
import { placeName } from './place-order.ts'

interface FigureRowProps {
  readonly figure: Figure
  /** What it is called in its list: `Whole site`; its name where absent. */
  readonly called?: string
  readonly isOld: boolean
  /** Where it is corrected; null: it cannot be, or not by the reader. */
  readonly correct: To | null
}

export const FigureRow = ({ figure, called, isOld, correct }: FigureRowProps) => {
  const { kind, name, occupancy, limit, stale } = figure
  const { state, word } = stateOf(figure, isOld)
  const current = isCurrent(figure, isOld)
  const range = rangeText(figure, isOld)
  const limitWords = limitText(figure, isOld)
  const silent = silentText(figure)
  const number = occupancy === null ? '–' : peopleText(occupancy)
  return (
    <li
      className={`grid grid-cols-1 gap-x-5 gap-y-1 border-t border-t-line py-3 wrap-anywhere from-md:grid-cols-[minmax(0,1.1fr)_minmax(0,1.1fr)_minmax(0,1.5fr)_minmax(0,1.3fr)_6rem] ${kind === 'zone' ? 'below-md:ps-4' : ''}`}
      data-state={state}
      data-testid={`occupancy-${name}`}
    >
      {/* Beside it the columns of all rows begin at the same place. */}
      <div className={`grid content-start justify-items-start gap-1 ${kind === 'zone' ? 'from-md:ps-4' : ''}`}>
        <h3 className={`m-0 text-lg ${kind === 'zone' ? 'font-normal' : ''}`}>
          {called ?? name}
          {called === undefined && kind !== 'zone' && <span className="visually-hidden">, {kindWords[kind]}</span>}
        </h3>
        <StatusWord state={state} word={word} live />
      </div>
      <div>
        <p>
          {!current && occupancy !== null && <span className="text-sm text-muted">was </span>}
          <span
            className={`text-xl tabular-nums lost:font-medium lost:text-stale ${current ? 'font-[650]' : 'font-medium text-stale'}`}
            data-testid="people"
          >
            {number}
          </span>
          {occupancy !== null && <span className="text-sm text-muted">{occupancy === 1 ? ' person' : ' people'}</span>}
        </p>
        <p className="text-sm text-muted">{range}</p>
      </div>
      <div className="grid content-start gap-1">
        {limit !== null && (
          <OccupancyBar
            figure={figure}
            limit={limit}
            state={state}
            isCurrent={current}
            text={`${word}. ${current ? `${number} people. ${range}. ` : ''}${limitWords}`}
          />
        )}
        {limit !== null && <p className="text-sm text-muted">{limitWords}</p>}
      </div>
      <div className="grid content-start gap-1 text-sm text-muted">
        <Origin figure={figure} />
        {silent !== null && <p className={stale ? 'font-semibold text-stale' : ''}>{silent}</p>}
      </div>
      <div className="justify-self-start from-md:justify-self-end">
        {correct !== null && (
          <Button
            size="small"
            variant="outlined"
            component={Link}
            to={correct}
            state={opensSheet}
            aria-label={`Correct ${placeName(figure)}`}
          >
            Correct
          </Button>
        )}
      </div>
    </li>
  )
}

/** Since when it is counted, what the counters disagree about, and when somebody passed last. */
const Origin = ({ figure }: { readonly figure: Figure }) => {
  const { anchorAt, anchorKind, movedAt } = figure
  const facts = [driftText(figure), differenceText(figure)].filter((fact) => fact !== null)
  return (
    <>
      {anchorAt !== null && anchorKind !== null && (
        <p>
          {anchorWords[anchorKind]} <When at={anchorAt} />
        </p>
      )}
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {movedAt !== null && (
        <p>
          Last passage <When at={movedAt} />
        </p>
      )}
    </>
  )
}
