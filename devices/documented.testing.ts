// What devices of other makers say, as they or their documentation wrote it down in public: each payload names its
// source. Nobody here made one up; what stands in them that we do not keep is left as it was.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import type { DriverName, Registered } from './driver.ts'

export interface Documented {
  /** The page or thread it stands on. */
  readonly source: string
  readonly description: string
  readonly device: Registered
  readonly topic: string
  /** An object as JSON, a text as it is. */
  readonly payload: unknown
  /** What becomes of it, as far as it matters; in order. */
  readonly becomes: readonly object[]
}

const a = (driver: DriverName, address: string, settings: object = {}, kind: DeviceKind = 'door'): Registered => ({
  key: `door-${address.replaceAll(/[^A-Za-z0-9]/g, '-')}`,
  kind,
  driver,
  address,
  config: { settings },
})

const state = (message: object) => ({ what: 'message', kind: 'state', message })
const status = (message: object) => ({ what: 'message', kind: 'status', message })
const ignored = { what: 'ignored' }

const shellyDocs = 'https://shelly-api-docs.shelly.cloud/gen2'
const plus1 = a('shelly', 'shellyplus1-4855199bc0e8', { contact: { input: 0 } })
const plus1pm = a('shelly', 'shellyplus1pm-WaMaTrockner')
const pro4 = a('shelly', 'shellypro4pm-f008d1d8b8b8', { contact: { input: 0, closedWhen: false } })
const roller = a('shelly', 'shellyplus2pm-5443b23d81f8', { relay: null, cover: 0 })

