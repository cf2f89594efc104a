// Who is on call: the rotas, the week, and who is absent.
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Rota } from '@gatehouse/contract/safety/on-call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Can, useMissing } from '../../kit/can.tsx'
import { useClock } from '../../kit/clock.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Empty, NoPermission, View } from '../../ui/feedback/states.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Absences } from './absences.tsx'
import { OnCallSheets } from './on-call-sheets.tsx'
import { RotaCards } from './rota-cards.tsx'
import { useWeek } from './use-week.ts'
import { covers, windowOf } from './week.ts'
import { WeekView } from './week-view.tsx'

export const OnCallSection = () => {
  const missing = useMissing(onCall.list)
  if (missing.length > 0) return <NoPermission missing={missing} />
  return <OnCall />
}

const OnCall = () => {
  const week = useWeek()
  const list = useQuery(queryOf(onCall.list, {}))
  const shifts = useQuery({
    ...queryOf(onCall.shifts, windowOf(week.monday, week.timeZone)),
    // What was asked for before holds the weeks beside it.
    placeholderData: (before, query) => (covers(query?.queryKey[1], week.days) ? before : undefined),
  })
  const { to } = useSheetAddress('rota')
  const rotas = list.data?.rotas
  useHandOver(rotas ?? [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <section className="grid grid-cols-1 gap-3" aria-label="Rotas">
        <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <h2>On call now</h2>
          <Can op={onCall.create}>
            <AddLink to={to('new')}>Add rota</AddLink>
          </Can>
        </header>
        <View op={onCall.list} query={list} rows={3} failed="The rotas could not be loaded">
          {(answer) =>
            answer.rotas.length === 0 ? (
              <Empty title="No rota yet">
                <p>A rota says who is on call when, so that an escalation policy can notify whoever that is.</p>
                <Can op={onCall.create}>
                  <AddLink to={to('new')}>Add the first rota</AddLink>
                </Can>
              </Empty>
            ) : (
              <RotaCards rotas={answer.rotas} timeZone={week.timeZone} />
            )
          }
        </View>
      </section>
      {rotas !== undefined && rotas.length > 0 && (
        <>
          <WeekView week={week} rotas={rotas} query={shifts} />
          {(shifts.data ?? !shifts.isError) && <Absences week={week} query={shifts} />}
        </>
      )}
      <OnCallSheets rotas={rotas} shifts={shifts.data?.shifts} timeZone={week.timeZone} />
    </div>
  )
}

/** Time alone hands over: who is on call is asked for again when a turn has ended. */
const useHandOver = (rotas: readonly Rota[]): void => {
  const cache = useQueryClient()
  const ended = useClock((now) =>
    rotas
      .filter(({ until }) => until !== null && Date.parse(until) <= now)
      .map(({ id, until }) => `${id} ${until}`)
      .join(),
  )
  useEffect(() => {
    if (ended !== '') void cache.invalidateQueries({ queryKey: queryOf(onCall.list, {}).queryKey })
  }, [cache, ended])
}
