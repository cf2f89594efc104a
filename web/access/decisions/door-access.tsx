// What a door asks for and who decides there, for those who set doors up: a part of the door's sheet.
import * as decisions from '@gatehouse/contract/access/decisions'
import type { Settings } from '@gatehouse/contract/access/decisions'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryClient, queryOf } from '../../kit/data/queries.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import styles from './decisions.module.css'
import { ListWord } from './door-lists.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'

export const DoorAccess = ({ doorId }: { readonly doorId: string }) => {
  const query = useQuery({ ...queryOf(decisions.ofDoor, { doorId }), refetchOnMount: 'always' })
  return (
    <section className={styles.part}>
      <h3>Who may open it</h3>
      <View op={decisions.change} query={query} rows={4} failed="What this door asks for could not be loaded">
        {({ settings, list }) => (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <Link to={`/door-management/questions?ask=who&door=${doorId}`}>Who can open this door?</Link>
              {list && <ListWord list={list} online={null} />}
            </p>
            <SettingsForm key={JSON.stringify(settings)} doorId={doorId} settings={settings} />
          </>
        )}
      </View>
    </section>
  )
}

const deciders = [
  ['server', 'Gatehouse, asked each time'],
  ['controller', 'The door, by a list'],
] as const
const passbacks = [
  ['none', 'Off'],
  ['alert', 'Let in, and tell'],
  ['enforce', 'Keep out'],
] as const

const SettingsForm = ({ doorId, settings }: { readonly doorId: string; readonly settings: Settings }) => {
  const [wanted, setWanted] = useState(settings)
  const [minutes, setMinutes] = useState(String(settings.passbackMinutes))
  const { busy, failure, faults, attempt } = useAttempt('It could not be saved. Please try again.')
  const save = () =>
    attempt(async () => {
      const answer = await call(decisions.change, { doorId, ...wanted, passbackMinutes: Number(minutes) })
      queryClient().setQueryData(keyOf(decisions.ofDoor, { doorId }), answer)
      toast('success', 'What the door asks for is saved')
    })
  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-x-3 gap-y-4 pt-2">
        <SelectField
          label="Decision"
          value={wanted.decides}
          options={deciders}
          error={faults.has('decides')}
          helperText={faults.get('decides')}
          onChange={(value) =>
            setWanted({ ...wanted, decides: deciders.find(([name]) => name === value)?.[0] ?? 'server' })
          }
        />
        <SelectField
          label="Anti-passback"
          value={wanted.passback}
          options={passbacks}
          onChange={(value) =>
            setWanted({ ...wanted, passback: passbacks.find(([name]) => name === value)?.[0] ?? 'none' })
          }
        />
        <TextField
          label="Resets after (min)"
          type="number"
          value={minutes}
          disabled={wanted.passback === 'none'}
          error={faults.has('passbackMinutes')}
          helperText={faults.get('passbackMinutes')}
          onChange={({ target }) => setMinutes(target.value)}
          slotProps={{ htmlInput: { min: 1, inputMode: 'numeric' } }}
        />
      </div>
      <FormControlLabel
        control={
          <Checkbox
            checked={wanted.pinNeeded}
            onChange={({ target }) => setWanted({ ...wanted, pinNeeded: target.checked })}
          />
        }
        label="Ask for the PIN besides the card"
      />
      <Failure text={failure} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="outlined" aria-disabled={busy}>
          {busy ? 'Saving…' : 'Save access rules'}
        </Button>
      </div>
    </form>
  )
}
