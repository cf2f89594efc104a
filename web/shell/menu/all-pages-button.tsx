// The button beside the navigation below which every page stands; it has the name of the page one is on where that is none
// of the navigation's.
import { publicPaths } from 'virtual:pages/site'
import { useRef } from 'react'
import { usePage } from '../../kit/page-context.tsx'
import { usePlace } from '../../kit/place.tsx'
import { later, useFetchedAhead } from '../../ui/feedback/later.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import type { Viewer } from './entries.ts'
import styles from './side-menu.module.css'
import { useOpenHere } from './use-open-here.ts'

const AllPages = later(async () => (await import('./page-groups.tsx')).AllPages, 'over')

interface AllPagesButtonProps {
  readonly visitor: Viewer
  /** The page one is on is an entry of the navigation. */
  readonly isInNavigation: boolean
}

export const AllPagesButton = ({ visitor, isInNavigation }: AllPagesButtonProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, open] = useOpenHere<true>()
  const { pathname } = usePlace()
  const { pageTitle, breadcrumbs } = usePage()
  useFetchedAhead(AllPages)
  const here = isInNavigation || publicPaths.includes(pathname) ? null : (breadcrumbs[0]?.label ?? pageTitle)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.every}
        title="All pages"
        aria-label={here === null ? 'All pages' : `All pages, now ${here}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen !== null}
        aria-current={here === null ? undefined : 'page'}
        onPointerEnter={() => void AllPages.fetch()}
        onClick={() => open(true)}
      >
        <Icon name="grid" size="medium" />
        {here !== null && <span>{here}</span>}
      </button>
      {isOpen && <AllPages visitor={visitor} button={button} onClose={() => open(null)} />}
    </>
  )
}
