// The gas set points in force, by area, with where each is written; what waits for a second person stands first.
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { amountText, gasTitle } from '../../kit/gas-words.ts'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { NoPermission, View } from '../../ui/feedback/states.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { AreaCard } from './area-card.tsx'
import { PendingProposals } from './pending-proposals.tsx'
import { areaTitle, secondPersonText, slotOf } from './set-point-words.ts'
import { type PlaceChoices, usePlaces } from './use-places.ts'

const AreaSheet = later(async () => (await import('./area-sheet.tsx')).AreaSheet, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')
const HistorySheet = later(async () => (await import('./history-sheet.tsx')).HistorySheet, 'over')
const ProposalsSheet = later(async () => (await import('./proposals-sheet.tsx')).ProposalsSheet, 'over')
const SmallChange = later(async () => (await import('./small-changes.tsx')).SmallChange, 'over')
const ValueSheet = later(async () => (await import('./value-sheet.tsx')).ValueSheet, 'over')

type Answer = Output<typeof setPoints.list>
type AreaName = (areaId: string | null, isNewArea: boolean) => string

export const SetPointsSection = () => {
  const missing = useMissing(setPoints.list)
  return missing.length > 0 ? <NoPermission missing={missing} /> : <SetPoints />
}

const SetPoints = () => {
  const query = useQuery(queryOf(setPoints.list, {}))
  const places = usePlaces()
  const { id, to, closed } = useSheetAddress('sheet', ['channel'])
  const areas = query.data?.areas ?? []
  const areaName: AreaName = (areaId, isNewArea) => {
    if (isNewArea) return 'New area'
    const area = areas.find((one) => one.id === areaId)
    return area ? areaTitle(area) : 'An area that is not there any more'
  }
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Set points">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="max-w-[70ch] text-muted">
          The concentrations from which a channel asks for a response. Local law decides which limits apply; Gatehouse
          supervises and is not the certified detector.
        </p>
        <span className="inline-flex flex-wrap gap-2">
          <Button component={Link} to={to('history')} state={opensSheet} variant="outlined">
            History
          </Button>
          <Can op={setPoints.proposals}>
            <Button component={Link} to={to('proposals')} state={opensSheet} variant="outlined">
              Proposals
            </Button>
          </Can>
          <Can op={setPoints.apply}>
            <AddLink to={to('area:new')}>New area</AddLink>
          </Can>
        </span>
      </div>
      <Can op={setPoints.proposals}>
        <PendingProposals nameOf={places.nameOf} areaName={areaName} />
      </Can>
      <View op={setPoints.list} query={query} rows={10} failed="The set points could not be loaded">
        {(answer) => (
          <>
            {answer.areas.map((area) => (
              <AreaCard key={area.id ?? 'company'} area={area} to={to} />
            ))}
            <Additional answer={answer} to={to} />
            <Card title="Second person" note={secondPersonText(answer.secondPerson)}>
              <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4">
                <p className="max-w-[60ch] text-muted">
                  {answer.secondPerson
                    ? 'A change is proposed by one person and approved by another.'
                    : 'A change is made at once by whoever manages gas.'}
                </p>
                <Can op={setPoints.apply}>
                  <Button component={Link} to={to('second-person')} state={opensSheet} size="small">
                    {answer.secondPerson ? 'Stop requiring it' : 'Require a second person'}
                  </Button>
                </Can>
              </div>
            </Card>
          </>
        )}
      </View>
      {id !== null && query.data && (
        <Sheets id={id} answer={query.data} places={places} areaName={areaName} to={to} closed={closed} />
      )}
    </section>
  )
}

interface AdditionalProps {
  readonly answer: Answer
  readonly to: (sheet: string) => To
}

