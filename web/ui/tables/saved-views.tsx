// Saved views of a list page: the button beside its filters, and over the page the sheet in which one is chosen or saved.
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { later } from '../feedback/later.tsx'
import { Icon } from '../primitives/icon.tsx'
import { opensSheet, useSheetAddress } from '../sheets/sheet-link.ts'

const SavedViewsSheet = later(async () => (await import('./saved-views-sheet.tsx')).SavedViewsSheet, 'over')

export interface SavedViewsProps {
  /** The address of the list, without a query. */
  readonly page: string
  /** What is shown though the address does not name it: the columns that this browser remembers. */
  readonly besides?: Readonly<Record<string, string>>
}

export const SavedViews = (props: SavedViewsProps) => {
  const { id, to, closed } = useSheetAddress('views')
  return (
    <>
      <Button
        component={Link}
        to={to('open')}
        state={opensSheet}
        variant="outlined"
        aria-label="Views"
        className="flex-none! below-sm:min-w-[44px] below-sm:[&>.MuiButton-startIcon]:m-0"
        startIcon={<Icon name="eye" />}
      >
        <span className="below-sm:hidden">Views</span>
      </Button>
      {id !== null && <SavedViewsSheet {...props} closed={closed} />}
    </>
  )
}
