// The top bar of public pages; what the signed-in have in it is fetched for them alone.
import { TopBar } from '../../shell/top-bar/top-bar.tsx'
import { later } from '../../ui/feedback/later.tsx'

const parts = {
  Nav: later(async () => (await import('../../shell/menu/signed-in-menus.tsx')).SignedInNav, 'unsaid'),
  Side: later(async () => (await import('../../shell/menu/signed-in-menus.tsx')).SignedInSide, 'unsaid'),
  Tools: later(async () => (await import('../../shell/top-bar/surrounded-tools.tsx')).SurroundedTools, 'unsaid'),
}

export const PublicBar = () => <TopBar parts={parts} />