const Additional = ({ answer: { additional }, to }: AdditionalProps) =>
  additional.length === 0 ? null : (
    <Card title="Additional alarm rules" note={additional.length}>
      <p className="px-4 text-muted">Alarm rules with a set point of their own, beside those above.</p>
      <ul className="grid px-4 pb-2">
        {additional.map(({ ruleId, name, channel, comparison, value }) => (
          <li
            key={ruleId}
            className="flex min-h-row flex-wrap items-center justify-between gap-x-3 border-t border-t-line py-1 first:border-t-0"
          >
            <span className="wrap-anywhere">
              <strong className="font-semibold">{name}</strong>{' '}
              <span className="text-muted">
                {gasTitle(channel)} at or {comparison} {amountText(value, unitOfGas[channel])}
              </span>
            </span>
            <Can op={setPoints.apply}>
              <Button
                component={Link}
                to={to(`rule:${ruleId}`)}
                state={opensSheet}
                size="small"
                aria-label={`Delete the rule ${name}`}
              >
                Delete
              </Button>
            </Can>
          </li>
        ))}
      </ul>
    </Card>
  )

interface SheetsProps extends AdditionalProps {
  /** `value:company:CO:low`, `area:new`, `history`… */
  readonly id: string
  readonly places: PlaceChoices
  readonly areaName: AreaName
  readonly closed: To
}

const Sheets = ({ id, answer, places, areaName, to, closed }: SheetsProps) => {
  const [kind = '', ...rest] = id.split(':')
  const of = rest.join(':')
  const { nameOf } = places
  const mayChange = useMissing(setPoints.apply).length === 0
  const mayDecide = useMissing(setPoints.proposals).length === 0
  const all = { nameOf, areaName, closed, isSecondPersonWanted: answer.secondPerson }
  const areaOf = (key: string) => answer.areas.find((area) => (area.id ?? 'company') === key)
  if (kind === 'history') return <HistorySheet key={of} ruleId={of} areaName={areaName} closed={closed} />
  if (kind === 'proposals' && mayDecide) return <ProposalsSheet {...all} current={of} />
  if (kind === 'value') {
    const slot = slotOf(of)
    const area = slot && areaOf(slot.areaId ?? 'company')
    if (slot && area)
      return <ValueSheet key={id} {...all} slot={slot} area={area} toHistory={(ruleId) => to(`history:${ruleId}`)} />
  }
  if (kind === 'area' && mayChange) {
    const area = areaOf(of)
    if (area || of === 'new') return <AreaSheet key={id} {...all} area={area ?? null} places={places} />
  }
  if (kind === 'end' && mayChange) {
    const area = areaOf(of)
    if (area && area.id !== null)
      return (
        <SmallChange
          {...all}
          change={{ kind: 'end-area', areaId: area.id }}
          title={`End area: ${areaTitle(area)}`}
          subtitle="These places have the set points of what is around them again."
          done="The area has ended."
        />
      )
  }
  if (kind === 'rule' && mayChange) {
    const rule = answer.additional.find(({ ruleId }) => ruleId === of)
    if (rule)
      return (
        <SmallChange
          {...all}
          change={{ kind: 'delete-rule', ruleId: rule.ruleId }}
          title={`Delete rule: ${rule.name}`}
          subtitle="It raises no alarm any more. The set points of the area stay as they are."
          done={`The rule ${rule.name} is deleted.`}
        />
      )
  }
  if (kind === 'second-person' && mayChange)
    return (
      <SmallChange
        {...all}
        change={{ kind: 'second-person', wanted: !answer.secondPerson }}
        title={answer.secondPerson ? 'Stop requiring a second person' : 'Require a second person'}
        subtitle={
          answer.secondPerson
            ? 'Changes are then made at once by one person.'
            : 'Each change then waits until another holder of the permission to manage gas approves it.'
        }
        done="The setting is changed."
      />
    )
  return (
    <GoneSheet
      name="Set points"
      title="This is not there"
      says="It may have been changed since the link was made, or you may not see it."
      closed={closed}
    />
  )
}
