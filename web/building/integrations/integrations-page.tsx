// What connects Gatehouse with devices and programs: API keys, devices of any kind, gateways, and rejected messages.
import { Suspense } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { later } from '../../ui/feedback/later.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { NoPage } from '../../ui/feedback/no-page.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'

const ApiKeysSection = later(async () => (await import('./api-keys-section.tsx')).ApiKeysSection)
const DevicesSection = later(async () => (await import('./devices-section.tsx')).DevicesSection)
const GatewaysSection = later(async () => (await import('./gateways-section.tsx')).GatewaysSection)
const PolledSection = later(async () => (await import('../polled-devices/polled-section.tsx')).PolledSection)
const RejectedSection = later(async () => (await import('./rejected-section.tsx')).RejectedSection)

const tabs = [
  { name: 'api-keys', label: 'API keys', Part: ApiKeysSection },
  { name: 'devices', label: 'Devices', Part: DevicesSection },
  { name: 'gateways', label: 'Gateways', Part: GatewaysSection },
  { name: 'polled', label: 'Modbus and BACnet', Part: PolledSection },
  { name: 'rejected', label: 'Rejected messages', Part: RejectedSection },
] as const

const address = '/settings/integrations'

export const IntegrationsPage = () => {
  const { '*': rest = '' } = useParams()
  const navigate = useNavigate()
  const tab = tabs.find(({ name }) => name === rest)
  if (rest === '') return <Navigate to={`${address}/${tabs[0].name}`} replace />
  if (!tab) return <NoPage to={address}>Go to the integrations</NoPage>
  const { name, Part } = tab
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader title="Integrations" lead="Programs and devices that send to Gatehouse" />
      <PageTabs
        label="Integrations"
        tabs={tabs}
        chosen={name}
        onChoose={(chosen) => void navigate(`${address}/${chosen}`)}
      >
        <Suspense fallback={<SkeletonRows rows={10} />}>
          <Part />
        </Suspense>
      </PageTabs>
    </div>
  )
}
