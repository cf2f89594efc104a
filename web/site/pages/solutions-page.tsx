// Solutions: by place in a building, and by who works there.
import type { Head } from '../../kit/public-page.ts'
import { Link } from '../../kit/place.tsx'
import { headOf } from '../frame/page-head.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { Block } from '../sections/block.tsx'
import { Building } from '../sections/building.tsx'
import { Closing } from '../sections/closing.tsx'
import { Hero, Way } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'
import { Story } from '../sections/story.tsx'

export const head = (): Head =>
  headOf({
    title: 'Solutions: from the car park to the roof',
    description:
      'What Gatehouse watches at the entrance, on office floors, in the plant room, the car park and the loading bay, and what each person who works there sees.',
    trail: [{ to: '/solutions', name: 'Solutions' }],
  })

export const Page = () => (
  <PublicFrame>
    <Hero
      title="From the car park to the roof"
      lead="Start with the place that worries you. A building is not bought in modules: what the plant room needs and what the lobby needs are the same system, seen by different people."
      aside={<Building />}
    >
      <Way to="/dashboardtabs">Walk through it live</Way>
    </Hero>
    <Block
      title="By place"
      lead="As in the drawing, which is the demo building that comes with Gatehouse."
      rows={places}
    />
    <Story
      turned
      title="The guard"
      text={[
        'What needs a person stands first and pulses once. Doors, gas and people on one screen by day, dark at night; the same on the phone when walking. A door is unlocked there, and says whether it obeyed.',
        'By keyboard, if both hands are on it. Every value says how old it is, so that nobody walks to a door that was closed a minute ago.',
      ]}
      figure={
        <Picture
          name="plan"
          alt="A floor on its plan: the fire exit is forced open, the shutter of the loading bay is held open, every other device is where it stands."
        />
      }
    />
    <Story
      title="The facility or safety manager"
      text={[
        'Readings with their trend and set points, which devices need a battery, who was in the building that evening and why a card was refused. The last fire drill with its times, beside the one before.',
        <>
          Averages over a shift, calibration and generated reports are missing today; see{' '}
          <Link to="/products/safety-automation">safety automation</Link>.
        </>,
      ]}
      figure={
        <Picture
          name="muster"
          narrow="muster-phone"
          alt="A fire drill: 37 of 47 accounted for, one missing, each person with where they were last seen."
        />
      }
    />
    <Story
      turned
      title="The administrator"
      text={[
        'People, roles and labels in sentences. Who joins gets an invitation; who leaves is out within a second, wherever they are signed in.',
        <>
          “Why may she open the server room?” has an answer on the screen. More in{' '}
          <Link to="/products/enterprise-solutions">enterprise solutions</Link>.
        </>,
      ]}
      figure={<Picture name="roles" alt="The roles of a company with what each may do, in sentences." />}
    />
    <Block title="The integrator" lead="Many customers, one installation or many." rows={integrator} />
    <Closing topic="product" title="Tell us about your building">
      What stands in it, what worries you, which devices are there already. We answer with what Gatehouse does for it
      today and what it does not.
    </Closing>
  </PublicFrame>
)

const places = {
  'Entrance and lobby':
    'Who came in by card or was let in, who was refused and why; how many are inside. Held and forced doors stand out with the seconds counting.',
  'Office floors':
    'Presence by floor, carbon dioxide in meeting rooms with its trend, doors that belong to one tenant seen by that tenant only.',
  'Plant room':
    'Explosive gas, oxygen, carbon dioxide and ammonia beside boiler and chiller, against low and high. A detector in fault is a fault, not a calm line.',
  'Car park': 'Carbon monoxide and nitrogen dioxide by level, and the doors that lead up from it.',
  'Loading bay':
    'A shutter that stays open is named while it does, with the seconds counting. Who came through by card is on the log.',
  'Server room, archive, roof': 'Behind a label: who does not have it sees neither the door nor its events.',
}

const integrator = {
  'One company each': 'Customers share the installation and know nothing of each other. You switch between them.',
  'Their hardware': 'Own wire, HTTP, Zigbee2MQTT, Shelly, Home Assistant. What introduces itself waits for a person.',
  'No licence to count': 'MIT: no price per door, reader or seat, and nothing that stops when a contract does.',
}
