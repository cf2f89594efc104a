// A chart and its table twin: the same numbers, one at a time.
import { type ReactNode, useState } from 'react'
import { ToggleChoice } from '../forms/toggle-choice.tsx'

interface ChartOrTableProps {
  /** What both show. */
  readonly label: string
  /** What stands beside the choice. */
  readonly beside: ReactNode
  readonly chart: ReactNode
  readonly table: ReactNode
}

export const ChartOrTable = ({ label, beside, chart, table }: ChartOrTableProps) => {
  const [as, setAs] = useState<'chart' | 'table'>('chart')
  return (
    <div className="grid gap-3 px-4 pb-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {beside}
        <ToggleChoice
          label={`${label}: shown as`}
          value={as}
          options={[
            ['chart', 'Chart'],
            ['table', 'Table'],
          ]}
          onChange={setAs}
        />
      </div>
      {as === 'chart' ? chart : <Scrolled label={`${label}: table`}>{table}</Scrolled>}
    </div>
  )
}

/** A table that may be long; one that is wide moves sideways on a phone. */
export const Scrolled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // What scrolls must be within reach of the keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className="relative max-h-[18rem] overflow-auto" tabIndex={0} aria-label={label}>
    {children}
  </section>
)

/** How the tables beside charts look. */
export const tableLook = {
  head: 'sticky top-0 bg-surface',
  row: 'border-t border-t-line',
  first: 'py-2 pr-3 pl-0 text-start align-top font-normal',
  cell: 'py-2 pr-0 pl-3 text-end align-top font-normal',
} as const
