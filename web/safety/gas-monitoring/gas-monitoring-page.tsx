// Gas detection: what every channel measures now, and how detectors, set points and actuators are managed.
import { later } from '../../ui/feedback/later.tsx'
import { type PageTab, TabbedPage } from '../../ui/primitives/tabbed-page.tsx'

const EffectsSection = later(async () => (await import('../cause-effect/effects-section.tsx')).EffectsSection)
const DetectorsSection = later(async () => (await import('../detector-service/detectors-section.tsx')).DetectorsSection)
const SetPointsSection = later(async () => (await import('../set-points/set-points-section.tsx')).SetPointsSection)
const ActuatorsSection = later(async () => (await import('../actuators/actuators-section.tsx')).ActuatorsSection)

const tabs: readonly PageTab[] = [
  { path: '', label: 'Cause and effect', Part: EffectsSection },
  { path: 'actuators', label: 'Actuators', Part: ActuatorsSection },
  { path: 'set-points', label: 'Set points', Part: SetPointsSection },
  { path: 'detectors', label: 'Detectors', Part: DetectorsSection },
]

export const GasMonitoringPage = () => (
  <TabbedPage
    home="/gas-monitoring"
    title="Gas monitoring"
    lead="Supervision of every gas channel; it does not replace the certified detectors"
    tabs={tabs}
  />
)
