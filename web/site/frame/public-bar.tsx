// The top bar of public pages; what the signed-in have in it is fetched for them alone.
import { TopBar } from '../../shell/top-bar/top-bar.tsx'
import { later } from '../../ui/feedback/later.tsx'

const parts = {
  Nav: later(async () => (await import('../../shell/menu/signed-in-menus.tsx')).SignedInNav, 'silent'),
  Side: later(async () => (await import('../../shell/menu/signed-in-menus.tsx')).SignedInSide, 'silent'),
  Tools: later(async () => (await import('../../shell/top-bar/surrounded-tools.tsx')).SurroundedTools, 'silent'),
}

export const PublicBar = () => <TopBar parts={parts} />
