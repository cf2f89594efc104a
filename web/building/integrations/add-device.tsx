// A device of any kind being taken in, by hand or as it introduced itself; then how it connects, until its first message.
import * as devices from '@gatehouse/contract/building/devices'
import type { Discovered } from '@gatehouse/contract/building/devices'
import * as sites from '@gatehouse/contract/building/sites'
import type { Site } from '@gatehouse/contract/building/sites'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { driverWords } from '../../access/door-setup/controller-settings.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { type Option, SelectInput } from '../../ui/forms/select-input.tsx'
import { givenNameRule } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { FirstMessage } from './first-message.tsx'
import { isDeviceKind, kindWords } from '../../kit/device-kinds.ts'

interface AddDeviceProps {
  /** As it introduced itself; null: by hand. */
  readonly found: Discovered | null
  readonly closed: To
}

type Added = Output<typeof devices.register>

export const AddDevice = ({ found, closed }: AddDeviceProps) => {
  const query = useQuery(queryOf(sites.list, {}))
  const [added, setAdded] = useState<Added | null>(null)
  if (added) return <FirstMessage {...added} closed={closed} />
  const all = query.data?.sites
  if (all && all.length > 0) return <Fields found={found} all={all} closed={closed} onAdded={setAdded} />
  return (
    <AnswerSheet
      op={sites.list}
      query={query}
      title="Add a device"
      rows={6}
      failed="The sites could not be loaded"
      closed={closed}
    >
      {() => (
        <Empty title="No sites yet">
          <p>A device is at a site. Somebody who manages sites has to add one first.</p>
        </Empty>
      )}
    </AnswerSheet>
  )
}

interface FieldsProps extends AddDeviceProps {
  readonly all: readonly Site[]
  readonly onAdded: (added: Added) => void
}

interface Values {
  kind: string
  name: string
  siteId: string
  zoneId: string
  fromZoneId: string
  driver: string
  address: string
  key: string
}

/** What connects by itself, and is not found through a gateway. */
const byHand = ['gatehouse', 'shelly', 'onvif', 'axis'] as const

const Fields = ({ found, all, closed, onAdded }: FieldsProps) => {
  const form = useForm<Values>({
    defaultValues: {
      kind: found?.kind ?? 'gas',
      name: found?.name ?? '',
      siteId: all[0]?.id ?? '',
      zoneId: '',
      fromZoneId: '',
      driver: found?.driver ?? 'gatehouse',
      address: found?.address ?? '',
      key: '',
    },
  })
  const { control } = form
  const [kind, siteId, driver] = useWatch({ control, name: ['kind', 'siteId', 'driver'] })
  const site = all.find(({ id }) => id === siteId)
  const isDoor = kind === 'door'
  const send = async (values: Values) => {
    const wire = found?.driver ?? byHand.find((one) => one === values.driver) ?? 'gatehouse'
    const added = await call(devices.register, {
      kind: isDeviceKind(values.kind) ? values.kind : 'gas',
      name: values.name,
      siteId: values.siteId,
      driver: wire,
      ...(wire === 'gatehouse' ? {} : { address: values.address.trim() }),
      ...(values.zoneId === '' ? {} : { zoneId: values.zoneId }),
      ...(isDoor && values.fromZoneId !== '' ? { fromZoneId: values.fromZoneId } : {}),
      ...(values.key.trim() === '' ? {} : { key: values.key.trim() }),
    })
    onAdded(added)
    return `${values.name.trim()} is added.`
  }
  return (
    <FormSheet
      title="Add a device"
      subtitle={found ? `${driverWords[found.driver]}: ${found.address}` : 'By hand'}
      closed={closed}
      form={form}
      draft={`device ${found?.address ?? 'new'}`}
      what="The new device"
      label="Add device"
      working="Adding…"
      send={send}
    >
      <SelectInput
        control={control}
        name="kind"
        label="Kind"
        options={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
      />
      <TextInput control={control} name="name" label="Name" required rule={givenNameRule('Give the device a name')} />
      <SelectInput
        control={control}
        name="siteId"
        label="Site"
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectInput
        control={control}
        name="zoneId"
        label={isDoor ? 'Leads to zone' : 'Zone'}
        options={zonesOf(site, 'None')}
      />
      {isDoor && (
        <SelectInput control={control} name="fromZoneId" label="From zone" options={zonesOf(site, 'Outside')} />
      )}
      {!found && (
        <SelectInput
          control={control}
          name="driver"
          label="Protocol"
          options={byHand.map((value) => ({ value, label: driverWords[value] }))}
          help="A device of Zigbee2MQTT or Home Assistant is added from the discovered devices."
        />
      )}
      {!found && driver !== 'gatehouse' && (
        <TextInput
          control={control}
          name="address"
          label="Address"
          required
          rule={(value) => (value.trim() === '' ? 'Enter the id of the device' : null)}
          help={addressHelp[driver] ?? ''}
        />
      )}
      <TextInput
        control={control}
        name="key"
        label="Device ID"
        rule={keyRule}
        help="Its name in topics and exports. Made from the name when left empty."
      />
    </FormSheet>
  )
}

const addressHelp: Readonly<Record<string, string>> = {
  shelly: 'The device id, as in shellyplus1-a8032ab12345.',
  onvif: 'The topic prefix of the camera, without slashes.',
  axis: 'The serial number of the camera, as in ACCC8E123456.',
}

const zonesOf = (site: Site | undefined, none: string): Option[] => [
  { value: '', label: none },
  ...(site?.zones ?? []).map(({ id, name, floorId }) => {
    const floor = site?.floors.find((one) => one.id === floorId)?.name
    return { value: id, label: floor === undefined ? name : `${name} (${floor})` }
  }),
]

const keyRule = (value: string): string | null =>
  value.trim() === '' || /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/.test(value.trim())
    ? null
    : 'Letters, digits and . _ : - only'
