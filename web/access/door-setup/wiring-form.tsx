// How a Shelly is wired to its door.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Wiring } from '@gatehouse/contract/access/door-setup'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import styles from './door-setup.module.css'
import { useSending } from '../../ui/forms/use-sending.ts'

interface Fields {
  relay: string
  energised: string
  /** `none`, or what the input says while the door is shut. */
  contact: string
  input: string
}

export const WiringForm = ({ doorId, wiring }: { readonly doorId: string; readonly wiring: Wiring }) => {
  const heading = useId()
  const form = useForm<Fields>({
    defaultValues: {
      relay: String(wiring.relay),
      energised: wiring.energised,
      contact: wiring.contact === null ? 'none' : wiring.contact.closedWhen ? 'on' : 'off',
      input: String(wiring.contact?.input ?? 0),
    },
  })
  const { control } = form
  const { isDirty, isSubmitting } = useFormState({ control })
  const contact = useWatch({ control, name: 'contact' })
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSending(form, async (fields) => {
    setFailure(null)
    try {
      await call(doorSetup.rewire, {
        doorId,
        relay: Number(fields.relay),
        energised: fields.energised === 'locked' ? 'locked' : 'unlocked',
        contact:
          fields.contact === 'none' ? null : { input: Number(fields.input), closedWhen: fields.contact === 'on' },
        cover: wiring.cover,
      })
      form.reset(fields)
      toast('success', 'The wiring is saved.')
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })
  return (
    <form className={styles.part} aria-labelledby={heading} noValidate onSubmit={(event) => void save(event)}>
      <h3 id={heading}>Wiring</h3>
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
      <Failure text={failure} />
      <div>
        <Button type="submit" variant="contained" disabled={!isDirty} aria-disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Save wiring'}
        </Button>
      </div>
    </form>
  )
}

const numberRule = (value: string): string | null => (/^(\d|1[0-5])$/.test(value) ? null : 'A number from 0 to 15')
