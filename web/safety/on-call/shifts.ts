// Shifts as the address names them, and which of them can change hands.
import type { Shift } from '@gatehouse/contract/safety/on-call'

/** Of a shift in the address: its rota, and a moment in it, which finds it also after its ends have moved. */
export const addressOf = ({ rotaId, from }: Pick<Shift, 'rotaId' | 'from'>): string => `${rotaId}~${from}`

export const shiftAt = (shifts: readonly Shift[], address: string): Shift | null => {
  const [rotaId = '', moment = ''] = address.split('~')
  const at = Date.parse(moment)
  return shifts.find((one) => one.rotaId === rotaId && Date.parse(one.from) <= at && at < Date.parse(one.to)) ?? null
}

export const isOver = ({ to }: Pick<Shift, 'to'>, now: number): boolean => Date.parse(to) <= now

/** What a shift can be swapped with: those of its rota that somebody else has and that are not over. */
export const partnersOf = (shift: Shift, shifts: readonly Shift[], now: number): readonly Shift[] =>
  shifts.filter(
    (one) =>
      one.rotaId === shift.rotaId &&
      one.from !== shift.from &&
      one.person !== null &&
      one.person.id !== shift.person?.id &&
      !isOver(one, now),
  )

/** What is left of a shift: one under way can change hands from this minute on. */
export const restOf = ({ from, to }: Pick<Shift, 'from' | 'to'>, now: number): Pick<Shift, 'from' | 'to'> => ({
  from: Date.parse(from) < now ? new Date(Math.floor(now / 60_000) * 60_000).toISOString() : from,
  to,
})
