// The sheet in which an alarm rule is added, duplicated or changed, once all that it needs is there.
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import type { RuleAddress } from './rule-address.ts'
import { RuleForm } from './rule-form.tsx'
import { useRuleChoices } from './use-rule-choices.ts'

interface RuleEditorProps {
  /** `new`: one that is not there yet. */
  readonly id: string
  /** The rule that a new one begins as; null: none. */
  readonly copy: string | null
  readonly toCopy: RuleAddress['toCopy']
  readonly closed: To
}

export const RuleEditor = ({ id, copy, toCopy, closed }: RuleEditorProps) => {
  const isNew = id === 'new'
  const source = isNew ? copy : id
  const query = useQuery({ ...queryOf(alarmRules.byId, { id: source ?? '' }), enabled: source !== null })
  const { choices, awaited } = useRuleChoices()
  if (!awaited && (query.data || source === null))
    return (
      <RuleForm
        rule={isNew ? null : (query.data?.rule ?? null)}
        versions={isNew ? [] : (query.data?.versions ?? [])}
        copied={isNew ? (query.data?.rule ?? null) : null}
        choices={choices}
        toCopy={toCopy}
        closed={closed}
        onChangedMeanwhile={() => query.refetch()}
      />
    )
  return (
    <AnswerSheet<unknown>
      wide
      op={isNew ? alarmRules.create : alarmRules.update}
      query={source === null || query.data ? (awaited ?? query) : query}
      title={isNew ? 'Add an alarm rule' : (query.data?.rule.name ?? 'Alarm rule')}
      rows={12}
      failed="The alarm rule could not be loaded"
      gone={{ title: 'This rule is not there', says: 'It may have been deleted since.' }}
      closed={closed}
    >
      {() => null}
    </AnswerSheet>
  )
}
