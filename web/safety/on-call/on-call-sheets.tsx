// The sheets over the page of who is on call, each at an address of its own.
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Rota, Shift } from '@gatehouse/contract/safety/on-call'
import { useMissing } from '../../kit/can.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { shiftAt } from './shifts.ts'

const RotaForm = later(async () => (await import('./rota-form.tsx')).RotaForm, 'over')
const ShiftSheet = later(async () => (await import('./shift-sheet.tsx')).ShiftSheet, 'over')
const OverrideForm = later(async () => (await import('./override-form.tsx')).OverrideForm, 'over')
const SwapForm = later(async () => (await import('./swap-form.tsx')).SwapForm, 'over')
const AbsenceForm = later(async () => (await import('./absence-form.tsx')).AbsenceForm, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')

interface OnCallSheetsProps {
  /** Absent while they are on their way, as are the shifts. */
  readonly rotas: readonly Rota[] | undefined
  readonly shifts: readonly Shift[] | undefined
  readonly timeZone: string
}

export const OnCallSheets = ({ rotas, shifts, timeZone }: OnCallSheetsProps) => {
  const mayChange = useMissing(onCall.update).length === 0
  const rota = useSheetAddress('rota')
  const override = useSheetAddress('override')
  const swap = useSheetAddress('swap')
  const absence = useSheetAddress('absence')
  const shown = useSheetAddress('shift')
  if (!rotas) return null
  if (mayChange && rota.id !== null) {
    const edited = rotas.find(({ id }) => id === rota.id) ?? null
    return edited || rota.id === 'new' ? (
      <RotaForm key={rota.id} rota={edited} closed={rota.closed} />
    ) : (
      <GoneSheet {...gone} name="Rota" title="This rota is not there" closed={rota.closed} />
    )
  }
  if (mayChange && absence.id !== null) return <AbsenceForm closed={absence.closed} />
  if (!shifts) return null
  const changing = mayChange ? [override, swap].find(({ id }) => id !== null) : undefined
  const address = changing ?? shown
  if (address.id === null) return null
  const shift = shiftAt(shifts, address.id)
  const its = rotas.find(({ id }) => id === shift?.rotaId)
  if (!shift || !its)
    return <GoneSheet {...gone} name="Shift" title="This shift is not there" closed={address.closed} />
  const sheet = { rota: its, shift, closed: address.closed }
  if (address === override) return <OverrideForm key={address.id} {...sheet} />
  if (address === swap) return <SwapForm key={address.id} {...sheet} shifts={shifts} />
  return <ShiftSheet {...sheet} shifts={shifts} timeZone={timeZone} override={override.to} swap={swap.to} />
}

const gone = { says: 'It may have been changed since the link was made, or it is of another week.' }
