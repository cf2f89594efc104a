// `bridge/devices` of Zigbee2MQTT: which of the devices on the network a building is run with.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import { z } from 'zod'
import { type Decoded, Undecodable } from './driver.ts'
import { reasonOf } from './gatehouse.ts'
import { descriptionOf } from './payload.ts'
import { assertAddress } from './report.ts'
import { knownProperties } from './zigbee2mqtt-properties.ts'

/** A bridge of 200 devices describes itself in about a megabyte. */
const maxBytes = 4 * 1024 * 1024

export const announcements = (payload: Uint8Array): Decoded[] => {
  const list = descriptionOf(payload, maxBytes)
  if (!Array.isArray(list)) throw new Undecodable('Not a list of devices')
  const decoded = list.flatMap((item): Decoded[] => announce(item))
  return decoded.length > 0 ? decoded : [{ what: 'ignored', why: 'No device of a kind we keep' }]
}

const announce = (item: unknown): Decoded[] => {
  const parsed = described.safeParse(item)
  if (!parsed.success) return [{ what: 'refusal', device: 'bridge/devices', reason: reasonOf(parsed.error) }]
  const { ieee_address, friendly_name, definition, disabled, software_build_id } = parsed.data
  if (!definition || disabled) return []
  const properties = definition.exposes.flatMap((expose) => flat(expose, 0))
  const remaining = properties.filter(({ property }) => knownProperties.has(property))
  const lock = definition.exposes.some((expose) => expose.type === 'lock')
  const relay = definition.exposes.some((expose) => expose.type === 'switch')
  if (remaining.length === 0 && !lock && !relay) return []
  assertAddress(friendly_name)
  return [
    {
      what: 'announcement',
      driver: 'zigbee2mqtt',
      identity: ieee_address,
      address: friendly_name,
      part: 'device',
      kind: remaining.length === 0 && !lock ? 'actuator' : kindOf(new Set(remaining.map(({ property }) => property)), lock),
      name: friendly_name,
      model: `${definition.vendor} ${definition.model}`.trim(),
      firmware: software_build_id ?? null,
      config: {
        lock,
        units: Object.fromEntries(remaining.flatMap(({ property, unit }) => (unit ? [[property, unit]] : []))),
      },
    },
  ]
}

const kindOf = (properties: ReadonlySet<string>, lock: boolean): DeviceKind | null => {
  if (lock || properties.has('contact') || properties.has('lock_state')) return 'door'
  const presence = properties.has('occupancy') || properties.has('presence')
  // Presence is no count: such a sensor must be given its place by hand.
  return presence ? null : 'gas'
}

interface Expose {
  type?: string | undefined
  property?: string | undefined
  unit?: string | undefined
  features?: unknown[] | undefined
}

const exposed: z.ZodType<Expose> = z.object({
  type: z.string().optional().catch(undefined),
  property: z.string().optional().catch(undefined),
  unit: z.string().optional().catch(undefined),
  features: z.array(z.unknown()).optional().catch(undefined),
})

/** A lock or switch keeps its properties in `features`. */
const flat = (expose: Expose, depth: number): { property: string; unit: string | undefined }[] => {
  const here = expose.property ? [{ property: expose.property, unit: expose.unit }] : []
  if (depth > 3) return here
  return [
    ...here,
    ...(expose.features ?? []).flatMap((feature) => {
      const inner = exposed.safeParse(feature)
      return inner.success ? flat(inner.data, depth + 1) : []
    }),
  ]
}

const described = z.object({
  ieee_address: z.string().min(1).max(100),
  friendly_name: z.string().min(1).max(300),
  disabled: z.boolean().optional(),
  software_build_id: z.string().max(100).nullish(),
  definition: z
    .object({
      model: z.string().max(200).default(''),
      vendor: z.string().max(200).default(''),
      exposes: z.array(exposed).catch([]).default([]),
    })
    .nullish(),
})
