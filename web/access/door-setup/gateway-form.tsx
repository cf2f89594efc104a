// A gateway being made: the credential with which a network of other devices connects.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Input, Output } from '@gatehouse/contract/operation'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { driverWords } from './controller-settings.ts'

interface GatewayFormProps {
  /** What it carries. */
  readonly subtitle: string
  readonly create: (
    gateway: Input<typeof doorSetup.addGateway>,
  ) => Promise<Pick<Output<typeof doorSetup.addGateway>, 'connection' | 'secret'>>
  readonly closed: To
}

export const GatewayForm = ({ subtitle, create, closed }: GatewayFormProps) => {
  const [made, setMade] = useState<Output<typeof doorSetup.addGateway> | null>(null)
  const form = useForm({ defaultValues: { driver: 'zigbee2mqtt', name: '', topics: '' } })
  const driver = useWatch({ control: form.control, name: 'driver' })
  if (made) {
    return (
      <SideSheet wide title="The gateway is added" subtitle="Now connect it" closed={closed}>
        <div className="grid grid-cols-1 gap-6">
          <ConnectionCard connection={made.connection} secret={made.secret} />
        </div>
      </SideSheet>
    )
  }
  return (
    <FormSheet
      title="Add a gateway"
      subtitle={subtitle}
      closed={closed}
      form={form}
      draft="gateway"
      what="The new gateway"
      label="Add gateway"
      send={async ({ name, topics, driver: chosen }) => {
        const isHome = chosen === 'homeassistant'
        setMade(
          await create({
            driver: isHome ? 'homeassistant' : 'zigbee2mqtt',
            name: name.trim(),
            topics: isHome ? topics.split(/[\s,]+/).filter((topic) => topic !== '') : [],
          }),
        )
        return `The gateway ${name.trim()} is added.`
      }}
    >
      <SelectInput
        control={form.control}
        name="driver"
        label="Protocol"
        options={doorSetup.gatewayDrivers.map((value) => ({ value, label: driverWords[value] }))}
      />
      <TextInput
        control={form.control}
        name="name"
        label="Name"
        required
        rule={(value) =>
          /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/.test(value.trim()) ? null : 'Letters, digits and . _ : - only'
        }
        help="What its user name begins with: zigbee-lobby, for instance."
      />
      {driver === 'homeassistant' && (
        <TextInput
          control={form.control}
          name="topics"
          label="Topics of its devices"
          multiline
          help="Topics beside homeassistant/…, one a line: front-lock/#"
        />
      )}
    </FormSheet>
  )
}
