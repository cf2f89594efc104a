// How I am told: which kinds by mail and by push, when it is quiet, and whether mail comes gathered.
import {
  alwaysMailed,
  type Channel,
  myPreferences,
  type Preferences,
  setPreferences,
} from '@gatehouse/contract/messages/channels'
import { isKind, type Kind, kinds } from '@gatehouse/contract/messages/notifications'
import type { Output } from '@gatehouse/contract/operation'
import Checkbox from '@mui/material/Checkbox'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { call, messageOf } from '../../../kit/data/api.ts'
import { keyOf } from '../../../kit/live/live-cache.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { PersonalCard, usePersonal } from '../personal-card.tsx'
import { DigestChoice } from './digest-choice.tsx'
import { QuietHoursChoice } from './quiet-hours-choice.tsx'

export const NotificationsCard = () => {
  const query = usePersonal(myPreferences, {})
  const save = useSaving()
  return (
    <PersonalCard
      title="Notifications"
      op={myPreferences}
      query={query}
      rows={9}
      failed="The notification settings could not be loaded"
    >
      {({ preferences, companyTimeZone }) => {
        const change = (part: Partial<Preferences>) => save.mutate({ ...preferences, ...part })
        return (
          <>
            <Kinds preferences={preferences} change={change} />
            <p className="border-t border-t-line py-3 text-sm text-muted">
              All of it is among your notifications here in any case. E-mails about the security of your account, such
              as a changed password, are always sent.
            </p>
            <QuietHoursChoice preferences={preferences} companyTimeZone={companyTimeZone} change={change} />
            <DigestChoice digest={preferences.digest} change={(digest) => change({ digest })} />
            <output className="visually-hidden">{save.isSuccess && 'Saved'}</output>
          </>
        )
      }}
    </PersonalCard>
  )
}

const useSaving = () => {
  const cache = useQueryClient()
  const key = keyOf(myPreferences, {})
  return useMutation({
    mutationFn: (preferences: Preferences) => call(setPreferences, preferences),
    // One after the other: the last click is what is kept.
    scope: { id: 'notification-preferences' },
    onMutate: (preferences) => {
      const before = cache.getQueryData<Output<typeof myPreferences>>(key)
      if (before) cache.setQueryData(key, { ...before, preferences })
      return before
    },
    onError: (error, _preferences, before) => {
      cache.setQueryData(key, before)
      toast('error', messageOf(error, 'Your choice could not be saved. Please try again.'))
    },
  })
}

const channels: readonly { readonly channel: Channel; readonly word: string }[] = [
  { channel: 'email', word: 'Mail' },
  { channel: 'push', word: 'Push' },
]

interface KindsProps {
  readonly preferences: Preferences
  readonly change: (part: Partial<Preferences>) => void
}

const Kinds = ({ preferences, change }: KindsProps) => (
  <table className="w-full border-collapse">
    <thead>
      <tr>
        <th scope="col" className="pb-1 text-start text-sm font-normal text-muted">
          What
        </th>
        {channels.map(({ channel, word }) => (
          <th key={channel} scope="col" className="w-[3.5rem] pb-1 text-center text-sm font-normal text-muted">
            {word}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {areasOf(preferences).map(([area, shown]) => (
        <Fragment key={area}>
          <tr className="border-t border-t-line">
            <th scope="rowgroup" colSpan={3} className="pt-3 pb-1 text-start text-sm font-semibold text-muted">
              {area}
            </th>
          </tr>
          {shown.map((kind) => (
            <tr key={kind} className="border-t border-t-line">
              <th scope="row" className="py-1 text-start font-normal">
                {kinds[kind].description}
              </th>
              {channels.map(({ channel, word }) => {
                const choice = preferences.kinds[kind] ?? { email: false, push: false }
                const always = channel === 'email' && alwaysMailed.includes(kind)
                return (
                  <td key={channel} className="text-center">
                    <Checkbox
                      className="min-h-touch min-w-touch"
                      checked={choice[channel]}
                      disabled={always}
                      slotProps={{
                        input: {
                          'aria-label': `${word}: ${kinds[kind].description}${always ? ' (always comes)' : ''}`,
                        },
                      }}
                      onChange={(_, checked) =>
                        change({ kinds: { ...preferences.kinds, [kind]: { ...choice, [channel]: checked } } })
                      }
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </Fragment>
      ))}
    </tbody>
  </table>
)

/** In the order of the contract; the server names those that one may be told of. */
const areasOf = ({ kinds: chosen }: Preferences): [area: string, kinds: Kind[]][] => {
  const areas = new Map<string, Kind[]>()
  for (const kind of Object.keys(kinds).filter(isKind))
    if (chosen[kind]) areas.set(kinds[kind].area, [...(areas.get(kinds[kind].area) ?? []), kind])
  return [...areas]
}
