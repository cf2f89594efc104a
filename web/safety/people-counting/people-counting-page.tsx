// People counting: how many people are where, how they come and go, and how counters, limits and displays are managed.
import { later } from '../../ui/feedback/later.tsx'
import { type PageTab, TabbedPage } from '../../ui/primitives/tabbed-page.tsx'

const NowSection = later(async () => (await import('./now-section.tsx')).NowSection)
const FlowSection = later(async () => (await import('../people-count/flow-section.tsx')).FlowSection)
const CountersSection = later(async () => (await import('../occupancy/counters-section.tsx')).CountersSection)
const LimitsSection = later(async () => (await import('../occupancy/limits-section.tsx')).LimitsSection)
const DisplaysSection = later(async () => (await import('../occupancy/displays-section.tsx')).DisplaysSection)
const CleaningSection = later(async () => (await import('../people-count/cleaning-section.tsx')).CleaningSection)
const SettingsSection = later(async () => (await import('../occupancy/settings-section.tsx')).SettingsSection)

const tabs: readonly PageTab[] = [
  { path: '', label: 'Now', Part: NowSection },
  { path: 'flow', label: 'Flow', Part: FlowSection },
  { path: 'counters', label: 'Counters', Part: CountersSection },
  { path: 'limits', label: 'Limits', Part: LimitsSection },
  { path: 'displays', label: 'Displays', Part: DisplaysSection },
  { path: 'cleaning', label: 'Cleaning', Part: CleaningSection },
  { path: 'settings', label: 'Settings', Part: SettingsSection },
]

export const PeopleCountingPage = () => (
  <TabbedPage
    home="/people-count"
    title="People counting"
    lead="How many people are where, how well that is known, and how many there may be"
    tabs={tabs}
  />
)
