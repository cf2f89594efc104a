// Which alarms switch which actuators, as a list of effects and as a matrix.
import * as causeEffect from '@gatehouse/contract/safety/cause-effect'
import type { Effect } from '@gatehouse/contract/safety/cause-effect'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, NoPermission, View } from '../../ui/feedback/states.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { EffectMatrix } from './effect-matrix.tsx'
import { EffectText } from './effect-text.tsx'
import { type EffectChoices, useEffectChoices } from './use-effect-choices.ts'

const EffectForm = later(async () => (await import('./effect-form.tsx')).EffectForm, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')

export const EffectsSection = () => {
  const missing = useMissing(causeEffect.list)
  if (missing.length > 0) return <NoPermission missing={missing} />
  return <Effects />
}

const Effects = () => {
  const query = useQuery(queryOf(causeEffect.list, {}))
  const { choices, awaited } = useEffectChoices()
  const { id, to, closed } = useSheetAddress('effect')
  const mayChange = useMissing(causeEffect.update).length === 0
  const all = query.data?.effects
  const effect = all?.find((one) => one.id === id) ?? null
  const isReady = awaited === undefined
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Cause and effect">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="max-w-[70ch] text-muted">
          Which alarms switch which horns, strobes and fans. They are on while one of the alarms is present.
        </p>
        <Can op={causeEffect.create}>
          <AddLink to={to('new')}>Add effect</AddLink>
        </Can>
      </div>
      <View
        op={causeEffect.list}
        query={isReady ? query : { ...query, data: undefined }}
        rows={6}
        failed="The effects could not be loaded"
      >
        {({ effects }) =>
          effects.length === 0 ? (
            <Empty title="No effects yet">
              <p>
                An effect switches actuators on while alarms are present: fan 2 on at the low alarm of carbon monoxide.
              </p>
              <Can op={causeEffect.create}>
                <AddLink to={to('new')}>Add the first effect</AddLink>
              </Can>
            </Empty>
          ) : (
            <>
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,24rem),1fr))] gap-3">
                {effects.map((one) => (
                  <EffectCard key={one.id} effect={one} choices={choices} to={mayChange ? to(one.id) : null} />
                ))}
              </ul>
              <EffectMatrix />
            </>
          )
        }
      </View>
      {id === null || all === undefined || !isReady ? null : (effect || id === 'new') && mayChange ? (
        <EffectForm key={id} effect={effect} choices={choices} closed={closed} />
      ) : (
        <GoneSheet
          name="Effect"
          title="This effect is not there"
          says="It may have been deleted since the link was made, or you may not change effects."
          closed={closed}
        />
      )}
    </section>
  )
}

interface EffectCardProps {
  readonly effect: Effect
  readonly choices: EffectChoices
  /** null: it may not be changed. */
  readonly to: To | null
}

const EffectCard = ({ effect, choices: { nameOf }, to }: EffectCardProps) => (
  <li className="grid content-start gap-2 rounded border border-line bg-surface p-4 wrap-anywhere [&_h2]:m-0 [&_h2]:text-lg">
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h2>
        {to === null ? (
          effect.name
        ) : (
          <Link to={to} state={opensSheet} className="inline-flex min-h-touch items-center">
            {effect.name}
          </Link>
        )}
      </h2>
      {!effect.enabled && <StatusWord pill state="shelved" word="Disabled" />}
    </div>
    <EffectText effect={effect} nameOf={nameOf} />
  </li>
)
