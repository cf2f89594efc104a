// Telling a door something, and following what comes of it until the door has said so, or nobody waits any more.
import { byId, isUnderWay, type Standing } from '@gatehouse/contract/access/commands'
import type * as doors from '@gatehouse/contract/access/doors'
import type { Input } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import './door-lists.live.ts'

type DoorOperation = typeof doors.unlock | typeof doors.lock | typeof doors.hold | typeof doors.release

export interface Notified {
  /** What was asked for here last, as it stands. */
  readonly told: Standing | null
  /** It is being asked for, or the door has not answered. */
  readonly working: boolean
  /** It was not even taken. */
  readonly failure: string | null
  /** Resolves once it is on the record; rejects when it is not taken. */
  readonly send: <Op extends DoorOperation>(op: Op, input: Input<Op>) => Promise<void>
}

// Events bring each step; this is for when they do not.
const askEveryMs = 2_000

export const useDoorCommand = (): Notified => {
  const [commandId, setCommandId] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { data } = useQuery({
    ...queryOf(byId, { commandId: commandId ?? '' }),
    enabled: commandId !== null,
    refetchInterval: ({ state }) => (!state.data || isUnderWay(state.data.command) ? askEveryMs : false),
  })
  const commanded = data?.command ?? null
  return {
    told: commanded,
    working: asking || (commandId !== null && (commanded === null || isUnderWay(commanded))),
    failure,
    async send(op, input) {
      setAsking(true)
      setFailure(null)
      try {
        const answer = await call<DoorOperation>(op, input)
        setCommandId(answer.commandId)
      } catch (error) {
        setFailure(messageOf(error, 'It could not be asked for. Please try again.'))
        throw error
      } finally {
        setAsking(false)
      }
    },
  }
}
