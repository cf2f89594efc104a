// Who-Is: the BACnet/IP devices that answer in a network, to choose one of them.
import * as polling from '@gatehouse/contract/building/polling'
import type { FoundDevice, FoundDevices } from '@gatehouse/contract/building/polling'
import Button from '@mui/material/Button'
import { type KeyboardEvent, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { counted } from '../../kit/counted.ts'
import { call } from '../../kit/data/api.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { numeric } from './address-fields.tsx'
import { numberIn, unlessEmpty, wholeFault } from './map-fields.ts'
import { hostFault, type PollFields, usualPort } from './poll-fields.ts'

interface FindDevicesProps {
  readonly form: UseFormReturn<PollFields>
  readonly onChosen: (device: FoundDevice) => void
}

interface SearchFields {
  host: string
  port: string
  from: string
  to: string
}

const wide: SearchFields = { host: '', port: usualPort.bacnet, from: '', to: '' }
const waitMs = 3000
const instance = unlessEmpty(wholeFault(0, 4_194_302))

export const FindDevices = ({ form, onChosen }: FindDevicesProps) => {
  const search = useForm<SearchFields>({ defaultValues: wide })
  const { control } = search
  const [found, setFound] = useState<FoundDevices | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const find = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      if (await search.trigger(undefined, { shouldFocus: true }))
        setFound(await call(polling.findDevices, searchOf(search.getValues())))
    } catch (error) {
      setFound(null)
      setFailure(showFaults(search, error, 'The network could not be searched.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label="Find devices" className="rounded border border-line bg-sunken p-4">
      <div
        role="presentation"
        className="grid gap-4"
        onKeyDown={(event) => {
          if (!isEnterInField(event)) return
          // Else it would send the form around it.
          event.preventDefault()
          void find()
        }}
      >
        <FieldPair>
          <TextInput
            control={control}
            name="host"
            label="Search at"
            help="A device, or the broadcast address of a network, such as 10.0.4.255. Empty: the networks of this server."
            rule={unlessEmpty(hostFault)}
          />
          <TextInput
            control={control}
            name="port"
            label="Search at port"
            rule={wholeFault(1, 65_535)}
            slotProps={numeric}
          />
        </FieldPair>
        <FieldPair>
          <TextInput control={control} name="from" label="From instance" rule={instance} slotProps={numeric} />
          <TextInput
            control={control}
            name="to"
            label="To instance"
            rule={(text) => instance(text) ?? orderFault(search.getValues('from'), text)}
            slotProps={numeric}
          />
        </FieldPair>
        <p className="flex flex-wrap items-center gap-3">
          <Button variant="outlined" aria-disabled={isBusy} onClick={() => void find()}>
            {isBusy ? 'Searching…' : 'Find devices'}
          </Button>
          <span className="text-sm text-muted">
            Sends Who-Is and waits {waitMs / 1000} s for answers. Nothing is stored.
          </span>
        </p>
        <Failure text={failure} />
        <div aria-live="polite">{found && !isBusy && <Found form={form} found={found} onChosen={onChosen} />}</div>
      </div>
    </section>
  )
}

const orderFault = (from: string, to: string): string | null =>
  (numberIn(from) ?? 0) > (numberIn(to) ?? Infinity) ? 'The range ends before it begins' : null

/** Enter in a field, or at a check box, sends the form that it is in. */
export const isEnterInField = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof HTMLInputElement

const searchOf = ({ host, port, from, to }: SearchFields) => ({
  ...(host.trim() === '' ? {} : { host: host.trim() }),
  port: numberIn(port) ?? undefined,
  from: numberIn(from) ?? undefined,
  to: numberIn(to) ?? undefined,
  waitMs,
})

const Found = ({ form, found, onChosen }: FindDevicesProps & { readonly found: FoundDevices }) => {
  const { asked, devices, more, receivesBroadcasts } = found
  const [host, port, deviceInstance] = useWatch({ control: form.control, name: ['host', 'port', 'deviceInstance'] })
  const isChosen = (device: FoundDevice) =>
    device.host === host && String(device.port) === port && String(device.instance) === deviceInstance
  const isTwice = ({ instance: wanted }: FoundDevice) => devices.filter((other) => other.instance === wanted).length > 1
  const answeredItself = asked.every(({ address }) => devices.some((one) => `${one.host}:${one.port}` === address))
  const failed = asked.filter(({ error }) => error !== null)
  return (
    <div className="grid gap-2">
      <p className="font-semibold wrap-anywhere">
        {devices.length === 0 ? 'No device answered' : counted(devices.length, 'device')} at{' '}
        {asked.map(({ address }) => address).join(', ')}
      </p>
      {failed.map(({ address, error }) => (
        <p key={address} className="wrap-anywhere text-warning">
          {address}: {error}
        </p>
      ))}
      {devices.length === 0 && failed.length < asked.length && (
        <p className="text-muted">
          Broadcasts end at routers, and do not leave most containers: enter the address of the device, or type it
          below.
        </p>
      )}
      {!receivesBroadcasts && !answeredItself && (
        <p className="text-muted">
          The port is in use on this server: devices that answer by broadcast were not received. Enter the address of
          the device.
        </p>
      )}
      <ul className="grid">
        {devices.map((device) => (
          <li
            key={`${device.instance} ${device.host}:${device.port}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-t-line py-2"
          >
            <span className="grid min-w-0 gap-1 wrap-anywhere">
              <strong>{nameOf(device)}</strong>
              <span className="text-sm text-muted">{factsOf(device)}</span>
              {isTwice(device) && (
                <span className="text-warning">
                  Another device has this instance. Instances have to differ in one network.
                </span>
              )}
              {device.obstacle !== null && <span>{device.obstacle}</span>}
            </span>
            {device.obstacle !== null ? (
              <StatusWord state="unknown" word="Cannot be polled" />
            ) : (
              <Button
                size="small"
                variant="outlined"
                aria-label={`Use ${nameOf(device)} at ${device.host}`}
                aria-pressed={isChosen(device)}
                onClick={() => onChosen(device)}
              >
                {isChosen(device) ? 'In use' : 'Use device'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more && <p className="text-muted">More devices answered: narrow the range of instances.</p>}
    </div>
  )
}

const nameOf = ({ name, instance: number }: FoundDevice): string => name ?? `Device ${number}`

const factsOf = ({ instance: number, host, port, vendor, model, vendorId }: FoundDevice): string =>
  [`Instance ${number}`, `${host}:${port}`, vendor ?? `Vendor ${vendorId}`, ...(model === null ? [] : [model])].join(
    ' · ',
  )
