// The foot of a sheet in which something is changed: what went wrong, the way out, and the button that does it.
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Failure } from '../feedback/failure.tsx'

interface SheetEndProps {
  readonly failure: string | null
  readonly onCancel: () => void
  readonly children: ReactNode
}

export const SheetEnd = ({ failure, onCancel, children }: SheetEndProps) => (
  <>
    <div className="flex-[1_1_12rem] below-sm:basis-full [&:has(>:empty)]:flex-[0]">
      <Failure text={failure} />
    </div>
    <Button onClick={onCancel}>Cancel</Button>
    {children}
  </>
)
