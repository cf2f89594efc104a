// Every page that is open to somebody, by area: below the button of all pages, and in the slide-out menu what is not in it
// already.
import { allPagesFor } from '@gatehouse/contract/pages'
import { type RefObject, useRef } from 'react'
import type { Viewer } from './entries.ts'
import { MenuDialog } from './menu-dialog.tsx'
import { navigationFor, ownPagesFor } from './menu.ts'
import { SideEntries } from './side-entries.tsx'
import styles from './side-menu.module.css'

interface AllPagesProps {
  readonly visitor: Viewer
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

export const AllPages = ({ visitor, button, onClose }: AllPagesProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const groups = allPagesFor(visitor.permissions, visitor.inCompany)
  const all = groups.flatMap(({ pages }) => pages)
  return (
    <MenuDialog
      name="All pages"
      spoken="All pages"
      className={styles.all}
      dialog={dialog}
      button={button}
      onClose={onClose}
    >
      {groups.map(({ title, pages }) => (
        <SideEntries key={title} label={title} isHeaded entries={pages} among={all} />
      ))}
    </MenuDialog>
  )
}

export const OtherPages = ({ visitor }: { readonly visitor: Viewer }) => {
  const above = [...navigationFor(visitor), ...ownPagesFor(visitor)]
  const shown = new Set(above.map(({ path }) => path))
  const groups = allPagesFor(visitor.permissions, visitor.inCompany).map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ path }) => !shown.has(path)),
  }))
  const all = [...above, ...groups.flatMap(({ pages }) => pages)]
  return groups.map(({ title, pages }) => (
    <SideEntries key={title} label={title} isHeaded entries={pages} among={all} />
  ))
}
