// Gas detection: what every channel measures now, and how detectors, set points and actuators are managed.
import * as exposure from '@gatehouse/contract/safety/gas-exposure'
import { useMissing } from '../../kit/can.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { type PageTab, TabbedPage } from '../../ui/primitives/tabbed-page.tsx'

const EffectsSection = later(async () => (await import('../cause-effect/effects-section.tsx')).EffectsSection)
const ActuatorsSection = later(async () => (await import('../actuators/actuators-section.tsx')).ActuatorsSection)
const ExposureSection = later(async () => (await import('../gas-exposure/exposure-section.tsx')).ExposureSection)

const tabs: readonly PageTab[] = [
  { path: '', label: 'Cause and effect', Part: EffectsSection },
  { path: 'actuators', label: 'Actuators', Part: ActuatorsSection },
]

/** Of people: offered to whom it may show anything. */
const exposureTab: PageTab = { path: 'exposure', label: 'Exposure', Part: ExposureSection }

export const GasMonitoringPage = () => (
  <TabbedPage
    home="/gas-monitoring"
    title="Gas monitoring"
    lead="Supervision of every gas channel; it does not replace the certified detectors"
    tabs={useMissing(exposure.people).length === 0 ? [...tabs, exposureTab] : tabs}
  />
)
