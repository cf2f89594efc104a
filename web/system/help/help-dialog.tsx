// Help on the page that is shown, and the list of keys; over the page, which stays.
import { helpPages } from '@gatehouse/contract/system/help'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useId, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { Article } from './articles.tsx'
import { KeyList } from './key-list.tsx'

const tabs = [
  { name: 'help', label: 'This page' },
  { name: 'keys', label: 'Keyboard shortcuts' },
]

export const HelpDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const heading = useId()
  const { pathname } = useLocation()
  const [tab, setTab] = useState('help')
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const page = helpPages.find(({ name }) => name === nameFor(pathname))
  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth="md" aria-labelledby={heading}>
      <DialogTitle id={heading}>Help{page && `: ${page.title}`}</DialogTitle>
      <DialogContent className="grid content-start gap-4">
        <PageTabs label="Help" tabs={tabs} chosen={tab} onChoose={setTab}>
          {tab === 'keys' ? (
            <KeyList />
          ) : (
            <Suspense fallback={<SkeletonRows rows={10} />}>{page && <Article name={page.name} />}</Suspense>
          )}
        </PageTabs>
      </DialogContent>
      <DialogActions>
        <Button component={Link} to="/help" onClick={onClose}>
          All help
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

/** The page of help about an address: the one with the closest path, and the first of all for pages that have none. */
export const nameFor = (pathname: string): string | undefined => {
  const near = helpPages
    .flatMap(({ name, paths }) => paths.map((path) => ({ name, path })))
    .filter(({ path }) => matchPath(path, pathname))
    .toSorted((a, b) => b.path.length - a.path.length)
  return near[0]?.name ?? helpPages[0]?.name
}
