// A BACnet/IP device: found or typed, and which of its objects are read, chosen or typed.
import type { UseFormReturn } from 'react-hook-form'
import { AddressFields } from './address-fields.tsx'
import { DeviceObjects } from './device-objects.tsx'
import { FindDevices } from './find-devices.tsx'
import { PointsFieldset } from './points-fieldset.tsx'
import type { PollFields } from './poll-fields.ts'
import { useDeviceObjects } from './use-device-objects.ts'

export const BacnetFields = ({ form }: { readonly form: UseFormReturn<PollFields> }) => {
  const objects = useDeviceObjects(form)
  return (
    <>
      <FindDevices
        form={form}
        onChosen={({ host, port, instance }) => {
          const typed = { shouldDirty: true, shouldValidate: true }
          form.setValue('host', host, typed)
          form.setValue('port', String(port), typed)
          form.setValue('deviceInstance', String(instance), typed)
          void objects.read()
        }}
      />
      <AddressFields control={form.control} protocol="bacnet" />
      <DeviceObjects form={form} {...objects} />
      <PointsFieldset control={form.control} />
    </>
  )
}
