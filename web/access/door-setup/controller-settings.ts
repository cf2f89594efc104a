// What has to be entered in a door's controller so that it gets here, word for word, by what it speaks.
import type { Connection, DeviceKind } from '@gatehouse/contract/building/devices'

export interface Settings {
  readonly title: string
  /** Where in the controller. */
  readonly where: string
  readonly settings: readonly { readonly label: string; readonly value: string }[]
  /** To be pasted as it is; null: nothing is. */
  readonly file: { readonly name: string; readonly text: string } | null
}

export const driverWords: Record<Connection['driver'], string> = {
  gatehouse: 'Gatehouse MQTT',
  shelly: 'Shelly',
  zigbee2mqtt: 'Zigbee2MQTT',
  homeassistant: 'Home Assistant discovery (ESPHome, Tasmota)',
  onvif: 'ONVIF over MQTT (counting camera)',
  axis: 'AXIS Object Analytics (counting camera)',
}

/** `host`: where this server is found, for who is told none. `secret`: null where it is not known any more. */
export const settingsFor = (connection: Connection, host: string, secret: string | null): Settings => {
  const { driver, port, username } = connection
  const server = connection.host ?? host
  const own: Settings['settings'] = [
    ...(username === null ? [] : [{ label: 'User name', value: username }]),
    ...(secret === null ? [] : [{ label: 'Password', value: secret }]),
  ]
  if (driver === 'shelly') {
    return {
      title: 'In the Shelly’s own page',
      where: 'Settings, MQTT. Leave the topic prefix as it is, and switch “RPC status notifications over MQTT” on.',
      settings: [{ label: 'Server', value: `${server}:${port}` }, ...own],
      file: null,
    }
  }
  if (driver === 'zigbee2mqtt') {
    const login = [username && `  user: ${username}`, secret && `  password: ${secret}`].filter(Boolean)
    const lines = ['mqtt:', `  server: mqtt://${server}:${port}`, '  base_topic: zigbee2mqtt', ...login]
    const more = ['availability: true', 'advanced:', '  last_seen: ISO_8601', '  output: json']
    return {
      title: 'In Zigbee2MQTT',
      where: 'In its configuration.yaml; then start it again.',
      settings: [],
      file: { name: 'configuration.yaml', text: [...lines, ...more, ''].join('\n') },
    }
  }
  const wire = [{ label: 'Server', value: server }, { label: 'Port', value: String(port) }, ...own]
  if (driver === 'homeassistant') {
    return {
      title: 'In ESPHome, Tasmota or the gateway',
      where: 'Wherever it asks for an MQTT broker. Leave discovery on, with its prefix homeassistant.',
      settings: wire,
      file: null,
    }
  }
  if (driver === 'onvif' || driver === 'axis') {
    return {
      title: 'In the camera',
      where:
        driver === 'onvif'
          ? 'MQTT event broker: JSON events of RuleEngine/CountAggregation/Counter, with its address as topic prefix.'
          : 'System, MQTT: leave the topic prefix as it is, and publish the events of Object Analytics.',
      settings: wire,
      file: null,
    }
  }
  return {
    title: 'In the controller',
    where: 'Wherever it asks for an MQTT broker (version 3.1.1, QoS 1). It may use the topics of its own key only.',
    settings: [...wire, { label: 'Topic', value: `gatehouse/v1/${connection.address}/…` }],
    file: null,
  }
}

/** The first message of a device of each kind: its topic, and what it says beside its id and its time. */
const firstMessages: Record<DeviceKind, readonly [topic: string, says: string]> = {
  door: ['state', '"mode":"Locked","lock":"Locked","contact":"Closed"'],
  gas: ['reading', '"channel":"CO","value":0,"unit":"ppm"'],
  counter: ['count', '"in":0,"out":0'],
  camera: ['status', '"online":true'],
  intercom: ['status', '"online":true'],
  actuator: ['output', '"active":false'],
}

/** What brings a device on Gatehouse's own wire to life from any command line; null: it speaks otherwise. */
export const firstWords = (
  connection: Connection,
  host: string,
  secret: string | null,
  kind: DeviceKind = 'door',
): string | null => {
  if (connection.driver !== 'gatehouse' || connection.username === null || secret === null) return null
  const { address, port, username } = connection
  const at = `-h ${connection.host ?? host} -p ${port} -u ${username} -P '${secret}'`
  const [topic, text] = firstMessages[kind]
  const message = `{"id":"'$(date +%s%N)'","at":"'$(date -u +%FT%TZ)'",${text}}`
  return `mosquitto_pub ${at} -q 1 -t gatehouse/v1/${address}/${topic} -m '${message}'`
}
