// Deleting an alarm rule: the question names it and the alarms of it that are open.
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import * as alarms from '@gatehouse/contract/safety/alarms'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { counted } from '../../kit/counted.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'

interface DeleteRuleProps {
  readonly rule: AlarmRule
  readonly onDeleted: () => void
}

export const DeleteRule = ({ rule, onDeleted }: DeleteRuleProps) => (
  <ConfirmButton
    label="Delete rule"
    title={`Delete ${rule.name}?`}
    action="Delete"
    run={() => call(alarmRules.remove, { id: rule.id })}
    done={`The rule ${rule.name} is deleted.`}
    then={onDeleted}
  >
    <p>It raises no alarm any more.</p>
    {rule.open > 0 && <OpenAlarms rule={rule} />}
  </ConfirmButton>
)

const mostNamed = 5

const OpenAlarms = ({ rule }: { readonly rule: AlarmRule }) => {
  const isAllowed = useMissing(alarms.list).length === 0
  const { data } = useQuery({
    ...queryOf(alarms.list, { ruleId: rule.id, limit: mostNamed }),
    enabled: isAllowed,
  })
  const named = data?.alarms ?? []
  return (
    <>
      <p>
        Its {counted(rule.open, 'open alarm')} {rule.open === 1 ? 'stays' : 'stay'} until somebody has dealt with{' '}
        {rule.open === 1 ? 'it' : 'them'}
        {named.length > 0 ? ':' : '.'}
      </p>
      {named.length > 0 && (
        <ul>
          {named.map(({ id, device, title, zone, floor, site }) => (
            <li key={id}>{[device?.name ?? title, (zone ?? floor ?? site)?.name].filter(Boolean).join(', ')}</li>
          ))}
          {rule.open > named.length && <li>and {rule.open - named.length} more</li>}
        </ul>
      )}
    </>
  )
}
