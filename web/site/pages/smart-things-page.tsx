// Smart things: Zigbee2MQTT, Shelly, Home Assistant discovery.
import type { Head } from '../../kit/public-page.ts'
import { ProductPage, productHead } from './product-page.tsx'
import { Block } from '../sections/block.tsx'
import { Closing } from '../sections/closing.tsx'
import { Way } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'
import { Sample } from '../sections/sample.tsx'
import { Steps } from '../sections/steps.tsx'
import type { Claims } from '../sections/standing.tsx'

export const head = (): Head =>
  productHead(
    'Smart things: Zigbee, Shelly, Home Assistant',
    'Contacts, locks, relays and gas sensors from the shops, connected without code: Zigbee2MQTT, Shelly Gen 2+ and Home Assistant discovery over MQTT.',
    'Smart things',
    '/products/smart-things',
  )

export const Page = () => (
  <ProductPage
    title="Smart things"
    lead="A door contact for the price of a lunch can be as good a witness as a panel. Point it at Gatehouse’s broker; it introduces itself, and you decide whether it is let in."
    aside={
      <Picture
        name="health"
        first
        alt="Device health: each device with its place, battery, signal, firmware and when it was last heard."
      />
    }
    ways={<Way to="/contact?about=devices">Ask about a device</Way>}
    runs={runs}
    notYet={notYet}
    closing={<Closing topic="devices" />}
  >
    <Block title="Nothing comes in by itself" lead="A network of cheap devices is a network of strangers.">
      <Steps steps={steps} marked="It takes part" />
    </Block>
    <Block title="Zigbee2MQTT" rows={zigbee} />
    <Block title="Shelly, second generation and later" rows={shelly} />
    <Block title="Home Assistant discovery" rows={homeAssistant}>
      <Sample title="A contact that introduces itself (ESPHome, Tasmota and many gateways)" text={discovery} />
    </Block>
    <Block title="Said plainly" lead="What a shop does not print on the box." rows={plain} />
  </ProductPage>
)

const steps = {
  'It announces itself': 'As it would to Home Assistant. Until somebody lets it in, nothing that it says is stored.',
  'An administrator looks':
    'What it is, what it would be heard as, where commands would go; then gives it a name, a kind and a place.',
  'It takes part': 'Like any other device: with age, quality, source and health.',
  'It describes itself differently one day':
    'Nothing changes until a person has seen the difference, field by field, and approved exactly that.',
}

const zigbee = {
  'Contacts and locks': 'Open, closed, locked, not fully locked, tampered with.',
  Air: 'CO, CO₂, temperature, humidity; explosive gas only if the sensor says the unit that a set point has.',
  Alarms: 'Gas, smoke, carbon monoxide, water and presence become events when they begin and when they end.',
  Health: 'Battery, link quality, whether it is there.',
}

const shelly = {
  'Relay and input': 'State at the device’s own time, by the notifications that it sends over MQTT.',
  'Strike or magnet':
    'You say whether current unlocks or locks. A contact has no default: an input with nothing wired to it would look like an open door.',
}

const homeAssistant = {
  'Binary sensors':
    'Doors, windows, garage doors, locks, tamper, gas, smoke, carbon monoxide, moisture, presence, connectivity.',
  'Sensors and locks': 'Gas concentrations, temperature, humidity, battery and signal; locks without a code.',
  Templates:
    'A small, safe part of them. What is beyond it is refused when the device introduces itself, with the template shown.',
}

const discovery = `homeassistant/binary_sensor/loading_bay/config
{ "name": "Loading bay shutter", "device_class": "garage_door",
  "state_topic": "loading_bay/state",
  "availability_topic": "loading_bay/online" }`

const plain = {
  'A Zigbee lock knows no seconds': 'Set its own auto-relock. Gatehouse does not pretend to count for it.',
  'Presence is not counting': 'A motion sensor sees somebody, not how many.',
  'Units are not guessed':
    'mg/m³ or a bare % of an explosive gas is refused aloud: no set point could be compared with it.',
  'A retained message is no sign of life': 'What a broker has kept changes a state, and makes nobody look awake.',
}

export const runs: Claims = {
  'Zigbee2MQTT, Shelly Gen 2+ and Home Assistant discovery on the built-in broker': [
    'devices/zigbee2mqtt.ts',
    'devices/shelly.ts',
    'devices/homeassistant.ts',
  ],
  'A screen for discovered devices: what each would be, added or refused there': [
    'devices.discovered',
    'doorSetup.discovered',
    '/settings/integrations/*',
  ],
  'A device that describes itself anew changes nothing until a person approves it': [
    'devices.approveChange',
    'doorSetup.approve',
  ],
  'Unlocking and locking Zigbee locks and Shelly relays from the screen': ['doors.unlock', 'doors.lock'],
  'Health of every device: battery, signal, firmware, last seen': ['devices.list'],
}

export const notYet: Claims = {
  'Keypads of locks, with who typed': ['devices/keypad'],
  'Switching anything that is not a door: lights, valves, sirens': ['devices.switch'],
}
