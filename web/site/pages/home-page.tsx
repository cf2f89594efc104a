// The home page: what this is, what it looks like, and the way in.
import { usePlace } from '../../kit/place.tsx'
import type { Head } from '../../kit/public-page.ts'
import { leaveStateIn, useSession } from '../../kit/session/session-state.ts'
import { later } from '../../ui/feedback/later.tsx'
import { headOf, organisation, software } from '../frame/page-head.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { Block } from '../sections/block.tsx'
import { Closing } from '../sections/closing.tsx'
import { Figures } from '../sections/figures.tsx'
import { Hero, Way } from '../sections/hero.tsx'
import { HonestValue } from '../sections/honest-value.tsx'
import { Picture } from '../sections/picture.tsx'
import { type Claims, Standing } from '../sections/standing.tsx'
import { StateWords } from '../sections/state-words.tsx'
import { Steps } from '../sections/steps.tsx'
import { Story } from '../sections/story.tsx'

// Of nobody's concern who comes here for the first time.
const SessionEnded = later(async () => (await import('./session-ended.tsx')).SessionEnded, 'silent')
const WayOn = later(async () => (await import('./way-on.tsx')).WayOn, 'silent')

export const head = (): Head =>
  headOf({
    title: 'One place for everything your building reports',
    description:
      'Gatehouse is the self-hosted, open platform a building is run on: who came in, what every door, gas detector and people counter says right now.',
    canonical: '/',
    jsonLd: [organisation, software],
  })

export const Page = () => {
  const state = leaveStateIn(usePlace().state)
  return (
    <PublicFrame>
      {state?.sessionExpired && <SessionEnded />}
      <Hero
        title="One place for everything your building reports"
        lead="Who came in, what every door, gas detector and people counter says right now, and a record that stays. Hosted by you, on your own machine."
        below={
          <Picture
            name="dashboard"
            narrow="dashboard-phone"
            first
            sizes="(min-width: 1240px) 74rem, 100vw"
            alt="The dashboard of Meridian Tower: a carbon monoxide alarm and a door held open stand first, then doors, gas readings with their age, and how many people are inside."
            caption="The dashboard of the demo building, during a staged leak."
          />
        }
      >
        <WaysIn from={state?.from} />
      </Hero>
      <Story
        title="Every value says how old it is"
        text={[
          'A reading without an age is a rumour. In Gatehouse each live value carries its age, its quality and its source, and what falls silent turns grey by itself.',
          'Unknown, stale and faulty are states of their own: never zero, never green. A door shows what it last reported, not what somebody hoped when pressing a button. Try it.',
        ]}
        figure={<HonestValue />}
      />
      <Story
        turned
        title="Who came in, and why the door said no"
        text={[
          'Every entry, exit and refusal with its person, door, method and reason, as it happens. Ask by person, door, result or days; each line opens in full, with what happened at that door just before and after.',
          'What a device sends twice is stored once. What it sends late stands where it belongs.',
        ]}
        figure={
          <Picture
            name="log"
            narrow="log-phone"
            alt="The entry and exit log with filters by person, door, result and period; a refusal stands out in the list."
          />
        }
      />
      <Story
        title="Doors, where they are"
        text={[
          'Unlock, hold or lock one from its plan or list, and see what it answered. A forced door offers a roll-call.',
        ]}
        figure={<Picture name="plan" alt="A floor with its devices; a forced fire exit stands out." />}
      />
      <Block title="What becomes of a reading" lead="One gas reading, from detector to screen. The order is the point.">
        <Steps steps={walk} marked="Only now is it acknowledged" />
      </Block>
      <Block title="Measured, not claimed" lead="The benchmark comes with the source: run it yourself.">
        <Figures figures={figures} measured={measured} />
      </Block>
      <Block
        title="One vocabulary for every state"
        lead="Colour never speaks alone. The same ten words, each with its sign, stand on every screen."
      >
        <StateWords />
      </Block>
      <Block title="Yours, whole" lead="No account with us, no call home, nothing rented." rows={yours} />
      <Standing runs={runs} notYet={notYet} />
      <Closing />
    </PublicFrame>
  )
}

const WaysIn = ({ from }: { readonly from: string | undefined }) => (
  <>
    {useSession().status === 'out' ? (
      <Way to="/signin" state={from ? { from } : null}>
        Sign in
      </Way>
    ) : (
      <WayOn />
    )}
    <Way to="/dashboardtabs" quiet>
      Take the live tour
    </Way>
  </>
)

const walk = {
  'The detector sends it': 'Over MQTT or HTTP, with an id of its own and the time by its own clock.',
  'It is understood, or kept with the reason why not':
    'What cannot be read waits in quarantine to be looked at. It never stops the rest.',
  'It is stored': 'Committed to PostgreSQL, once, with the latest value and the sums of its minute, hour and day.',
  'Only now is it acknowledged':
    'A detector that hears nothing says it again. Kill the server at any moment: what was acknowledged is there.',
  'It goes to who may see it': 'By permission, company and label, asked of the server for every event.',
  'It is on your screen': 'With its age, its set points and, should the connection be lost, greyed.',
}

const figures = [
  {
    value: '31',
    unit: 'ms',
    text: 'from a device’s message to the changed pixel in a browser, median, stored and sorted by rights on the way, with 100 browsers listening. Of every hundred, 99 took at most 55 ms.',
  },
  {
    value: '24,426',
    unit: 'messages a second',
    text: 'for a minute on end from 1,000 detectors, the server on one core; each acknowledged one was stored exactly once.',
  },
  {
    value: '0.8',
    unit: 's',
    text: 'from npm start to ready, the second time, with 90 days of a building’s history in the store.',
  },
] as const

const measured =
  'Two cores of an AMD EPYC, 24 GB of memory, Node.js 24, everything on one machine, 21 November 2026. Another machine gives other figures.'

const yours = {
  'On your own machine':
    'One command starts the server, its database, the broker for devices and, if you like, two demo buildings. Nothing calls home: browsers talk to your server alone.',
  'Open, MIT licence': 'Read it, change it, run it for others. Nothing is held back for a dearer edition.',
  'Supervises, does not replace':
    'Gatehouse is no certified gas detector and no fire panel. It stands beside them, and says so here too.',
}

export const runs: Claims = {
  'Doors live in a list and on the plan: unlock, hold and lock them, by schedule or in a lockdown': [
    'doors.unlock',
    'lockdowns.trigger',
  ],
  'Access levels, cards, PINs, phones and visitor passes, and why a door refused': ['passes.issue', 'decisions.why'],
  'Roll-calls from several phones, with or without a connection': ['muster.marks'],
  'Gas readings, people counters and device health with their age': ['gas.recorded'],
  'Alarms that escalate until answered': ['alarms.acknowledge', 'escalations.create'],
  'A log of entries and exits, and an activity log that Verify checks for alterations': ['activity.verify'],
  'Zigbee2MQTT, Shelly, Home Assistant discovery, an ingest API and signed webhooks': ['webhooks.create'],
}

export const notYet: Claims = {
  'Live cameras, and intercoms that ring in the application': ['/livecam', 'cameras', 'intercoms'],
  'Generated reports, analytics and forecasts': ['read_analytics', 'generate_reports'],
}
