// Counting and honest forecasts: what runs, and the rules for what does not exist yet.
import type { Head } from '../../kit/public-page.ts'
import { ProductPage, productHead } from './product-page.tsx'
import { Block } from '../sections/block.tsx'
import { Way } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'
import { Story } from '../sections/story.tsx'
import type { Claims } from '../sections/standing.tsx'

export const head = (): Head =>
  productHead(
    'AI solutions: counting, and honest forecasts',
    'What machines count in a building today, and how forecasts will be judged: against the plain figure of last week, with their error shown beside them.',
    'AI solutions',
    '/products/ai-solutions',
  )

export const Page = () => (
  <ProductPage
    title="AI solutions"
    lead="A forecast is worth something when it beats the plain guess that next Tuesday will be like last Tuesday. That is how ours will be judged, in front of you. Until then there is what every model begins with: counts that are right."
    aside={
      <Picture
        name="inside"
        first
        sizes="(min-width: 900px) 24rem, 100vw"
        alt="How many people are inside now and on which floor, with today’s entries, exits and refusals."
      />
    }
    ways={<Way to="/dashboardtabs">See it count</Way>}
    runs={runs}
    notYet={notYet}
  >
    <Story
      turned
      title="Counting, today"
      text={[
        'Counters at the doors say how many went in and out since they last spoke. Each message is stored once, however often it is sent and however late it comes, and adds to the sums of its minute, hour and day in the same step.',
        'Who is inside now comes from cards and doors, by zone: who entered and has not left. It says so when it is old.',
      ]}
      figure={<Picture name="log" narrow="log-phone" alt="The entry and exit log, from which presence is computed." />}
    />
    <Block
      title="How a forecast will be judged"
      lead="There is no forecast in Gatehouse today. These are the rules that one has to pass, written before it exists."
      rows={rules}
    />
    <Block title="What we will not do" rows={never} />
  </ProductPage>
)

const rules = {
  'Against a plain guess':
    'Every forecast stands beside the seasonal-naive one: the same hour, a week ago. Where that is better, it is the one you see.',
  'With its error': 'Measured on past weeks that it had not seen, and shown with every curve.',
  'Not enough data': 'Under four weeks of history there is no forecast, and the page says that instead of drawing one.',
  'A reason in words':
    'What is called unusual says why: “first entry after 22:00 in 90 days”. Right or wrong, you say; the share of right ones is shown.',
}

const never = {
  'No verdict on a person': 'Nothing is blocked, reported or sanctioned by a model. It points; people decide.',
  'No faces': 'Counting does not need to know who somebody is.',
  'No cloud': 'Models run on your machine, with the rest. Your building trains nobody else’s.',
}

export const runs: Claims = {
  'People counters over MQTT, HTTP or adapters, with sums by minute, hour and day': ['ingest.batch', 'peopleCount.now'],
  'Occupancy by counters with an error band and limits, on the screen': ['/people-count', 'occupancy.now'],
  'Flow, busiest hours and hours of the week, with every number as a table and a file': [
    'peopleCount.flow',
    'peopleCount.heatMap',
  ],
  'Who is inside now, by zone, from entries and exits': ['entryExit.inside', '/entry-exit/dashboard'],
  'A second opinion in a roll-call: how many more the counters say than the list': ['muster.inside'],
  'Entries without an exit found and corrected, so that presence stays right': [
    'entryExit.unmatchedList',
    'entryExit.correct',
  ],
  'Ninety days of a demo building’s history and alarms to look into': [
    'demo/history.ts',
    'server/system/demo/alarm-past.ts',
  ],
}

export const notYet: Claims = {
  'Forecasts of entries by quarter hour and hour, in the time zone of the site': ['read_analytics', '/analytics'],
  'Unusual entries with a reason, and a verdict from you': ['read_entry_exit_ml_report', '/entry-exit/ml'],
  'Counting on camera pictures, on your own machine': ['cameras', '/livecam'],
}
