// The top bar of public pages; what the signed-in have in it is fetched for them alone.
import { TopBar } from '../shell/top-bar.tsx'
import { later } from '../ui/later.tsx'

const parts = {
  Nav: later(async () => (await import('../shell/signed-in-menus.tsx')).SignedInNav, 'unsaid'),
  Side: later(async () => (await import('../shell/signed-in-menus.tsx')).SignedInSide, 'unsaid'),
  Tools: later(async () => (await import('../shell/surrounded-tools.tsx')).SurroundedTools, 'unsaid'),
}

export const PublicBar = () => <TopBar parts={parts} />
