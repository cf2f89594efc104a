// Short and long names of Home Assistant's discovery fields (those that are read here), and the base topic `~`.
import type { Json, JsonObject } from './driver.ts'
import { isObject } from './payload.ts'

/** Long names, and topics without their `~`. */
export const expanded = (payload: JsonObject): JsonObject => {
  const base = typeof payload['~'] === 'string' ? payload['~'] : null
  return lengthened(payload, words, base)
}

export const expandedDevice = (device: JsonObject): JsonObject => lengthened(device, deviceWords, null)

const lengthened = (from: JsonObject, table: ReadonlyMap<string, string>, base: string | null): JsonObject =>
  Object.fromEntries(
    Object.entries(from).map(([key, value]) => {
      const name = table.get(key) ?? key
      if (name === 'availability') return [name, places(value, base)]
      return [name, isTopic(name) ? based(value, base) : value]
    }),
  )

const places = (value: Json, base: string | null): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => places(item, base))
  return isObject(value) ? lengthened(value, words, base) : value
}

const isTopic = (name: string) => name === 'topic' || name.endsWith('_topic')

const based = (value: Json, base: string | null): Json => {
  if (typeof value !== 'string' || base === null) return value
  if (value.startsWith('~')) return base + value.slice(1)
  return value.endsWith('~') ? value.slice(0, -1) + base : value
}

const words: ReadonlyMap<string, string> = new Map([
  ['avty', 'availability'],
  ['avty_mode', 'availability_mode'],
  ['avty_t', 'availability_topic'],
  ['avty_tpl', 'availability_template'],
  ['cmp', 'components'],
  ['cmps', 'components'],
  ['cmd_t', 'command_topic'],
  ['cmd_tpl', 'command_template'],
  ['cod_form', 'code_format'],
  ['dev', 'device'],
  ['dev_cla', 'device_class'],
  ['migr_discvry', 'migrate_discovery'],
  ['p', 'platform'],
  ['pl_avail', 'payload_available'],
  ['pl_lock', 'payload_lock'],
  ['pl_not_avail', 'payload_not_available'],
  ['pl_off', 'payload_off'],
  ['pl_on', 'payload_on'],
  ['pl_unlk', 'payload_unlock'],
  ['stat_jam', 'state_jammed'],
  ['stat_off', 'state_off'],
  ['stat_on', 'state_on'],
  ['stat_val_tpl', 'state_value_template'],
  ['stat_locked', 'state_locked'],
  ['stat_locking', 'state_locking'],
  ['stat_open', 'state_open'],
  ['stat_t', 'state_topic'],
  ['stat_unlocked', 'state_unlocked'],
  ['stat_unlocking', 'state_unlocking'],
  ['t', 'topic'],
  ['uniq_id', 'unique_id'],
  ['unit_of_meas', 'unit_of_measurement'],
  ['val_tpl', 'value_template'],
])

const deviceWords: ReadonlyMap<string, string> = new Map([
  ['cns', 'connections'],
  ['ids', 'identifiers'],
  ['mdl', 'model'],
  ['mf', 'manufacturer'],
  ['sw', 'sw_version'],
])
