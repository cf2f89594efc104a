// The question before a lockdown is ended.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Lockdown } from '@gatehouse/contract/access/lockdowns'
import { call } from '../../kit/data/api.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { doorsText } from './lockdown-words.ts'

export const ReleaseLockdown = ({
  lockdown,
  onClose,
}: {
  readonly lockdown: Lockdown
  readonly onClose: () => void
}) => (
  <Confirm
    title={`Release ${lockdown.name}?`}
    action="Release"
    busy="Releasing…"
    reason={{ label: 'Why it is over' }}
    onClose={onClose}
    onConfirm={async (reason) => {
      await call(lockdowns.release, { lockdownId: lockdown.id, reason })
      toast('success', `${lockdown.name} is released.`)
    }}
  >
    <p>
      {doorsText(lockdown.counts.doors)} open again as their schedules and access levels say. Doors that another
      lockdown holds stay locked.
    </p>
  </Confirm>
)
