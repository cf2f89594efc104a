// What lies over a page, opened by a button: through the address, as everywhere in the product.
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import { opensSheet, useSheetAddress } from '../ui/sheets/sheet-link.ts'

interface OpenedProps {
  readonly id: string
  /** Of the button. */
  readonly label: string
  readonly children: (closed: To, close: () => void) => ReactNode
}

export const Opened = ({ id, label, children }: OpenedProps) => {
  const { id: open, to, closed } = useSheetAddress('open')
  const navigate = useNavigate()
  return (
    <>
      <Button variant="outlined" component={Link} to={to(id)} state={opensSheet}>
        {label}
      </Button>
      {open === id && children(closed, () => void navigate(-1))}
    </>
  )
}
