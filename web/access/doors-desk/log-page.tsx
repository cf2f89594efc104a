// One entry or exit with what the rules say of it now.
import type { Log } from '@gatehouse/contract/access/entry-exit'
import { Suspense } from 'react'
import { LogDetailsPage } from '../entry-exit/log-details-page.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'

const WhyCard = later(async () => (await import('../decisions/why.tsx')).WhyCard)

export const LogPage = () => <LogDetailsPage Beside={WhyNow} />

const WhyNow = ({ log }: { readonly log: Log }) =>
  log.source === 'device' && (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <WhyCard logId={log.id} />
    </Suspense>
  )
