// How alarms are raised: rules, and what comes of them.
import { later } from '../../ui/feedback/later.tsx'
import { type PageTab, TabbedPage } from '../../ui/primitives/tabbed-page.tsx'

const RulesSection = later(async () => (await import('./rules-section.tsx')).RulesSection)
const EscalationsSection = later(
  async () => (await import('../escalations/escalations-section.tsx')).EscalationsSection,
)
const OnCallSection = later(async () => (await import('../on-call/on-call-section.tsx')).OnCallSection)
const HeldBackSection = later(async () => (await import('../held-back/held-back-section.tsx')).HeldBackSection)
const AlarmHealthSection = later(
  async () => (await import('../alarm-health/alarm-health-section.tsx')).AlarmHealthSection,
)

const tabs: readonly PageTab[] = [
  { path: '', label: 'Rules', Part: RulesSection },
  { path: 'escalation', label: 'Escalation', Part: EscalationsSection },
  { path: 'on-call', label: 'On call', Part: OnCallSection },
  { path: 'held-back', label: 'Held back', Part: HeldBackSection },
  { path: 'health', label: 'Health', Part: AlarmHealthSection },
]

export const AlertSystemPage = () => (
  <TabbedPage
    home="/alert-system"
    title="Alert system"
    lead="What raises an alarm, where, and how urgent it is"
    tabs={tabs}
  />
)
