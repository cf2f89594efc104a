// How a Shelly is wired to its door.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Wiring } from '@gatehouse/contract/access/door-setup'
import { useForm, useWatch } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { PartForm } from '../../ui/forms/part-form.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

export const WiringForm = ({ doorId, wiring }: { readonly doorId: string; readonly wiring: Wiring }) => {
  const form = useForm({
    defaultValues: {
      relay: String(wiring.relay),
      energised: wiring.energised,
      // What the input says while the door is shut.
      contact: wiring.contact === null ? 'none' : wiring.contact.closedWhen ? 'on' : 'off',
      input: String(wiring.contact?.input ?? 0),
    },
  })
  const { control } = form
  const contact = useWatch({ control, name: 'contact' })
  const number = { control, type: 'number', rule: numberRule, help: 'Counted from 0.' }
  return (
    <PartForm
      className="grid grid-cols-1 content-start gap-3 [&_h3]:m-0!"
      title="Wiring"
      form={form}
      label="Save wiring"
      send={async ({ relay, energised, contact: wired, input }) => {
        await call(doorSetup.rewire, {
          doorId,
          relay: Number(relay),
          energised,
          contact: wired === 'none' ? null : { input: Number(input), closedWhen: wired === 'on' },
          cover: wiring.cover,
        })
        return 'The wiring is saved.'
      }}
    >
      <TextInput {...number} name="relay" label="Relay" />
      <SelectInput
        control={control}
        name="energised"
        label="While the relay is on, the door is"
        options={[
          { value: 'unlocked', label: 'Fail-secure: unlocks when powered' },
          { value: 'locked', label: 'Fail-safe: locks when powered' },
        ]}
      />
      <SelectInput
        control={control}
        name="contact"
        label="Door contact"
        options={[
          { value: 'none', label: 'None is wired' },
          { value: 'on', label: 'Its input is on while the door is shut' },
          { value: 'off', label: 'Its input is off while the door is shut' },
        ]}
        help="Without a contact nobody knows whether the door is open."
      />
      {contact !== 'none' && <TextInput {...number} name="input" label="Input" />}
    </PartForm>
  )
}

const numberRule = (value: string): string | null => (/^(\d|1[0-5])$/.test(value) ? null : 'A number from 0 to 15')
