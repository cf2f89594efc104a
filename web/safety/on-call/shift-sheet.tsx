// One shift: who is on call, why, and what can be agreed instead.
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Rota, Shift } from '@gatehouse/contract/safety/on-call'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { useClock } from '../../kit/clock.ts'
import { call } from '../../kit/data/api.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { becauseWord, handOverText, momentText, nameOf } from './on-call-words.ts'
import { addressOf, isOver, partnersOf } from './shifts.ts'

interface ShiftSheetProps {
  readonly rota: Rota
  readonly shift: Shift
  readonly shifts: readonly Shift[]
  readonly timeZone: string
  readonly override: (shift: string) => To
  readonly swap: (shift: string) => To
  readonly closed: To
}

export const ShiftSheet = ({ rota, shift, shifts, timeZone, override, swap, closed }: ShiftSheetProps) => {
  const close = useCloseSheet(closed)
  const over = useClock((now) => isOver(shift, now))
  const canSwap = useClock((now) => shift.person !== null && partnersOf(shift, shifts, now).length > 0)
  const { overrideId } = shift
  const why = becauseWord(shift)
  return (
    <SideSheet
      title={nameOf(shift)}
      subtitle={rota.name}
      closed={closed}
      foot={
        over ? undefined : (
          <Can op={onCall.override}>
            {overrideId !== null && (
              <ConfirmButton
                label="Remove override"
                title="Remove the override?"
                action="Remove"
                busy="Removing…"
                tone="plain"
                run={() => call(onCall.removeOverride, { id: rota.id, overrideId })}
                done="The override is removed."
                then={close}
              >
                <p>Whose turn it is by the rota is on call again.</p>
              </ConfirmButton>
            )}
            {canSwap && (
              <Button component={Link} to={swap(addressOf(shift))} state={opensSheet} variant="outlined">
                Swap…
              </Button>
            )}
            <Button component={Link} to={override(addressOf(shift))} state={opensSheet} variant="contained">
              Somebody else…
            </Button>
          </Can>
        )
      }
    >
      <Facts flush>
        <Fact label="From">{momentText(shift.from, timeZone)}</Fact>
        <Fact label="Until">{momentText(shift.to, timeZone)}</Fact>
        <Fact label="Reason">{why ? <StatusWord {...why} /> : 'Turn by the rota'}</Fact>
        <Fact label="Rota">
          {handOverText(rota)}: {rota.people.map(({ name }) => name).join(', ')}
        </Fact>
      </Facts>
    </SideSheet>
  )
}
