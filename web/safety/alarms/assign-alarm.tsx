// Who deals with an alarm: oneself, somebody of the staff for those who may list them, or nobody.
import * as staff from '@gatehouse/contract/identity/staff'
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { useQueryClient } from '@tanstack/react-query'
import { Can } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { type Finder, SearchChoice } from '../../ui/forms/search-choice.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { showAlarm } from './alarm-lists.live.ts'

const mostShown = 20

const colleagues: Finder = {
  of: 'staff who may sign in',
  find: async (q, signal) => {
    const found = await call(staff.list, { limit: mostShown, ...(q === '' ? {} : { search: q }) }, { signal })
    return found.staff
      .filter(({ account }) => account === 'active')
      .map(({ id, displayName, job }) => ({ id, name: displayName, note: job ?? undefined }))
  },
}

export const AssignAlarm = ({ alarm }: { readonly alarm: Alarm }) => {
  const cache = useQueryClient()
  const userId = useSession().user?.id
  const { failure, faults, attempt } = useAttempt('It could not be assigned. Please try again.')
  const assign = async (to: string | null) => {
    showAlarm(cache, (await call(alarms.assign, { id: alarm.id, userId: to })).alarm)
  }
  const failed = 'It could not be assigned. Please try again.'
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap gap-2 [&>button]:min-h-touch">
        {userId !== undefined && alarm.assignee?.id !== userId && (
          <CallButton variant="outlined" busy="Assigning…" failed={failed} run={() => assign(userId)}>
            Assign to me
          </CallButton>
        )}
        {alarm.assignee && (
          <CallButton variant="outlined" busy="Unassigning…" failed={failed} run={() => assign(null)}>
            Unassign
          </CallButton>
        )}
      </div>
      <Can op={staff.list}>
        <SearchChoice
          label="Assign to"
          none="Nobody of that name"
          finder={colleagues}
          value={alarm.assignee?.id ?? ''}
          called={alarm.assignee?.name}
          placeholder="Nobody"
          onChange={(id) => void attempt(() => assign(id === '' ? null : id))}
        />
        <Failure text={faults.get('userId') ?? failure} />
      </Can>
    </div>
  )
}
