// What I am told by mail.

import type { Output } from '@gatehouse/contract/operation'
import { type MailKind, mailKinds, myPreferences, setPreferences } from '@gatehouse/contract/profile'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../kit/api.ts'
import { keyOf } from '../kit/live-cache.ts'
import { toast } from '../ui/toast.ts'
import styles from './mail-card.module.css'
import { PersonalCard, usePersonal } from './personal-card.tsx'

type Preferences = Output<typeof setPreferences>['preferences']

const kinds: readonly MailKind[] = ['signIn', 'access', 'people']

export const MailCard = () => {
  const query = usePersonal(myPreferences, {})
  const cache = useQueryClient()
  const key = keyOf(myPreferences, {})
  const save = useMutation({
    mutationFn: (preferences: Preferences) => call(setPreferences, preferences),
    // One after the other: the last click is what is kept.
    scope: { id: 'mail-preferences' },
    onMutate: (preferences) => {
      const before = cache.getQueryData<Output<typeof myPreferences>>(key)
      cache.setQueryData(key, { preferences })
      return before
    },
    onError: (error, _preferences, before) => {
      cache.setQueryData(key, before)
      toast('error', messageOf(error, 'Your choice could not be saved. Please try again.'))
    },
  })
  return (
    <PersonalCard
      title="Mail to you"
      op={myPreferences}
      query={query}
      rows={3}
      failed="What you are told by mail could not be loaded"
    >
      {({ preferences }) => (
        <div className={styles.kinds}>
          {kinds.map((kind) => (
            <FormControlLabel
              key={kind}
              className={styles.kind}
              labelPlacement="start"
              slotProps={{ typography: { variant: 'body2' } }}
              label={mailKinds[kind]}
              control={
                <Switch
                  checked={preferences[kind]}
                  onChange={(_, checked) => save.mutate({ ...preferences, [kind]: checked })}
                />
              }
            />
          ))}
          <p className={styles.always}>What concerns the safety of your account always comes.</p>
          <output className="visually-hidden">{save.isSuccess && 'Saved'}</output>
        </div>
      )}
    </PersonalCard>
  )
}
