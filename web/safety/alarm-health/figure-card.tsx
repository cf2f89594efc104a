// One figure of alarm health: its value, whether it meets the guidance, what that is, and the way to its rows.
import type { ReactNode } from 'react'
import { Card } from '../../ui/primitives/card.tsx'

interface FigureCardProps {
  readonly title: string
  readonly value: string
  /** What the value is of, in small letters beside it. */
  readonly unit?: string
  readonly rating: ReactNode
  /** `Guidance: about 150 a day` */
  readonly guide: string
  /** Links to the rows. */
  readonly rows?: ReactNode
  readonly children?: ReactNode
}

export const FigureCard = ({ title, value, unit, rating, guide, rows, children }: FigureCardProps) => (
  <Card title={title}>
    <div className="grid content-start gap-1 px-4 pb-4">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <strong className="text-2xl font-semibold">{value}</strong>
        {unit !== undefined && <span className="text-sm text-muted">{unit}</span>}
      </p>
      <p>{rating}</p>
      <p className="text-sm text-muted">{guide}</p>
      {children}
      <p className="flex flex-wrap gap-x-4 text-sm empty:hidden below-md:[&_a]:inline-flex below-md:[&_a]:min-h-touch below-md:[&_a]:items-center">
        {rows}
      </p>
    </div>
  </Card>
)
