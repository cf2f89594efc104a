// iPhone and iPad: the web application there, with its limits.
import type { Head } from '../../kit/public-page.ts'
import { ProductPage, productHead } from './product-page.tsx'
import { Block } from '../sections/block.tsx'
import { Closing } from '../sections/closing.tsx'
import { Way } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'
import { Steps } from '../sections/steps.tsx'
import type { Claims } from '../sections/standing.tsx'

export const head = (): Head =>
  productHead(
    'iOS design: Gatehouse on iPhone and iPad',
    'The whole product in Safari and on the home screen: thumb-sized controls, live values, dark at night, signing in with Face ID or Touch ID by passkey.',
    'On iPhone and iPad',
    '/products/ios-design',
  )

export const Page = () => (
  <ProductPage
    title="On iPhone and iPad"
    lead="A guard on patrol has one hand free and no time. Gatehouse is the same product there, in Safari or from the home screen, with nothing to buy in a store and nothing to keep up to date."
    aside={
      <div className="grid grid-cols-[1fr_1fr] items-start gap-4 [&>:last-child]:mt-12">
        <Picture
          name="dashboard-phone"
          first
          sizes="(min-width: 900px) 18rem, 50vw"
          alt="The dashboard on a phone: what needs attention first, then doors."
        />
        <Picture
          name="muster-phone"
          sizes="(min-width: 900px) 18rem, 50vw"
          alt="A roll-call on a phone: how many are accounted for, one missing, and the list of people."
        />
      </div>
    }
    ways={<Way to="/dashboardtabs">Open the tour on your phone</Way>}
    runs={runs}
    notYet={notYet}
    closing={
      <Closing title="Try it where you stand">
        Open this address on your iPhone or iPad and take the tour: the same live building, in your hand.
      </Closing>
    }
  >
    <Block
      title="Onto the home screen"
      lead="In Safari, on the address of your own installation. It opens in a window of its own."
    >
      <Steps steps={steps} />
    </Block>
    <Block title="Made for the hand" lead="Not a smaller desk: the same parts in another order." rows={hand} />
  </ProductPage>
)

const steps = {
  'Open Gatehouse in Safari': 'With https, as your administrator gave it to you, and sign in.',
  'Tap Share, then “Add to Home Screen”': 'The name is filled in. On an iPad it is the same menu.',
  'Open it from there':
    'Full height, without the browser’s bars. Your session is the one of that window: sign in once more, by passkey in a second.',
}

const hand = {
  'Face ID and Touch ID':
    'By passkey: the device checks you, and Gatehouse takes that for both factors. The passkey stays in your keychain and is bound to your installation’s name.',
  'Under the thumb': 'Whatever can be pressed is at least 44 points high, Apple’s own measure. A test measures it.',
  'Tables become cards':
    'Nothing scrolls sideways, down to 320 points. Details open as a sheet with an address of its own: Back closes it.',
  'Large type, and dark':
    'Text may grow to twice its size. Light and dark follow the device, or your choice; who asks for less motion gets none.',
  'Honest under ground':
    'Where the connection ends, in lift and cellar, every live value turns grey within five seconds and says why. It comes back by itself.',
  iPad: 'Upright or turned, the arrangement follows the room there is. With a keyboard attached every control can be reached by it.',
}

export const runs: Claims = {
  'Every page in Safari on iPhone and iPad, upright and turned': ['web/public/manifest.webmanifest'],
  'From the home screen, in a window of its own; starts without a connection': ['web/service-worker'],
  'Passkeys with Face ID and Touch ID': ['auth.signInWithPasskey'],
  'Push messages with a receipt, once it is on the home screen and you have allowed them': [
    'channels.subscribe',
    'channels.receipts',
  ],
  'Unlocking, holding and locking a door, with what the door answered': ['doors.unlock', 'doors.hold', 'doors.lock'],
  'A roll-call with one hand: marks wait in the phone while there is no connection, and are sent once': [
    'muster.marks',
  ],
  'Your own pass, a code that changes every 30 seconds': ['access.setUpMobile'],
  'Live values that say when the connection is away': ['devices.statusChanged'],
}

export const notYet: Claims = {
  'Answering an intercom from the phone': ['intercoms', 'answer_intercom'],
  'Live pictures of cameras': ['/livecam', 'cameras'],
  'Opening by holding the phone to a reader: its pass is a code on the screen': ['wallet'],
}
