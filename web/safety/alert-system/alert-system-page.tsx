// How alarms are raised: rules, and what comes of them.
import { type ComponentType, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { later } from '../../ui/feedback/later.tsx'
import { NoPage } from '../../ui/feedback/no-page.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'

const RulesSection = later(async () => (await import('./rules-section.tsx')).RulesSection)
const EscalationsSection = later(
  async () => (await import('../escalations/escalations-section.tsx')).EscalationsSection,
)
const OnCallSection = later(async () => (await import('../on-call/on-call-section.tsx')).OnCallSection)
const HeldBackSection = later(async () => (await import('../held-back/held-back-section.tsx')).HeldBackSection)
const EffectsSection = later(async () => (await import('../cause-effect/effects-section.tsx')).EffectsSection)
const ActuatorsSection = later(async () => (await import('../actuators/actuators-section.tsx')).ActuatorsSection)
const AlarmHealthSection = later(
  async () => (await import('../alarm-health/alarm-health-section.tsx')).AlarmHealthSection,
)

interface Tab {
  readonly name: string
  readonly label: string
  readonly path: string
  readonly Part: ComponentType
}

const home = '/alert-system'

/** The first one is at the page's own address, the others below it. */
const tabs: readonly Tab[] = [
  { name: 'rules', label: 'Rules', path: '', Part: RulesSection },
  { name: 'escalation', label: 'Escalation', path: 'escalation', Part: EscalationsSection },
  { name: 'on-call', label: 'On call', path: 'on-call', Part: OnCallSection },
  { name: 'effects', label: 'Cause and effect', path: 'effects', Part: EffectsSection },
  { name: 'actuators', label: 'Actuators', path: 'actuators', Part: ActuatorsSection },
  { name: 'held-back', label: 'Held back', path: 'held-back', Part: HeldBackSection },
  { name: 'health', label: 'Health', path: 'health', Part: AlarmHealthSection },
]

export const AlertSystemPage = () => {
  const { '*': rest = '' } = useParams()
  const navigate = useNavigate()
  const tab = tabs.find(({ path }) => path === rest)
  if (!tab) return <NoPage to={home}>Go to the alert system</NoPage>
  const { name, Part } = tab
  const choose = (chosen: string) => {
    const next = tabs.find((one) => one.name === chosen)
    if (next) void navigate(next.path === '' ? home : `${home}/${next.path}`)
  }
  return (
    <div className="grid grid-cols-1 gap-4 [&>header]:mb-1">
      <PageHeader title="Alert system" lead="What raises an alarm, where, and how urgent it is" />
      <PageTabs label="Alert system" tabs={tabs} chosen={name} onChoose={choose}>
        <Suspense fallback={<SkeletonRows rows={10} />}>
          <Part />
        </Suspense>
      </PageTabs>
    </div>
  )
}
