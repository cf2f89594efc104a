// Beginning a roll-call: where, for what, and where people come together. The button names how many are on its list.
import * as contract from '@gatehouse/contract/access/muster'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, type To, useSearchParams } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { longestReason, ReasonField } from '../../ui/forms/reason-field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { begin } from './begin.ts'
import { peopleText } from './muster-words.ts'

type Site = Output<typeof contract.inside>['sites'][number]

interface Fields {
  siteId: string
  kind: 'drill' | 'real'
  reason: string
  /** One a line. */
  points: string
}

const title = 'Start a roll-call'

interface StartFormProps {
  readonly closed: To
  /** The sheet closes by itself then. */
  readonly onBegun: (id: string) => void
}

export const StartForm = ({ closed, onBegun }: StartFormProps) => {
  const query = useQuery(queryOf(contract.inside, {}))
  const sites = query.data?.sites
  if (sites?.[0]) return <StartFields sites={sites} first={sites[0]} closed={closed} onBegun={onBegun} />
  return (
    <SideSheet title={title} closed={closed}>
      <View op={contract.start} query={query} rows={6} failed="The sites could not be loaded">
        {() => (
          <Empty title="There is no site to begin one at">
            <p>Labels may hide all of them from you.</p>
          </Empty>
        )}
      </View>
    </SideSheet>
  )
}

interface StartFieldsProps extends StartFormProps {
  readonly sites: readonly Site[]
  readonly first: Site
}

const StartFields = ({ sites, first, closed, onBegun }: StartFieldsProps) => {
  const [query] = useSearchParams()
  // Of the lockdown or the incident that it was asked for from.
  const origin = query.get('for')
  const [before] = useState<Fields>(() => ({
    siteId: first.siteId,
    kind: origin === null ? 'drill' : 'real',
    reason: origin === null ? '' : (query.get('why') ?? '').slice(0, longestReason),
    points: first.assemblyPoints.join('\n'),
  }))
  const form = useForm<Fields>({ defaultValues: before })
  const { control } = form
  const [siteId, kind, reason] = useWatch({ control, name: ['siteId', 'kind', 'reason'] })
  const [zones, setZones] = useState<ReadonlySet<string>>(new Set())
  const site = sites.find((one) => one.siteId === siteId) ?? first
  const chosen = site.zones.filter(({ zoneId }) => zones.has(zoneId))
  const people = chosen.length === 0 ? site.people : chosen.reduce((sum, zone) => sum + zone.people, 0)
  return (
    <FormSheet
      title={title}
      subtitle="Whoever is inside now is put on its list. Everybody who may run one is notified."
      closed={closed}
      form={form}
      draft={origin === null ? 'roll-call' : `roll-call-${origin}`}
      what="The roll-call that is not begun yet"
      label={`${kind === 'real' ? 'Start the roll-call' : 'Start the drill'} for ${peopleText(people)}`}
      working="Starting…"
      send={async ({ points }) => {
        const id = await begin({
          siteId: site.siteId,
          zoneIds: chosen.map(({ zoneId }) => zoneId),
          kind,
          reason,
          ...(origin === null ? {} : { correlationId: origin }),
          assemblyPoints: [...new Set(points.split('\n').map((point) => point.trim()))].filter(Boolean),
        })
        onBegun(id)
        return contract.messages.started
      }}
    >
      {origin !== null && (
        <p className="text-sm font-normal text-muted">
          It is kept with <Link to={`/doors/timeline/${origin}`}>what it is begun for</Link>, and stands on its
          timeline.
        </p>
      )}
      <ToggleChoice
        label="Drill or emergency"
        fullWidth
        size="medium"
        value={kind}
        options={[
          ['drill', 'Drill'],
          ['real', 'Emergency'],
        ]}
        onChange={(next) => form.setValue('kind', next, { shouldDirty: true })}
      />
      {kind === 'real' && (
        <p className="rounded border border-critical px-4 py-3 text-critical">
          For an emergency. Everybody who may run a roll-call gets a notification of high priority.
        </p>
      )}
      <SelectInput
        control={control}
        name="siteId"
        label="Site"
        options={sites.map((one) => ({ value: one.siteId, label: `${one.site} (${peopleText(one.people)})` }))}
      />
      <ReasonField
        reasons={contract.reasons[kind]}
        value={reason}
        onChange={(next) => form.setValue('reason', next, { shouldDirty: true })}
        help="For instance: fire drill of the quarter, smoke on floor 2. It can be completed later."
      />
      <TextInput
        control={control}
        name="points"
        label="Assembly points"
        multiline
        minRows={2}
        rule={pointsRule}
        help="One a line. Wardens choose theirs once, and it is said of everybody they mark as safe."
      />
      <ChoiceList
        legend="Only these zones"
        choices={site.zones.map(({ zoneId, zone, people: inside }) => ({
          id: zoneId,
          name: zone,
          note: peopleText(inside),
        }))}
        chosen={new Set(chosen.map(({ zoneId }) => zoneId))}
        onChange={setZones}
        empty="This site has no zones."
      />
      {chosen.length === 0 && <p className="text-sm font-normal text-muted">None chosen: the whole site.</p>}
    </FormSheet>
  )
}

const pointsRule = (value: string): string | null => {
  const points = value.split('\n')
  if (points.length > 20) return 'At most 20 assembly points'
  return points.some((point) => point.trim().length > 80) ? 'One of them is too long' : null
}
