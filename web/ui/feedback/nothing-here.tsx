// The page of an address below one that there is, at which there is nothing.
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { PageHeader } from '../primitives/page-header.tsx'
import { Empty } from './states.tsx'

/** `to`: the page above it; `words`: of the way there, `Go to the doors`. */
export const NothingHere = ({ to, words }: { readonly to: string; readonly words: string }) => (
  <>
    <PageHeader title="Page not found" />
    <Empty title="Nothing is at this address">
      <p>It may have moved, or the link may be incomplete.</p>
      <Button component={Link} to={to} variant="outlined">
        {words}
      </Button>
    </Empty>
  </>
)
