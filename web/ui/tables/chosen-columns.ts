// The columns of a table that are shown: all but the optional ones until somebody chooses, remembered by the browser.
import { useState } from 'react'
import { local } from '../../kit/data/storage.ts'
import type { ColumnChoiceProps } from './column-choice.tsx'

interface ChosenFrom {
  /** Absent: the title. */
  readonly field?: string
  readonly title: string
  /** Not shown until chosen. */
  readonly optional?: boolean
  /** `title`: it names the row; where no column says so, the first one does. */
  readonly card?: string
}

const fieldOf = ({ field, title }: ChosenFrom): string => field ?? title

const choosableOf = <C extends ChosenFrom>(columns: readonly C[]): readonly C[] => {
  const naming = columns.find(({ card }) => card === 'title') ?? columns[0]
  return columns.filter((column) => column !== naming)
}

interface ChosenColumns<C> {
  readonly columns: readonly C[]
  readonly choice: ColumnChoiceProps
}

/** `name`: of the stored choice, short and unique. The column that names the row stays. */
export const useChosenColumns = <C extends ChosenFrom>(name: string, all: readonly C[]): ChosenColumns<C> => {
  const [hidden, setHidden] = useState(() => hiddenOf(name, all))
  const onChoose = (field: string) => {
    const next = new Set(hidden)
    if (!next.delete(field)) next.add(field)
    local.set(`columns:${name}`, [...next].join('|'))
    setHidden(next)
  }
  const choosable = choosableOf(all).map((column) => {
    const field = fieldOf(column)
    return { field, title: column.title, shown: !hidden.has(field) }
  })
  return { columns: all.filter((column) => !hidden.has(fieldOf(column))), choice: { columns: choosable, onChoose } }
}

const hiddenOf = (name: string, columns: readonly ChosenFrom[]): ReadonlySet<string> => {
  const stored = local.get(`columns:${name}`)
  const chosen = stored?.split('|') ?? columns.filter(({ optional }) => optional).map(fieldOf)
  return new Set(chosen.filter((field) => choosableOf(columns).some((column) => fieldOf(column) === field)))
}
