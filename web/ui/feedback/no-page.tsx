// An address below a page of the application at which nothing is.
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageHeader } from '../primitives/page-header.tsx'
import { Empty } from './states.tsx'

/** `<NoPage to="/events">Go to events</NoPage>` */
export const NoPage = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <>
    <PageHeader title="Page not found" />
    <Empty title="Nothing is at this address">
      <p>It may have moved, or the link may be incomplete.</p>
      <Button component={Link} to={to} variant="outlined">
        {children}
      </Button>
    </Empty>
  </>
)
