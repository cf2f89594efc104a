// Gas detection: what every channel measures now, and how detectors, set points and actuators are managed.
import { later } from '../../ui/feedback/later.tsx'
import { type PageTab, TabbedPage } from '../../ui/primitives/tabbed-page.tsx'

const NowSection = later(async () => (await import('../gas/now-section.tsx')).NowSection)
const CompareSection = later(async () => (await import('../gas/compare-section.tsx')).CompareSection)
const ShiftSection = later(async () => (await import('../gas/shift-section.tsx')).ShiftSection)
const EffectsSection = later(async () => (await import('../cause-effect/effects-section.tsx')).EffectsSection)
const ActuatorsSection = later(async () => (await import('../actuators/actuators-section.tsx')).ActuatorsSection)

const tabs: readonly PageTab[] = [
  { path: '', label: 'Now', Part: NowSection },
  { path: 'compare', label: 'Compare', Part: CompareSection },
  { path: 'shift', label: 'Shift report', Part: ShiftSection },
  { path: 'effects', label: 'Cause and effect', Part: EffectsSection },
  { path: 'actuators', label: 'Actuators', Part: ActuatorsSection },
]

export const GasMonitoringPage = () => (
  <TabbedPage
    home="/gas-monitoring"
    title="Gas monitoring"
    lead="Supervision of every gas channel; it does not replace the certified detectors"
    tabs={tabs}
  />
)