export const ofShelly: readonly Documented[] = [
  {
    source: `${shellyDocs}/General/Notifications (example 1)`,
    description: 'a button switched the relay of the strike on',
    device: pro4,
    topic: 'shellypro4pm-f008d1d8b8b8/events/rpc',
    payload: {
      src: 'shellypro4pm-f008d1d8b8b8',
      dst: 'user_1',
      method: 'NotifyStatus',
      params: { ts: 1631186545.04, 'switch:0': { id: 0, output: true, source: 'button' } },
    },
    becomes: [state({ lock: 'Unlocked', at: '2021-09-09T11:22:25.040Z', atFrom: 'device' })],
  },
  {
    source: `${shellyDocs}/General/Notifications (example 2)`,
    description: 'it lost its cloud, which is no concern of a door',
    device: pro4,
    topic: 'shellypro4pm-f008d1d8b8b8/events/rpc',
    payload: {
      src: 'shellypro4pm-f008d1d8b8b8',
      dst: 'user_1',
      method: 'NotifyStatus',
      params: { ts: 1624348482.25, cloud: { connected: false } },
    },
    becomes: [ignored],
  },
  {
    source: `${shellyDocs}/Components/FunctionalComponents/Switch (example status)`,
    description: 'a pulse under way is over: the timer switched the relay off',
    device: plus1,
    topic: 'shellyplus1-4855199bc0e8/status/switch:0',
    payload: {
      id: 0,
      source: 'timer',
      output: false,
      timer_started_at: 1626942399.36,
      timer_duration: 60,
      apower: 0,
      voltage: 237.571,
    },
    becomes: [state({ lock: 'Locked', fault: 'NotInFault', atFrom: 'received' })],
  },
  {
    source: 'https://github.com/ALLTERCO/shelly-script-examples/pull/4',
    description: 'the input of the contact changed, with nothing else said',
    device: plus1,
    topic: 'shellyplus1-4855199bc0e8/events/rpc',
    payload: {
      src: 'shellyplus1-4855199bc0e8',
      dst: 'shellyplus1-4855199bc0e8/events',
      method: 'NotifyStatus',
      params: { ts: 1656519645.48, 'input:0': { id: 0, state: false } },
    },
    becomes: [state({ contact: 'Open', at: '2022-06-29T16:20:45.480Z' })],
  },
  {
    source: 'https://github.com/iobroker-community-adapters/ioBroker.shelly/issues/1055',
    description: 'the answer to a command, on a topic that somebody else asked for, is not ours',
    device: plus1,
    topic: 'iobroker/rpc',
    payload: { id: 3, src: 'shellyplus1-4855199bc0e8', dst: 'iobroker', result: { was_on: false } },
    becomes: [ignored],
  },
  {
    source: 'https://github.com/iobroker-community-adapters/ioBroker.shelly/issues/813',
    description: 'the whole status of a relay under load, under a topic prefix set by hand',
    device: plus1pm,
    topic: 'shellyplus1pm-WaMaTrockner/status/switch:0',
    payload:
      '{"id":0, "source":"MQTT", "output":true, "apower":107.6, "voltage":231.2, "current":0.667, "aenergy":{"total":26586.840,"by_minute":[643.672,1300.502,1339.972],"minute_ts":1698999865},"temperature":{"tC":54.8, "tF":130.7}}',
    becomes: [state({ lock: 'Unlocked', fault: 'NotInFault' })],
  },
  {
    source: 'https://github.com/iobroker-community-adapters/ioBroker.shelly/issues/813',
    description: 'components of no concern to a door',
    device: plus1pm,
    topic: 'shellyplus1pm-WaMaTrockner/status/script:1',
    payload: { id: 1, running: true, mem_used: 2786, mem_peak: 4130, mem_free: 22414 },
    becomes: [ignored],
  },
  {
    source: `${shellyDocs}/ComponentsAndServices/Cover (example status)`,
    description: 'a motor gate stands at its end, open',
    device: roller,
    topic: 'shellyplus2pm-5443b23d81f8/status/cover:0',
    payload: {
      id: 0,
      source: 'limit_switch',
      state: 'open',
      apower: 0,
      voltage: 233,
      current: 0,
      pf: 0,
      freq: 50,
      aenergy: { total: 48.996, by_minute: [0, 0, 0], minute_ts: 1654604045 },
      temperature: { tC: 55.4, tF: 131.7 },
      pos_control: true,
      last_direction: 'open',
      current_pos: 100,
    },
    becomes: [state({ lock: 'Unlocked', contact: 'Open', fault: 'NotInFault' })],
  },
  {
    source: 'https://github.com/mqtt-home/shelly-commands (status messages)',
    description: 'a shutter stopped half way is open',
    device: roller,
    topic: 'shellyplus2pm-5443b23d81f8/status/cover:0',
    payload: {
      id: 0,
      source: 'timer',
      state: 'stopped',
      apower: 0,
      voltage: 230.1,
      current: 0,
      pf: 0,
      freq: 50,
      aenergy: { total: 123.456, by_minute: [0, 0, 0], minute_ts: 1234567890 },
      temperature: { tC: 25.5, tF: 77.9 },
      pos_control: true,
      last_direction: 'close',
      current_pos: 50,
      slat_pos: 25,
    },
    becomes: [state({ lock: 'Unlocked', contact: 'Open' })],
  },
  {
    source: `${shellyDocs}/ComponentsAndServices/Mqtt (online, last will)`,
    description: 'the device is gone',
    device: plus1,
    topic: 'shellyplus1-4855199bc0e8/online',
    payload: 'false',
    becomes: [status({ online: false })],
  },
]

const threads = 'https://github.com/Koenkk/zigbee2mqtt/issues'
const yale = a('zigbee2mqtt', '0x000d6f0010fe7f14')
const yaleKeypad = a('zigbee2mqtt', 'Cerradura Principal')
const danalock = a('zigbee2mqtt', '0x000b57fffe59da21')
const kwikset = a('zigbee2mqtt', '0x002446fffd038aa7')
const sonoff = a('zigbee2mqtt', 'Sonoff W1')
const sonoffP = a('zigbee2mqtt', 'Bedroom Window')
const aqara = a('zigbee2mqtt', 'livingroom_window')

