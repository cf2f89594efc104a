// IoT: the wire that devices speak, the broker, the adapters.
import type { Head } from '../../kit/public-page.ts'
import { ProductPage, productHead } from './product-page.tsx'
import { Block } from '../sections/block.tsx'
import { Closing } from '../sections/closing.tsx'
import { Figures } from '../sections/figures.tsx'
import { Way } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'
import { Sample } from '../sections/sample.tsx'
import { Steps } from '../sections/steps.tsx'
import { Story } from '../sections/story.tsx'
import type { Claims } from '../sections/standing.tsx'

export const head = (): Head =>
  productHead(
    'IoT technologies: one wire for every device',
    'MQTT with one topic per device and kind, plain JSON, an id and a time. Acknowledged after it is stored, kept with its reason when it cannot be read.',
    'IoT technologies',
    '/products/iot-technologies',
  )

export const Page = () => (
  <ProductPage
    title="IoT technologies"
    lead="A device needs four lines of JSON to take part: an id, a time, what it is and what it measured. The broker is built in, and a message counts as said once it is safely stored."
    aside={<Sample title="gatehouse/v1/gas-plant-1/reading" text={reading} />}
    ways={<Way to="/products/smart-things">Devices from the shops</Way>}
    runs={runs}
    notYet={notYet}
    closing={
      <Closing topic="devices" title="Connect your first device">
        Start Gatehouse, register a device, and publish the message above with any MQTT client. It is on the dashboard
        before you have looked up.
      </Closing>
    }
  >
    <Block title="Said, and then kept" lead="Most brokers acknowledge on arrival. Ours waits for the database.">
      <Steps steps={walk} marked="The broker acknowledges" />
    </Block>
    <Block
      title="The wire"
      lead="MQTT 3.1.1 on the embedded broker; 5 as well through one of your own. Quality of service 1."
      rows={wire}
    />
    <Block title="What each device says" lead="As it can be published, word for word.">
      <Sample title="A door: gatehouse/v1/door-main/event" text={door} />
      <Sample title="A people counter: gatehouse/v1/counter-lobby/count" text={count} />
      <Sample title="Anything: gatehouse/v1/door-main/status" text={status} />
    </Block>
    <Story
      title="Commands, and what came of them"
      text={[
        'A command to a door is recorded before it leaves, and sent once. The door confirms it or refuses it with a reason; where it does neither in time, the screen shows No answer: it may have happened.',
        'The list shows what each door reports, not what somebody wanted. Doors of Shelly, Zigbee2MQTT and Home Assistant take the commands that their hardware knows.',
      ]}
      figure={
        <Picture
          name="doors-list"
          alt="The list of doors: one forced open, one held open, one in maintenance, the others locked or unlocked by schedule."
        />
      }
    />
    <Block title="How much it takes in">
      <Figures figures={figures} measured={measured} />
    </Block>
  </ProductPage>
)

const reading = `{
  "id": "g1-77",
  "at": "2026-11-21T06:39:00Z",
  "channel": "CO",
  "value": 12.5,
  "unit": "ppm",
  "quality": "good"
}`

const door = `{ "id": "d1-000124", "at": "2026-11-21T06:39:02Z",
  "type": "access", "direction": "entry",
  "credential": "card:0012345678",
  "result": "granted", "taken": true }`

const count = `{ "id": "c1-9", "at": "2026-11-21T06:40:00Z", "in": 3, "out": 1 }`

const status = `{ "id": "d1-1", "at": "2026-11-21T06:00:00Z",
  "online": true, "battery": 97, "signal": -61 }`

const walk = {
  'A device publishes': 'With its own user name and password, and only to its own topics.',
  'The message is read': 'What has no sense goes to quarantine, whole and with the reason, and can be replayed.',
  'It is committed': 'Together with what it changes: the latest value, the sums, the entry in the log.',
  'The broker acknowledges':
    'No acknowledgement? The device says it again, under the same id, and it is still stored once.',
}

const wire = {
  'One topic each': 'gatehouse/v1/{device}/{kind}: event, state, reading, count, call, status, and ack for commands.',
  'An id': 'Unique per device. A repetition within thirty days is acknowledged and not stored again.',
  'A time': 'The device’s own. Late messages find their place in history and in the sums.',
  'A fault is a fault': 'A reading without a value says why: fault, warming up, over range. Never zero.',
  'More than asked': 'Unknown fields are kept, not refused.',
  'The same over HTTP':
    'Up to a thousand messages in one call with an API key; a result for each, once they are stored.',
}

const figures = [
  {
    value: '24,426',
    unit: 'messages a second',
    text: 'for a minute on end, from 1,000 detectors with a connection and credentials each; server on one core. Every acknowledged id was in the store exactly once, and every sum right.',
  },
  {
    value: '0.14',
    unit: 'of the limit',
    text: 'is that of what the same PostgreSQL takes in when rows are poured into it with nothing around them: no devices, no rights, no acknowledgement.',
  },
] as const

const measured = 'Two cores of an AMD EPYC, 24 GB of memory, everything on one machine, 21 November 2026.'

export const runs: Claims = {
  'The embedded broker with a credential for each device, and gateways that carry a named set': [
    'devices.register',
    'devices.createGateway',
  ],
  'Doors, gas detectors, people counters, health; calls of intercoms and what cameras detect as events': [
    'events.list',
    'devices/gatehouse.ts',
  ],
  'Commands to doors with an answer: confirmed, refused, or no answer, which means that nobody knows': [
    'doors.unlock',
    'commands.byId',
  ],
  'Access decided by the server for a controller that asks, or by the list that it holds while it is offline': [
    'decisions.decide',
    'decisions.lists',
  ],
  'Gas transmitters polled over Modbus TCP and BACnet/IP': ['devices/modbus', 'polling.tryConnection'],
  'The same messages over HTTP with an API key': ['ingest.batch', 'ingest.createApiKey'],
  'Rejected messages with the reason, replayed on the screen': [
    'ingest.quarantine',
    'ingest.replay',
    '/settings/integrations/*',
  ],
  'An external broker instead of the embedded one': ['docs/operators.md'],
}

export const notYet: Claims = {
  'ONVIF and RTSP for cameras, SIP for intercoms: their pictures and voices': [
    'devices/onvif',
    'devices/rtsp',
    'devices/sip',
  ],
  'Firmware updates of devices': ['devices.updateFirmware'],
}
