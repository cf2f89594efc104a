// The panels of all tabs but the first, which come together when the first of them is wanted.
import type { ComponentType } from 'react'
import { AccessPanel } from './access-panel.tsx'
import { CountingPanel } from './counting-panel.tsx'
import { DoorsPanel } from './doors-panel.tsx'
import { GasPanel } from './gas-panel.tsx'
import { MusterPanel } from './muster-panel.tsx'
import { NextPanel } from './next-panel.tsx'
import type { PanelProps } from './panels.ts'
import { PlanPanel } from './plan-panel.tsx'
import { RecordPanel } from './record-panel.tsx'
import type { TabKey } from './tabs.ts'

export { NotRunning } from './not-running.tsx'

export const panels: Record<Exclude<TabKey, 'overview'>, ComponentType<PanelProps>> = {
  doors: DoorsPanel,
  plan: PlanPanel,
  gas: GasPanel,
  counting: CountingPanel,
  access: AccessPanel,
  muster: MusterPanel,
  record: RecordPanel,
  next: NextPanel,
}