export const ofZigbee2mqtt: readonly Documented[] = [
  {
    source: 'https://pastebin.com/0ZgN7jyt (log of a Yale YRD446 BLE TSDB)',
    description: 'a Yale lock that knows no lock_state',
    device: yale,
    topic: 'zigbee2mqtt/0x000d6f0010fe7f14',
    payload: '{"battery":65,"linkquality":55,"battery_low":false,"state":"LOCK"}',
    becomes: [state({ lock: 'Locked' }), status({ online: true, battery: 65, signal: 55 })],
  },
  {
    source: `${threads}/12230`,
    description: 'a Yale lock opened by nobody it can name',
    device: yale,
    topic: 'zigbee2mqtt/0x000d6f0010fe7f14',
    payload: {
      battery: 100,
      linkquality: 255,
      lock_state: 'unlocked',
      state: 'UNLOCK',
      action: null,
      action_source: 0,
      action_source_name: null,
      action_source_user: null,
      action_user: 2,
    },
    becomes: [state({ lock: 'Unlocked' }), status({ battery: 100 })],
  },
  {
    source: `${threads}/3290`,
    description: 'a Yale YDM4109+ says what was done, and then the same without it',
    device: yaleKeypad,
    topic: 'zigbee2mqtt/Cerradura Principal',
    payload:
      '{"linkquality":44,"state":"UNLOCK","lock_state":"unlocked","action":"auto_lock","action_user":0,"action_source":2}',
    becomes: [
      { what: 'message', kind: 'event', message: { type: 'lock-operated', operation: 'auto_lock', user: 0 } },
      state({ lock: 'Unlocked' }),
      status({ signal: 44 }),
    ],
  },
  {
    source: `${threads}/3290`,
    description: 'an empty action is none',
    device: yaleKeypad,
    topic: 'zigbee2mqtt/Cerradura Principal',
    payload: '{"linkquality":44,"state":"UNLOCK","lock_state":"unlocked","action":""}',
    becomes: [state({ lock: 'Unlocked' }), status({ signal: 44 })],
  },
  {
    source: `${threads}/1968`,
    description: 'a Danalock V3',
    device: danalock,
    topic: 'zigbee2mqtt/0x000b57fffe59da21',
    payload: '{"battery":91,"linkquality":5,"battery_low":false,"state":"UNLOCK"}',
    becomes: [state({ lock: 'Unlocked' }), status({ battery: 91, signal: 5 })],
  },
  {
    source: `${threads}/1968`,
    description: 'a command that never reached the lock is the bridge’s own complaint, no state',
    device: danalock,
    topic: 'zigbee2mqtt/bridge/log',
    payload: {
      type: 'zigbee_publish_error',
      message:
        "Publish 'set' 'state' to '0x000b57fffe59da21' failed: 'Error: Data request failed with error: 'MAC transaction expired' (240)'",
      meta: { entity: '0x000b57fffe59da21' },
    },
    becomes: [ignored],
  },
  {
    source: `${threads}/22779`,
    description: 'a Kwikset conversion lock turned by hand, whose state lags behind',
    device: kwikset,
    topic: 'zigbee2mqtt/0x002446fffd038aa7',
    payload:
      '{"action":"manual_unlock","action_source":2,"action_source_name":"manual","action_user":65535,"battery":70,"last_seen":"2025-08-07T22:10:54+00:00","linkquality":112,"lock_state":"locked","sound_volume":"silent_mode","state":"LOCK","voltage":5000}',
    becomes: [
      { what: 'message', kind: 'event', message: { operation: 'manual_unlock', by: 'manual' } },
      state({ lock: 'Locked', at: '2025-08-07T22:10:54.000Z', atFrom: 'device' }),
      status({ battery: 70, signal: 112 }),
    ],
  },
  {
    source: `${threads}/22779`,
    description: 'the same action once more on a topic of its own',
    device: kwikset,
    topic: 'zigbee2mqtt/0x002446fffd038aa7/action',
    payload: 'manual_unlock',
    becomes: [ignored],
  },
  {
    source: `${threads}/4420`,
    description: 'a Sonoff SNZB-04 of the first kind, which knows no per cent of its battery',
    device: sonoff,
    topic: 'zigbee2mqtt/Sonoff W1',
    payload: '{"battery_low":false,"contact":false,"linkquality":21,"tamper":false}',
    becomes: [state({ contact: 'Open', tamper: 'NotInTamper' }), status({ signal: 21 })],
  },
  {
    source: 'https://github.com/home-assistant/core/issues/127926',
    description: 'a Sonoff SNZB-04P with the news of its firmware',
    device: sonoffP,
    topic: 'zigbee2mqtt/Bedroom Window',
    payload:
      '{"battery":100,"battery_low":false,"contact":true,"last_seen":"2024-10-08T12:54:51+02:00","linkquality":43,"tamper":false,"update":{"installed_version":8704,"latest_version":8704,"state":"idle"},"update_available":null,"voltage":3100}',
    becomes: [
      state({ contact: 'Closed', tamper: 'NotInTamper', at: '2024-10-08T10:54:51.000Z' }),
      status({ battery: 100, signal: 43 }),
    ],
  },
  {
    source: 'https://github.com/stas-demydiuk/domoticz-zigbee2mqtt-plugin/issues/557',
    description: 'a Sonoff SNZB-04 that says its own description with every message',
    device: sonoff,
    topic: 'zigbee2mqtt/Sonoff W1',
    payload: {
      battery: 100,
      battery_low: false,
      contact: true,
      tamper: false,
      voltage: 3200,
      device: {
        applicationVersion: 3,
        dateCode: '20191107',
        friendlyName: 'TEST.CONTACT',
        hardwareVersion: 1,
        ieeeAddr: '0x00124b001f90ef20',
        manufacturerID: 0,
        manufacturerName: 'eWeLink',
        model: 'SNZB-04',
        networkAddress: 15442,
        powerSource: 'Battery',
        type: 'EndDevice',
        zclVersion: 1,
      },
      linkquality: 147,
    },
    becomes: [state({ contact: 'Closed' }), status({ battery: 100, signal: 147 })],
  },
  {
    source: 'https://www.zigbee2mqtt.io/devices/MCCGQ11LM.html (exposes of an Aqara contact sensor)',
    description: 'an Aqara contact is open when false, and the warmth of its case is no reading',
    device: aqara,
    topic: 'zigbee2mqtt/livingroom_window',
    payload: { battery: 97, contact: false, temperature: 21, linkquality: 120, voltage: 3005 },
    becomes: [state({ contact: 'Open' }), status({ battery: 97 })],
  },
]

