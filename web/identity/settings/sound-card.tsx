// What is heard of alarms and calls: tones to choose and try, how loud, and silence for a while.
import {
  type AlarmTone,
  alarmTones,
  choose,
  mine,
  type RingTone,
  ringTones,
  type Sound,
} from '@gatehouse/contract/messages/sound'
import type { Output } from '@gatehouse/contract/operation'
import Slider from '@mui/material/Slider'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, messageOf } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { player } from '../../kit/sound/player.ts'
import { alarmNotes, type Note, ringNotes } from '../../kit/sound/tones.ts'
import { MuteAlarms } from '../../ui/feedback/mute-alarms.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { PersonalCard, usePersonal } from './personal-card.tsx'

export const SoundCard = () => {
  const query = usePersonal(mine, {})
  const save = useSaving()
  return (
    <PersonalCard title="Sound" op={mine} query={query} rows={4} failed="Your sound settings could not be loaded">
      {({ sound }) => {
        const change = (part: Partial<Sound>) => save.mutate({ ...sound, ...part })
        return (
          <>
            <ToneChoice
              label="Alarm tone"
              value={sound.alarm}
              tones={alarmTones}
              notes={alarmNotes[sound.alarm]}
              volume={sound.volume}
              onChange={(alarm: AlarmTone) => change({ alarm })}
            />
            <ToneChoice
              label="Ring tone"
              value={sound.ring}
              tones={ringTones}
              notes={ringNotes[sound.ring]}
              volume={sound.volume}
              onChange={(ring: RingTone) => change({ ring })}
            />
            <Volume key={sound.volume} volume={sound.volume} onChange={(volume) => change({ volume })} />
            <div className="border-t border-t-line py-3 empty:hidden">
              <MuteAlarms />
            </div>
            <p className="border-t border-t-line pt-3 text-sm text-muted">
              The alarm tone sounds in one tab of this browser: for a critical or high alarm every 15 seconds until
              somebody acknowledges it, for other notifications of high priority once. Browsers play nothing before the
              first click or key on a page.
            </p>
            <output className="visually-hidden">{save.isSuccess && 'Saved'}</output>
          </>
        )
      }}
    </PersonalCard>
  )
}

interface ToneChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly tones: Readonly<Record<T, string>>
  readonly notes: readonly Note[]
  readonly volume: number
  readonly onChange: (tone: T) => void
}

const ToneChoice = <T extends string>({ label, value, tones, notes, volume, onChange }: ToneChoiceProps<T>) => {
  const isTone = (name: string): name is T => Object.hasOwn(tones, name)
  return (
    <div className="flex items-center gap-3 py-3 [&>:first-child]:flex-1">
      <SelectField
        label={label}
        value={value}
        options={Object.entries<string>(tones)}
        onChange={(tone) => isTone(tone) && onChange(tone)}
      />
      <PlainButton
        aria-label={`Try: ${label}`}
        disabled={notes.length === 0 || volume === 0}
        onClick={() => {
          if (!player().play(notes, volume)) toast('warning', 'This browser plays no sound here.')
        }}
      >
        Try
      </PlainButton>
    </div>
  )
}

const Volume = ({ volume, onChange }: { readonly volume: number; readonly onChange: (volume: number) => void }) => {
  const label = useId()
  const [shown, setShown] = useState(volume)
  return (
    <div className="grid grid-cols-[auto_1fr_3.5rem] items-center gap-4 border-t border-t-line py-3">
      <span id={label}>Volume</span>
      <Slider
        aria-labelledby={label}
        // The thumb is as large as the eye wants it; a finger has the room around it too.
        className="pointer-coarse:[&_.MuiSlider-thumb]:after:size-touch pointer-coarse:[&_input]:size-touch!"
        min={0}
        max={100}
        step={5}
        value={shown}
        onChange={(_, chosen) => setShown(chosen)}
        onChangeCommitted={(_, chosen) => onChange(chosen)}
      />
      <span className="text-end text-muted tabular-nums">{shown} %</span>
    </div>
  )
}

const useSaving = () => {
  const cache = useQueryClient()
  const key = keyOf(mine, {})
  return useMutation({
    mutationFn: (sound: Sound) => call(choose, sound),
    // One after the other: the last choice is what is stored.
    scope: { id: 'sound' },
    onMutate: (sound) => {
      const before = cache.getQueryData<Output<typeof mine>>(key)
      if (before) cache.setQueryData(key, { sound })
      return before
    },
    onError: (error, _sound, before) => {
      cache.setQueryData(key, before)
      toast('error', messageOf(error, 'Your choice could not be saved. Please try again.'))
    },
  })
}
