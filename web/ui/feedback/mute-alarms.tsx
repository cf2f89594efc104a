// What is done about the sound of alarms: the one mute, which ends by itself; and where the browser plays nothing before the
// first click, that it does not, and the click.
import * as sound from '@gatehouse/contract/messages/sound'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNow, useClock } from '../../kit/clock.ts'
import { call, messageOf } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { announce } from '../../kit/hands/announce.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useHas } from '../../kit/session/session-state.ts'
import { isMuted } from '../../kit/sound/alarm.ts'
import { player } from '../../kit/sound/player.ts'
import { alarmNotes } from '../../kit/sound/tones.ts'
import { useBlocked } from '../../kit/sound/use-blocked.ts'
import { shortTime, useTimeZone } from '../../kit/time.ts'
import { toast } from './toast.ts'
import { PlainButton } from '../primitives/plain-button.tsx'
import { StatusWord } from '../primitives/status-word.tsx'

const muteMinutes = 10

/** null: there is no sound, or it is not theirs to choose. */
const useAlarmSound = (): sound.Sound | null => {
  const mayChoose = useHas('manage_account')
  const chosen = useQuery({ ...queryOf(sound.mine, {}), enabled: mayChoose }).data?.sound
  return chosen && chosen.alarm !== 'off' && chosen.volume > 0 ? chosen : null
}

const useMutedUntil = (mutedUntil: string | null): string | null => {
  const timeZone = useTimeZone()
  return useClock((now) =>
    mutedUntil !== null && isMuted({ mutedUntil }, now) ? shortTime(mutedUntil, timeZone, now) : null,
  )
}

export const MuteAlarms = () => {
  const cache = useQueryClient()
  const chosen = useAlarmSound()
  const [busy, setBusy] = useState(false)
  const until = useMutedUntil(chosen?.mutedUntil ?? null)
  const isBlocked = useBlocked()
  if (chosen === null || (isBlocked && until === null)) return null
  const mute = async (to: string | null) => {
    if (busy) return
    setBusy(true)
    try {
      cache.setQueryData(keyOf(sound.mine, {}), await call(sound.choose, { ...chosen, mutedUntil: to }))
      announce(to === null ? 'Alarms sound again' : `Alarms are muted for ${muteMinutes} minutes`)
    } catch (error) {
      toast('error', messageOf(error, 'The sound could not be changed. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  return until !== null ? (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="tabular-nums">Muted until {until}</span>
      <PlainButton aria-disabled={busy} onClick={() => void mute(null)}>
        Unmute
      </PlainButton>
    </span>
  ) : (
    <PlainButton
      aria-disabled={busy}
      onClick={() => void mute(new Date(serverNow() + muteMinutes * 60_000).toISOString())}
    >
      Mute for {muteMinutes} min
    </PlainButton>
  )
}

/** Nothing once the browser plays: any click on the page is enough. */
export const SoundBlocked = () => {
  const chosen = useAlarmSound()
  const until = useMutedUntil(chosen?.mutedUntil ?? null)
  const isBlocked = useBlocked()
  if (!isBlocked || chosen === null || until !== null) return null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {/* On a phone the button says as much. */}
      <span className="below-md:hidden">
        <StatusWord state="warning" word="No sound before the first click" />
      </span>
      <PlainButton onClick={() => player().play(alarmNotes[chosen.alarm], chosen.volume)}>Turn on sound</PlainButton>
    </span>
  )
}
