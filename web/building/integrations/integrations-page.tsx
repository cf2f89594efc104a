// What connects Gatehouse with devices and programs: API keys, devices of any kind, and messages that were rejected.
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Suspense } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, SkeletonRows } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'

const ApiKeysSection = later(async () => (await import('./api-keys-section.tsx')).ApiKeysSection)
const DevicesSection = later(async () => (await import('./devices-section.tsx')).DevicesSection)
const RejectedSection = later(async () => (await import('./rejected-section.tsx')).RejectedSection)

const tabs = [
  { name: 'api-keys', label: 'API keys', Part: ApiKeysSection },
  { name: 'devices', label: 'Devices', Part: DevicesSection },
  { name: 'rejected', label: 'Rejected messages', Part: RejectedSection },
] as const

const address = '/settings/integrations'

export const IntegrationsPage = () => {
  const { '*': rest = '' } = useParams()
  const navigate = useNavigate()
  const tab = tabs.find(({ name }) => name === rest)
  if (rest === '') return <Navigate to={`${address}/${tabs[0].name}`} replace />
  if (!tab) {
    return (
      <>
        <PageHeader title="Page not found" />
        <Empty title="Nothing is at this address">
          <p>It may have moved, or the link may be incomplete.</p>
          <Button component={Link} to={address} variant="outlined">
            Go to the integrations
          </Button>
        </Empty>
      </>
    )
  }
  const { name, label, Part } = tab
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader title="Integrations" lead="Programs and devices that send to Gatehouse" />
      <Tabs
        value={name}
        onChange={(_, chosen: string) => void navigate(`${address}/${chosen}`)}
        aria-label="Integrations"
        variant="scrollable"
        allowScrollButtonsMobile
      >
        {tabs.map((one) => (
          <Tab
            key={one.name}
            value={one.name}
            label={one.label}
            id={`tab-${one.name}`}
            aria-controls={`panel-${one.name}`}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${name}`} aria-label={label}>
        <Suspense fallback={<SkeletonRows rows={10} />}>
          <Part />
        </Suspense>
      </div>
    </div>
  )
}
