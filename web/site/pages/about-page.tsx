// About Gatehouse: why it exists, what it promises, how it is made.
import type { Head } from '../../kit/public-page.ts'
import { headOf, organisation } from '../frame/page-head.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { Block } from '../sections/block.tsx'
import { Closing } from '../sections/closing.tsx'
import { Hero, Way } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'
import { type Claims, Standing } from '../sections/standing.tsx'
import { Story } from '../sections/story.tsx'

export const head = (): Head =>
  headOf({
    title: 'About: why it exists and how it is made',
    description:
      'Doors, intercoms, gas and counting live in four systems that do not know each other. Gatehouse is one, open, on your own machine, and honest about itself.',
    jsonLd: [organisation],
    trail: [{ to: '/about', name: 'About' }],
  })

export const Page = () => (
  <PublicFrame>
    <Hero
      title="A building should be able to say how it is"
      lead="Most buildings have a system for doors, another for gas, a third that counts and a fourth that rings. None knows the others, and few admit what they do not know. Gatehouse is one system for all of it, open, on your own machine."
      below={
        <Picture
          name="dashboard"
          narrow="dashboard-phone"
          first
          sizes="(min-width: 1240px) 74rem, 100vw"
          alt="The dashboard of the demo building with doors, gas, people inside and the newest entries."
        />
      }
    >
      <Way to="/products">What it does</Way>
      <Way to="/blog" quiet>
        Read the blog
      </Way>
    </Hero>
    <Block title="Five promises" lead="Every screen is judged by them." rows={promises} />
    <Story
      title="For whom"
      text={[
        'The guard at night with four screens and a phone. The facility manager who has to know on Monday what the gas did on Sunday. The administrator who is asked why somebody may open that door.',
        'And the visitor, who will never hear of it: somebody knows that you are in the building, should it have to be emptied.',
      ]}
      figure={
        <Picture
          name="decision"
          alt="One refused entry in full: who, where, why, and what happened at the same door before and after."
        />
      }
    />
    <Block title="How it is made" rows={making} />
    <Block title="What it is not" rows={limits} />
    <Standing runs={runs} notYet={notYet} />
    <Closing />
  </PublicFrame>
)

const promises = {
  'Honest state':
    'Every live value shows its age, source and quality. Unknown, stale, warming up and faulty are states of their own.',
  'Nothing acknowledged is lost':
    'A device’s message is acknowledged after it is stored. Server and database are killed under load, over and over, to see that this holds.',
  'The server decides': 'Permission, company and label hold in calls and live events alike. The browser only hides.',
  'One incident, one timeline':
    'What a door reported, what it was commanded, who acknowledged it and the roll-call that followed stand on one page.',
  'History that can be proven':
    'Entries of the activity log are chained and signed. Verify names the first one that does not hold.',
}

const making = {
  'In the open': 'MIT licence. The reasons for each larger decision lie beside the code, with what was rejected.',
  'Against real things':
    'Tests start a real server, a real database, a real broker, a real mail server and a real browser. Nothing is pretended.',
  'For everybody':
    'By keyboard, by screen reader, at twice the size, in light and dark. Each page is checked for it, automatically and by hand.',
  'Small enough to own':
    'One program and PostgreSQL. No file over 400 lines. Whoever wants to change a thing finds it under its name.',
}

const limits = {
  'Not certified':
    'It supervises. It does not replace a certified gas detector, a fire panel or a lock that opens from the inside.',
  'Not finished': 'Cameras, intercoms and reports are missing. Each product page draws the line.',
}

export const runs: Claims = {
  'Doors, access, visitor passes, gas, people counters, roll-calls and lockdowns in one product': [
    'doors.list',
    'passes.issue',
    'muster.start',
    'lockdowns.trigger',
  ],
  'One page for each incident': ['events.timeline'],
  'Occupancy with its error band and its limits, and displays at entrances': ['/people-count', '/display'],
  'Alarms that escalate until a person answers': ['alarms.acknowledge', 'escalations.create'],
  'A record with Verify': ['activity.verify'],
}

export const notYet: Claims = {
  'Pictures of cameras and calls of intercoms: what they detect is stored as events': [
    '/livecam',
    'cameras',
    'intercoms',
  ],
  'Analytics, generated reports, forecasts': ['read_analytics', 'generate_reports', 'read_entry_exit_ml_report'],
}
