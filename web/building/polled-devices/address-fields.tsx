// How a device is reached, and how often it is asked.
import type { Control } from 'react-hook-form'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { wholeFault } from './map-fields.ts'
import { hostFault, type PollFields } from './poll-fields.ts'

interface AddressFieldsProps extends Pick<PollFields, 'protocol'> {
  readonly control: Control<PollFields>
}

export const numeric = { htmlInput: { inputMode: 'numeric' } } as const

export const AddressFields = ({ control, protocol }: AddressFieldsProps) => (
  <>
    <FieldPair>
      <TextInput
        control={control}
        name="host"
        label="Address"
        required
        help="An address or a host name, such as 10.0.4.20."
        rule={hostFault}
      />
      <TextInput control={control} name="port" label="Port" rule={wholeFault(1, 65_535)} slotProps={numeric} />
    </FieldPair>
    {protocol === 'modbus' ? (
      <FieldPair>
        <SelectInput
          control={control}
          name="transport"
          label="Transport"
          options={[
            { value: 'tcp', label: 'Modbus TCP' },
            { value: 'rtu-over-tcp', label: 'RTU over TCP (serial server)' },
          ]}
        />
        <TextInput control={control} name="unit" label="Unit ID" rule={wholeFault(0, 255)} slotProps={numeric} />
      </FieldPair>
    ) : (
      <TextInput
        control={control}
        name="deviceInstance"
        label="Device instance"
        required
        help="Of its device object, so that another device at that address is not taken for it."
        rule={wholeFault(0, 4_194_302)}
        slotProps={numeric}
      />
    )}
    <FieldPair>
      <TextInput
        control={control}
        name="intervalSeconds"
        label="Polled every, in seconds"
        rule={wholeFault(1, 60)}
        slotProps={numeric}
      />
      <TextInput
        control={control}
        name="timeoutMs"
        label="Waits for an answer, in ms"
        rule={wholeFault(100, 10_000)}
        slotProps={numeric}
      />
      <TextInput
        control={control}
        name="failuresAllowed"
        label="Offline after failed polls"
        rule={wholeFault(1, 20)}
        slotProps={numeric}
      />
    </FieldPair>
  </>
)
