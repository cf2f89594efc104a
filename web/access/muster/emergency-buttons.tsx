// One tap starts the roll-call of an emergency: everybody of a site, with a reason that may follow.
import type * as contract from '@gatehouse/contract/access/muster'
import type { Muster } from '@gatehouse/contract/access/muster'
import type { Output } from '@gatehouse/contract/operation'
import { useNavigate } from 'react-router'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { begin } from './begin.ts'
import { rollCallAt } from './muster-links.ts'

interface EmergencyButtonsProps {
  readonly sites: Output<typeof contract.inside>['sites']
  readonly running: readonly Muster[]
}

/** A button for each site where none runs; it names the site where there are several. */
export const EmergencyButtons = ({ sites, running }: EmergencyButtonsProps) => {
  const navigate = useNavigate()
  return sites
    .filter(({ siteId }) => !running.some((muster) => muster.siteId === siteId))
    .map(({ siteId, site, assemblyPoints }) => (
      <CallButton
        key={siteId}
        variant="contained"
        className="bg-critical text-surface hover:bg-[color-mix(in_srgb,var(--state-critical)_88%,var(--text))]"
        busy="Starting…"
        failed="The roll-call could not be started."
        run={async () => navigate(rollCallAt(await begin({ siteId, kind: 'real', assemblyPoints })))}
      >
        Start emergency roll-call{sites.length > 1 && ` at ${site}`}
      </CallButton>
    ))
}
