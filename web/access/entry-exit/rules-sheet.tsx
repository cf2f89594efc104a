// When entries and exits are asked about: how long somebody may be inside, and how long a door may still open.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

type Rules = Output<typeof entryExit.readRules>['rules']

export const RulesSheet = ({ closed }: { readonly closed: To }) => {
  const query = useQuery(queryOf(entryExit.readRules, {}))
  if (query.data) return <RulesForm rules={query.data.rules} closed={closed} />
  return (
    <AnswerSheet
      op={entryExit.readRules}
      query={query}
      title="Matching rules"
      rows={3}
      failed="This could not be loaded"
      closed={closed}
    >
      {() => null}
    </AnswerSheet>
  )
}

const RulesForm = ({ rules, closed }: { readonly rules: Rules; readonly closed: To }) => {
  const form = useForm({
    defaultValues: { insideHours: String(rules.insideHours), takenGraceSeconds: String(rules.takenGraceSeconds) },
  })
  return (
    <FormSheet
      title="Matching rules"
      closed={closed}
      form={form}
      draft="entry-exit rules"
      what="Matching rules"
      label="Save"
      send={async ({ insideHours, takenGraceSeconds }) => {
        await call(entryExit.changeRules, {
          insideHours: Number(insideHours),
          takenGraceSeconds: Number(takenGraceSeconds),
        })
        return 'Saved.'
      }}
    >
      <TextInput
        control={form.control}
        name="insideHours"
        type="number"
        label="Hours inside"
        help="Whoever is inside for longer stands in the queue: 1 to 168."
      />
      <TextInput
        control={form.control}
        name="takenGraceSeconds"
        type="number"
        label="Seconds after the door locks again"
        help="A door that opens until then counts as gone through; one that does not, as not taken: 0 to 60."
      />
    </FormSheet>
  )
}
