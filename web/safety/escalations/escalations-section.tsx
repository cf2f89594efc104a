// The escalation policies of the company: who is notified of an alarm, how and when, until a person acknowledges it.
import * as escalations from '@gatehouse/contract/safety/escalations'
import type { EscalationPolicy } from '@gatehouse/contract/safety/escalations'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, NoPermission, View } from '../../ui/feedback/states.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { defaultText, type Names, rulesText } from './escalation-words.ts'
import { PolicySteps } from './policy-steps.tsx'
import { useNames } from './use-names.ts'

const PolicyForm = later(async () => (await import('./policy-form.tsx')).PolicyForm, 'over')
const PolicySheet = later(async () => (await import('./policy-sheet.tsx')).PolicySheet, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')

export const EscalationsSection = () => {
  const missing = useMissing(escalations.list)
  if (missing.length > 0) return <NoPermission missing={missing} />
  return <Policies />
}

const Policies = () => {
  const query = useQuery(queryOf(escalations.list, {}))
  const { names, pending } = useNames()
  const { id, to, closed } = useSheetAddress('policy')
  const mayChange = useMissing(escalations.update).length === 0
  const all = query.data?.policies
  const policy = all?.find((one) => one.id === id) ?? null
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Escalation policies">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="max-w-[70ch] text-muted">
          Who is notified of an alarm, by which channels and after how long, until a person acknowledges it.
        </p>
        <Can op={escalations.create}>
          <AddLink to={to('new')}>Add policy</AddLink>
        </Can>
      </div>
      <View
        op={escalations.list}
        query={pending ? { ...query, data: undefined } : query}
        rows={6}
        failed="The escalation policies could not be loaded"
      >
        {({ policies }) =>
          policies.length === 0 ? (
            <Empty title="No escalation policy yet">
              <p>Without one, an alarm waits on the page of alarms until somebody looks.</p>
              <Can op={escalations.create}>
                <AddLink to={to('new')}>Add the first policy</AddLink>
              </Can>
            </Empty>
          ) : (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,24rem),1fr))] gap-3">
              {policies.map((one) => (
                <PolicyCard key={one.id} policy={one} names={names} to={to(one.id)} />
              ))}
            </ul>
          )
        }
      </View>
      {id === null || all === undefined || pending ? null : policy ? (
        mayChange ? (
          <PolicyForm key={id} policy={policy} closed={closed} />
        ) : (
          <PolicySheet key={id} policy={policy} names={names} closed={closed} />
        )
      ) : id === 'new' && mayChange ? (
        <PolicyForm key={id} policy={null} closed={closed} />
      ) : (
        <GoneSheet
          name="Escalation policy"
          title="This escalation policy is not there"
          says="It may have been deleted since the link was made, or you may not change policies."
          closed={closed}
        />
      )}
    </section>
  )
}

interface PolicyCardProps {
  readonly policy: EscalationPolicy
  readonly names: Names
  readonly to: To
}

const PolicyCard = ({ policy, names, to }: PolicyCardProps) => {
  const byDefault = defaultText(policy)
  return (
    <li className="grid content-start gap-3 rounded border border-line bg-surface p-4 wrap-anywhere [&_h2]:m-0 [&_h2]:text-lg">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2>
          <Link to={to} state={opensSheet} className="inline-flex min-h-touch items-center">
            {policy.name}
          </Link>
        </h2>
        {byDefault !== null && <StatusWord pill state="information" word={byDefault} />}
      </div>
      <PolicySteps policy={policy} names={names} />
      <p className="text-sm text-muted">{rulesText(policy)}</p>
    </li>
  )
}
