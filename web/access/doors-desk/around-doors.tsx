// What stands around the pages that show doors, so that any of them can be unlocked from there by the same question.
import { type ComponentType, type ReactNode, useState } from 'react'
import { useHas } from '../../kit/session/session-state.ts'
import { later } from '../../ui/feedback/later.tsx'
import { type DoorToUnlock, UnlockProvider } from '../../ui/feedback/unlock-door.tsx'

const UnlockDialog = later(async () => (await import('./unlocking.ts')).unlockDialog(), 'over')

/** The page, its doors to be unlocked from there. */
export const aroundDoors = (Page: ComponentType): ComponentType => {
  const Around = () => (
    <AroundDoors>
      <Page />
    </AroundDoors>
  )
  return Around
}

const AroundDoors = ({ children }: { readonly children: ReactNode }) => {
  const [door, ask] = useState<DoorToUnlock | null>(null)
  const may = [useHas('read_doors'), useHas('operate_doors')].every(Boolean)
  return (
    <UnlockProvider value={may ? ask : null}>
      {children}
      {door && <UnlockDialog key={door.id} door={door} onClose={() => ask(null)} />}
    </UnlockProvider>
  )
}
