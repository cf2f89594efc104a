// Safety automation: gas, doors in alarm, honest state; supervisory, and said so.
import type { Head } from '../../kit/public-page.ts'
import { ProductPage, productHead } from './product-page.tsx'
import { Block } from '../sections/block.tsx'
import { Way } from '../sections/hero.tsx'
import { HonestValue } from '../sections/honest-value.tsx'
import { Picture } from '../sections/picture.tsx'
import { Story } from '../sections/story.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import type { Claims } from '../sections/standing.tsx'

export const head = (): Head =>
  productHead(
    'Safety automation: gas, doors, honest state',
    'Live gas readings against their set points, doors forced or held open, and devices that fall silent, in words and signs nobody has to interpret.',
    'Safety automation',
    '/products/safety-automation',
  )

export const Page = () => (
  <ProductPage
    title="Safety automation"
    lead="What could hurt somebody stands first: gas past its set point, a door forced or held open, a detector that no longer speaks. Everything else stays quiet."
    aside={
      <Picture
        name="gas"
        first
        alt="Gas readings of the demo building by place; carbon monoxide in the southern car park is above its low set point, with its trend and an age of seconds."
      />
    }
    ways={<Way to="/dashboardtabs">Take the live tour</Way>}
    runs={runs}
    notYet={notYet}
  >
    <Story
      title="Silence is not safety"
      text={[
        'A detector that has failed reports nothing, and a screen that shows its last good value is a danger. Here the value grows old in front of you, turns stale, and then says that its device is off line.',
        'A sensor that reports a fault shows a fault and no number. One that warms up says so. One past its range says that, too.',
      ]}
      figure={<HonestValue />}
    />
    <Block
      title="Set points"
      lead="Where low and high begin, unless you use others in your detectors: the usual settings of portable detectors. They are drawn as lines into every trend."
    >
      <PlainTable
        heads={['Gas', 'Low', 'High', 'Unit']}
        rows={gases.map((cells) => ({ key: cells[0], cells }))}
        table="w-full text-lg"
        head="text-md! font-semibold"
        first={`${cell} font-semibold`}
        cell={`${cell} text-muted`}
      />
      <p className="mt-4 max-w-[62ch] text-lg text-muted">
        Oxygen is the exception: below 19.5 % there is too little of it, above 23.5 % too much. Temperature and humidity
        are shown without set points.
      </p>
    </Block>
    <Story
      turned
      title="A door has more than two states"
      text={[
        'Locked and closed are two things, and neither says that nobody has forced the frame. Gatehouse keeps mode, lock, contact, alarm, tamper and fault apart, in the words of the ONVIF door standard.',
        'Forced open is critical at once. Held open is high, with the seconds counting. What the door last reported is what you see.',
      ]}
      figure={
        <Picture
          name="doors"
          sizes="(min-width: 900px) 30rem, 100vw"
          alt="The list of doors: the loading bay shutter is held open and stands first, the others are closed and locked."
        />
      }
    />
    <Story
      title="Who is still inside"
      text={[
        'A roll-call lists whoever badged in and not out, with how far each line may be believed. Several wardens mark people at once on their phones; without a connection the marks wait and are sent once.',
        'It does not prove that nobody else is inside: whoever followed somebody through a door is on no list. What the counters counted stands beside it, as a second opinion.',
      ]}
      figure={
        <Picture
          name="muster"
          narrow="muster-phone"
          alt="A roll-call under way: 37 of 47 accounted for, one person missing, and the counters say 25 more than the list."
        />
      }
    />
    <Block title="What it is not" lead="Read this before you rely on it." rows={limits} />
  </ProductPage>
)

const cell = 'border-b border-b-line py-3 ps-0 pe-4 text-start align-top'

const gases = [
  ['Carbon monoxide (CO)', '35', '70', 'ppm'],
  ['Hydrogen sulphide (H₂S)', '10', '20', 'ppm'],
  ['Oxygen (O₂)', '19.5', '23.5', '% vol'],
  ['Explosive gases (LEL)', '10', '20', '% LEL'],
  ['Carbon dioxide (CO₂)', '0.5', '1.0', '% vol'],
  ['Nitrogen dioxide (NO₂)', '3', '6', 'ppm'],
  ['Sulphur dioxide (SO₂)', '2', '4', 'ppm'],
  ['Ammonia (NH₃)', '25', '50', 'ppm'],
] as const

const limits = {
  Supervisory:
    'Gatehouse shows and records what certified detectors measure. It is not certified itself and replaces neither a detector’s own siren nor a gas control panel.',
  'No fire panel':
    'Smoke contacts can be recorded as events. Detection, evacuation and release of fire doors stay with the fire alarm system.',
  'Egress comes first':
    'Nothing in Gatehouse keeps a person in. Fit hardware that opens from the inside without power and without us.',
}

export const runs: Claims = {
  'Live readings of CO, H₂S, O₂, LEL, CO₂, NO₂, SO₂ and NH₃ with quality, age and trend': [
    'gas.recorded',
    'gas.history',
  ],
  'Low and high set points, shown as words, lines and order': ['gas.history'],
  'Eight-hour and fifteen-minute averages (TWA, STEL) with their own limits, on the screen': [
    'gas.averaged',
    'gas.channels',
    '/gas-monitoring',
  ],
  'Set points edited and versioned on the screen, each with its source, by one person or two': [
    'setPoints.apply',
    'setPoints.approve',
    'setPoints.history',
    '/gas-monitoring',
  ],
  'Calibrations and bump tests with their due dates and certificates, on the screen': [
    'detectorService.recordEntry',
    'detectorService.certificate',
    '/gas-monitoring',
  ],
  'Doors forced or held open, acknowledged with a name, and one timeline for each incident': [
    'alarms.acknowledge',
    'events.timeline',
  ],
  'Commands to doors, and a lockdown that never blocks the way out': ['doors.lock', 'lockdowns.trigger'],
  'Gas alarms that stay until a person has acknowledged them and the cause is gone': [
    'alarms.acknowledge',
    'alarms.resolve',
    '/alarms',
  ],
  'Escalation to the next person, and procedures to follow': ['escalations.create', 'alarms.check'],
  'Roll-calls of who is inside, from several phones, with a report': ['muster.start', 'muster.evaluation'],
  'Devices that fall silent or lose power are greyed and named': ['devices.statusChanged'],
  'A simulator that stages a leak, a forced door, a muster or a power cut, to train with': ['simulator/scenarios.ts'],
}

export const notYet: Claims = {
  'Live pictures of the nearest camera beside an alarm': ['/livecam', 'cameras'],
}
