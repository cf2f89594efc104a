// Who is absent from the week on that is shown.
import * as onCall from '@gatehouse/contract/safety/on-call'
import { Can } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { type Answered, View } from '../../ui/feedback/states.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { Named } from '../../ui/primitives/named.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { periodText } from './on-call-words.ts'
import type { Week } from './use-week.ts'
import type { Planned } from './week-view.tsx'

interface AbsencesProps {
  readonly week: Week
  readonly query: Answered<Planned>
}

export const Absences = ({ week, query }: AbsencesProps) => {
  const { to } = useSheetAddress('absence')
  const begins = week.days[0]?.from ?? 0
  return (
    <section className="grid grid-cols-1 gap-3" aria-label="Absences">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2>Absences</h2>
        <Can op={onCall.addAbsence}>
          <AddLink to={to('new')}>Add absence</AddLink>
        </Can>
      </header>
      <View op={onCall.shifts} query={query} rows={2} failed="The absences could not be loaded">
        {({ absences }) => {
          const shown = absences
            .filter((one) => Date.parse(one.to) > begins)
            .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
          return shown.length === 0 ? (
            <p className="text-muted">
              Nobody is absent from this week on. Whoever follows in the rota stands in for who is.
            </p>
          ) : (
            <ul className="rounded border border-line bg-surface">
              {shown.map((one) => (
                <AbsenceLine key={one.id} absence={one} timeZone={week.timeZone} />
              ))}
            </ul>
          )
        }}
      </View>
    </section>
  )
}

interface AbsenceLineProps {
  readonly absence: onCall.Absence
  readonly timeZone: string
}

const AbsenceLine = ({ absence, timeZone }: AbsenceLineProps) => {
  const { id, person, note } = absence
  const period = periodText(absence, timeZone)
  return (
    <li className="flex min-h-touch flex-wrap items-center gap-x-3 gap-y-1 border-t border-t-line px-4 py-2 wrap-anywhere first:border-t-0">
      <span className="me-auto">
        <Named name={<strong className="font-semibold">{person.name}</strong>}>
          {[period, note].filter(Boolean).join(' · ')}
        </Named>
      </span>
      <Can op={onCall.removeAbsence}>
        <ConfirmButton
          size="small"
          aria-label={`Delete the absence of ${person.name}, ${period}`}
          title={`Delete the absence of ${person.name}?`}
          action="Delete"
          busy="Deleting…"
          tone="plain"
          run={() => call(onCall.removeAbsence, { id })}
          done={`${person.name} is no longer absent.`}
        >
          <p>{period}. Their turns in that time are theirs again.</p>
        </ConfirmButton>
      </Can>
    </li>
  )
}