/** A bridge's list, cut to its coordinator and the one lock, which fills its date of make up with U+0000. */
export const danalockOnItsBridge = {
  source: 'https://github.com/itavero/homebridge-z2m/issues/46',
  topic: 'zigbee2mqtt/bridge/devices',
  payload:
    '[{"definition":null,"endpoints":{"1":{"bindings":[],"clusters":{"input":["genBasic","genTime","genOta"],"output":["genPowerCfg","genPollCtrl","ssIasZone"]},"configured_reportings":[]},"242":{"bindings":[],"clusters":{"input":[],"output":["greenPower"]},"configured_reportings":[]}},"friendly_name":"Coordinator","ieee_address":"0x00212effff042817","interview_completed":true,"interviewing":false,"network_address":0,"supported":false,"type":"Coordinator"},{"date_code":"03092018\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000","definition":{"description":"BT/ZB smartlock","exposes":[{"features":[{"access":7,"description":"State of the lock","name":"state","property":"state","type":"binary","value_off":"UNLOCK","value_on":"LOCK"},{"access":1,"description":"Actual state of the lock","name":"lock_state","property":"lock_state","type":"enum","values":["not_fully_locked","locked","unlocked"]}],"type":"lock"},{"access":1,"description":"Remaining battery in %","name":"battery","property":"battery","type":"numeric","unit":"%","value_max":100,"value_min":0},{"access":1,"description":"Link quality (signal strength)","name":"linkquality","property":"linkquality","type":"numeric","unit":"lqi","value_max":255,"value_min":0}],"model":"V3-BTZB","vendor":"Danalock"},"friendly_name":"danalock","ieee_address":"0x000b57fffe59da21"}]',
}

/**
 * An Aqara contact as Zigbee2MQTT announces it to Home Assistant: its version of software is read past its end. The
 * thread shows its voltage and link quality announced; here it is the contact beside them.
 */
export const aqaraForHomeAssistant = {
  source: 'https://github.com/Koenkk/zigbee2mqtt/issues/19559',
  topic: 'homeassistant/binary_sensor/0x54ef441000850010/contact/config',
  payload:
    '{"availability":[{"topic":"zigbee2mqtt/bridge/state"},{"topic":"zigbee2mqtt/Contact Sensor Brievenbus Binnen/availability"}],"availability_mode":"all","device":{"identifiers":["zigbee2mqtt_0x54ef441000850010"],"manufacturer":"Xiaomi","model":"Aqara T1 door & window contact sensor (MCCGQ12LM)","name":"Contact Sensor Brievenbus Binnen","sw_version":"2019\\u0000www."},"device_class":"door","payload_off":true,"payload_on":false,"state_topic":"zigbee2mqtt/Contact Sensor Brievenbus Binnen","unique_id":"0x54ef441000850010_contact_zigbee2mqtt","value_template":"{{ value_json.contact }}"}',
}
