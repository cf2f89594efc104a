// What a door asks for and who decides there, for those who set doors up: a part of the door's sheet.
import * as decisions from '@gatehouse/contract/access/decisions'
import type { Settings } from '@gatehouse/contract/access/decisions'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryClient, queryOf } from '../../kit/data/queries.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { View } from '../../ui/feedback/states.tsx'
import { ListWord } from './door-lists.tsx'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { PartForm } from '../../ui/forms/part-form.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

export const DoorAccess = ({ doorId }: { readonly doorId: string }) => {
  const query = useQuery({ ...queryOf(decisions.ofDoor, { doorId }), refetchOnMount: 'always' })
  return (
    <section className={part}>
      <h3 className="mx-0! mt-2! mb-0! text-md!">Who may open it</h3>
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

const SettingsForm = ({ doorId, settings }: { readonly doorId: string; readonly settings: Settings }) => {
  const form = useForm({ defaultValues: { ...settings, passbackMinutes: String(settings.passbackMinutes) } })
  const { control } = form
  const passback = useWatch({ control, name: 'passback' })
  return (
    <PartForm
      className={part}
      form={form}
      label="Save access rules"
      send={async (fields) => {
        const answer = await call(decisions.change, {
          doorId,
          ...fields,
          passbackMinutes: Number(fields.passbackMinutes),
        })
        queryClient().setQueryData(keyOf(decisions.ofDoor, { doorId }), answer)
        return 'What the door asks for is saved'
      }}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-x-3 gap-y-4 pt-2">
        <SelectInput
          control={control}
          name="decides"
          label="Decision"
          options={[
            { value: 'server', label: 'Gatehouse, asked each time' },
            { value: 'controller', label: 'The door, by a list' },
          ]}
        />
        <SelectInput
          control={control}
          name="passback"
          label="Anti-passback"
          options={[
            { value: 'none', label: 'Off' },
            { value: 'alert', label: 'Allow, and alert' },
            { value: 'enforce', label: 'Keep out' },
          ]}
        />
        <TextInput
          control={control}
          name="passbackMinutes"
          label="Resets after (min)"
          type="number"
          disabled={passback === 'none'}
          slotProps={{ htmlInput: { min: 1, inputMode: 'numeric' } }}
        />
      </div>
      <CheckInput control={control} name="pinNeeded" label="Ask for the PIN besides the card" />
    </PartForm>
  )
}

const part = 'grid grid-cols-1 content-start gap-2'
