// Horns, strobes and ventilation: what each reports, what is wanted of it and why, and switching it by hand.
import * as actuators from '@gatehouse/contract/safety/actuators'
import type { Actuator } from '@gatehouse/contract/safety/actuators'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { keyOf } from '../../kit/live/live-cache.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import { useTimeZone } from '../../kit/time.ts'
import { AddDevice } from '../../ui/feedback/add-device.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, NoPermission, View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { When } from '../../ui/time/when.tsx'
import { ActuatorActions } from './actuator-actions.tsx'
import { byNeed, purposeWords, stateOf, whyText } from './actuator-words.ts'

const ActuatorSheet = later(async () => (await import('./actuator-sheet.tsx')).ActuatorSheet, 'over')

export const ActuatorsSection = () => {
  const missing = useMissing(actuators.list)
  if (missing.length > 0) return <NoPermission missing={missing} />
  return <Actuators />
}

const Actuators = () => {
  const query = useQuery(queryOf(actuators.list, {}))
  // The steps of a command are no change of the actuator itself.
  useReadAgain(keyOf(actuators.list), actuators.commanded, () => true)
  const { id, to, closed } = useSheetAddress('actuator')
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Actuators">
      <p className="max-w-[70ch] text-muted">
        What alarms switch on, and what you can switch by hand. They are no safety-rated interlock: what has to work
        without this server is wired without it.
      </p>
      <View op={actuators.list} query={query} rows={6} failed="The actuators could not be loaded">
        {({ actuators: list }) =>
          list.length === 0 ? (
            <Empty title="No actuators yet">
              <p>Register a horn, a strobe or a fan with its relay; then an effect lets alarms switch it.</p>
              <AddDevice>Add an actuator</AddDevice>
            </Empty>
          ) : (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-3">
              {list.toSorted(byNeed).map((one) => (
                <ActuatorCard key={one.id} actuator={one} to={to(one.id)} />
              ))}
            </ul>
          )
        }
      </View>
      {id !== null && <ActuatorSheet key={id} id={id} closed={closed} />}
    </section>
  )
}

const ActuatorCard = ({ actuator, to }: { readonly actuator: Actuator; readonly to: To }) => {
  const timeZone = useTimeZone()
  const { name, purpose, zone, site, reported, wanted, failedSince } = actuator
  const { state, word, icon } = stateOf(actuator)
  return (
    <li
      className="grid content-start gap-2 rounded border border-line bg-surface p-4 wrap-anywhere [&_h2]:m-0 [&_h2]:text-lg"
      data-state={state}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2>
          <Link to={to} state={opensSheet} className="inline-flex min-h-touch items-center">
            {name}
          </Link>
        </h2>
        <span className="text-sm text-muted">{`${purposeWords[purpose]}, ${zone ?? site}`}</span>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <StatusWord state={state} word={word} icon={icon} live />
        {reported !== null && (
          <span className="text-sm text-muted">
            reported <When at={reported.receivedAt} />
          </span>
        )}
      </p>
      <p className="text-sm text-muted">{whyText(wanted, timeZone)}</p>
      {failedSince !== null && (
        <p className="text-sm text-critical">
          It does not do what is wanted, and is told again and again, since <When at={failedSince} />
        </p>
      )}
      <ActuatorActions actuator={actuator} />
    </li>
  )
}
