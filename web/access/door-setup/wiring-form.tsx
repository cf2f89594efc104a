// How a Shelly is wired to its door.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Wiring } from '@gatehouse/contract/access/door-setup'
import { useForm, useWatch } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { PartForm } from '../../ui/forms/part-form.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import styles from './door-setup.module.css'

interface Fields {
  relay: string
  energised: string
  /** `none`, or what the input says while the door is shut. */
  contact: string
  input: string
}

export const WiringForm = ({ doorId, wiring }: { readonly doorId: string; readonly wiring: Wiring }) => {
  const form = useForm<Fields>({
    defaultValues: {
      relay: String(wiring.relay),
      energised: wiring.energised,
      contact: wiring.contact === null ? 'none' : wiring.contact.closedWhen ? 'on' : 'off',
      input: String(wiring.contact?.input ?? 0),
    },
  })
  const { control } = form
  const contact = useWatch({ control, name: 'contact' })
  return (
    <PartForm
      className={styles.part}
      title="Wiring"
      form={form}
      label="Save wiring"
      send={async ({ relay, energised, contact: wired, input }) => {
        await call(doorSetup.rewire, {
          doorId,
          relay: Number(relay),
          energised: energised === 'locked' ? 'locked' : 'unlocked',
          contact: wired === 'none' ? null : { input: Number(input), closedWhen: wired === 'on' },
          cover: wiring.cover,
        })
        return 'The wiring is saved.'
      }}
    >
      <TextInput control={control} name="relay" label="Relay" type="number" rule={numberRule} help="Counted from 0." />
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
      {contact !== 'none' && (
        <TextInput
          control={control}
          name="input"
          label="Input"
          type="number"
          rule={numberRule}
          help="Counted from 0."
        />
      )}
    </PartForm>
  )
}

const numberRule = (value: string): string | null => (/^(\d|1[0-5])$/.test(value) ? null : 'A number from 0 to 15')
