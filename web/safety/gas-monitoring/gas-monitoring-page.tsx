// Gas detection: what every channel measures now, and how detectors, set points and actuators are managed.
import * as exposure from '@gatehouse/contract/safety/gas-exposure'
import { useParams } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { type PageTab, TabbedPage } from '../../ui/primitives/tabbed-page.tsx'

const NowSection = later(async () => (await import('../gas/now-section.tsx')).NowSection)
const CompareSection = later(async () => (await import('../gas/compare-section.tsx')).CompareSection)
const ShiftSection = later(async () => (await import('../gas/shift-section.tsx')).ShiftSection)
const EffectsSection = later(async () => (await import('../cause-effect/effects-section.tsx')).EffectsSection)
const DetectorsSection = later(async () => (await import('../detector-service/detectors-section.tsx')).DetectorsSection)
const SetPointsSection = later(async () => (await import('../set-points/set-points-section.tsx')).SetPointsSection)
const ActuatorsSection = later(async () => (await import('../actuators/actuators-section.tsx')).ActuatorsSection)
const ExposureSection = later(async () => (await import('../gas-exposure/exposure-section.tsx')).ExposureSection)

const tabs: readonly PageTab[] = [
  { path: '', label: 'Now', Part: NowSection },
  { path: 'compare', label: 'Compare', Part: CompareSection },
  { path: 'shift', label: 'Shift report', Part: ShiftSection },
  { path: 'effects', label: 'Cause and effect', Part: EffectsSection },
  { path: 'actuators', label: 'Actuators', Part: ActuatorsSection },
  { path: 'set-points', label: 'Set points', Part: SetPointsSection },
  { path: 'detectors', label: 'Detectors', Part: DetectorsSection },
]

/** Of people: offered to whom it may show anything; whoever comes to its address without that reads what is missing. */
const exposureTab: PageTab = { path: 'exposure', label: 'Exposure', Part: ExposureSection }

export const GasMonitoringPage = () => {
  const { '*': path } = useParams()
  const mayExposure = useMissing(exposure.people).length === 0
  return (
    <TabbedPage
      home="/gas-monitoring"
      title="Gas monitoring"
      lead="Supervision of every gas channel; it does not replace the certified detectors"
      tabs={mayExposure || path === exposureTab.path ? [...tabs, exposureTab] : tabs}
    />
  )
}
