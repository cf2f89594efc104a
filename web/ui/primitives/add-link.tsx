// The button of a page that opens the sheet in which something new begins.
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { Icon } from './icon.tsx'
import { opensSheet } from '../sheets/sheet-link.ts'

export const AddLink = ({ to, children }: { readonly to: To; readonly children: ReactNode }) => (
  <Button variant="contained" startIcon={<Icon name="add" />} component={Link} to={to} state={opensSheet}>
    {children}
  </Button>
)
