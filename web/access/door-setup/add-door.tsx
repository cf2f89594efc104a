// A door being taken in: by hand, or as it introduced itself; afterwards what its controller has to be told.
import * as devices from '@gatehouse/contract/building/devices'
import type { DoorDriver } from '@gatehouse/contract/building/devices'
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Discovered } from '@gatehouse/contract/access/door-setup'
import type { Output } from '@gatehouse/contract/operation'
import * as sites from '@gatehouse/contract/building/sites'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { driverWords } from './controller-settings.ts'
import { type DoorFields, doorNameRule, PlaceInputs, placeOf } from './place-inputs.tsx'

interface AddDoorProps {
  /** As it introduced itself; null: by hand. */
  readonly found: Discovered | null
  readonly closed: To
}

export const AddDoor = ({ found, closed }: AddDoorProps) => {
  const query = useQuery(queryOf(sites.list, {}))
  const [added, setAdded] = useState<Output<typeof doorSetup.add> | null>(null)
  if (added) return <Added {...added} closed={closed} />
  if (!query.data) {
    return (
      <SideSheet title="Add a door" closed={closed}>
        <View op={sites.list} query={query} rows={6} failed="The places could not be loaded">
          {() => null}
        </View>
      </SideSheet>
    )
  }
  return <AddFields found={found} siteId={query.data.sites[0]?.id ?? ''} closed={closed} onAdded={setAdded} />
}

interface AddFieldsProps extends AddDoorProps {
  readonly siteId: string
  readonly onAdded: (added: Output<typeof doorSetup.add>) => void
}

const AddFields = ({ found, siteId, closed, onAdded }: AddFieldsProps) => {
  const [before] = useState<DoorFields>(() => ({
    name: found?.name ?? '',
    siteId,
    zoneId: '',
    fromZoneId: '',
    driver: devices.doorDrivers.find((one) => one === found?.driver) ?? 'gatehouse',
    key: '',
    // Of what introduced itself there is no such field: what is wrong with it is said of the whole.
    ...(found ? {} : { address: '' }),
  }))
  const form = useForm<DoorFields>({ defaultValues: before })
  const { control } = form
  const [driver, name] = useWatch({ control, name: ['driver', 'name'] })
  const others = useQuery(queryOf(devices.list, { kind: 'door' })).data?.devices ?? []
  const isTwin = others.some((door) => door.name.toLowerCase() === name.trim().toLowerCase())
  return (
    <FormSheet
      title="Add a door"
      subtitle={found ? `${driverWords[found.driver]}: ${found.address}` : 'By hand'}
      closed={closed}
      form={form}
      draft={`door ${found?.address ?? 'new'}`}
      what="The new door"
      label="Add door"
      send={async (fields) => {
        const added = await call(doorSetup.add, {
          name: fields.name,
          ...placeOf(fields),
          driver: fields.driver,
          ...(fields.driver === 'gatehouse' ? {} : { address: found?.address ?? fields.address }),
          ...(fields.key.trim() === '' ? {} : { key: fields.key.trim() }),
        })
        onAdded(added)
        return `${fields.name.trim()} is added.`
      }}
    >
      <TextInput
        control={control}
        name="name"
        label="Name"
        required
        rule={doorNameRule}
        // Two sites may have a Main entrance each; whoever unlocks by name has to tell them apart.
        help={isTwin ? 'Another door is called that too: can they be told apart?' : undefined}
      />
      <PlaceInputs control={control} />
      {!found && (
        <SelectInput
          control={control}
          name="driver"
          label="Protocol"
          options={devices.doorDrivers.map((value) => ({ value, label: driverWords[value] }))}
        />
      )}
      {!found && driver !== 'gatehouse' && (
        <TextInput
          control={control}
          name="address"
          label="Address"
          required
          rule={(value) => (value.trim() === '' ? 'How does the door call itself on that wire?' : null)}
          help={addressHelp[driver]}
        />
      )}
      <TextInput
        control={control}
        name="key"
        label="Key"
        rule={keyRule}
        help="Its name in topics. Made from the name when left empty."
      />
    </FormSheet>
  )
}

const addressHelp: Record<DoorDriver, string> = {
  gatehouse: '',
  shelly: 'The device id, as in shellyplus1-a8032ab12345.',
  zigbee2mqtt: 'The friendly name of the device.',
  homeassistant: 'The first of its identifiers, as its discovery says.',
}

const keyRule = (value: string): string | null =>
  value.trim() === '' || /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/.test(value.trim())
    ? null
    : 'Letters, digits and . _ : - only'

// In the place of the form, which would close.
const Added = ({ device, connection, secret, closed }: Output<typeof doorSetup.add> & { readonly closed: To }) => (
  <SideSheet
    wide
    title={`${device.name} is added`}
    subtitle="Now its controller"
    closed={closed}
    foot={
      <Button component={Link} to={`/door-management/doors/${device.id}`} replace variant="contained">
        Continue to test
      </Button>
    }
  >
    <div className="grid grid-cols-1 gap-6">
      {secret === null ? (
        <p>
          It comes through a gateway: once that is connected, the door is too. The test says whether one carries it.
        </p>
      ) : (
        <ConnectionCard connection={connection} secret={secret} />
      )}
    </div>
  </SideSheet>
)
