// In the place of the sheet of a thing that is not there, or not any more.
import type { To } from 'react-router'
import { Empty } from '../feedback/states.tsx'
import { SideSheet } from './side-sheet.tsx'

interface MissingSheetProps {
  readonly title: string
  /** What is not there, in one word: `label`. */
  readonly thing: string
  readonly closed: To
  /** Why that may be. */
  readonly why?: string
}

export const MissingSheet = ({
  title,
  thing,
  closed,
  why = 'It may have been deleted since the link was made.',
}: MissingSheetProps) => (
  <SideSheet title={title} closed={closed}>
    <Empty title={`This ${thing} is not there`}>
      <p>{why}</p>
    </Empty>
  </SideSheet>
)
