// Cybersecurity: what docs/security.md promises, and what it does not.
import type { Head } from '../../kit/public-page.ts'
import { ProductPage, productHead } from './product-page.tsx'
import { Block } from '../sections/block.tsx'
import { Closing } from '../sections/closing.tsx'
import { Way } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'
import { Story } from '../sections/story.tsx'
import type { Claims } from '../sections/standing.tsx'

export const head = (): Head =>
  productHead(
    'Cybersecurity: promises with their proof',
    'How Gatehouse decides who may see and do what: permissions on the server, passkeys, sessions that end at once, a local password list, and open limits.',
    'Cybersecurity',
    '/products/cybersecurity',
  )

export const Page = () => (
  <ProductPage
    title="Cybersecurity"
    lead="A system that knows who is inside a building is worth breaking into. So each promise about identity and access is written down beside the test that proves it, and so is what is not promised."
    aside={
      <Picture
        name="policy"
        first
        alt="The security page of a company: it chooses whether long passwords replace mixed ones and which second factor is asked for."
      />
    }
    ways={<Way to="/contact?about=security">Ask about security</Way>}
    runs={runs}
    notYet={notYet}
    closing={
      <Closing topic="security" title="Have it looked at">
        Start one on a machine of your own, with two companies in it, and try to get from one to the other. If you find
        a way, tell us privately: you are named with the mend if you like.
      </Closing>
    }
  >
    <Block
      title="The server decides"
      lead="At every call, and for every event on an open connection, by what the database says at that moment. What the browser hides is a courtesy."
      rows={decides}
    />
    <Story
      turned
      title="Ways in, and what each is worth"
      text={[
        'A password is one factor. So is Google or GitHub, whatever was done there. A passkey is two: the device, and its check of the person. Codes by mail, an authenticator app and recovery codes come second.',
        'A company may ask for a second factor, or for a strong one: then a password with a mailed code opens one’s own account and nothing else.',
      ]}
      figure={
        <Picture
          name="account"
          alt="One’s own account: password, second step, passkeys, connected providers, trusted browsers and open sessions on one page."
        />
      }
    />
    <Story
      title="A record that shows its own alteration"
      text={[
        'Each entry of the activity log is chained to the one before by its hash, and the end of the chain is signed with a key that is not in the database. Verify reads all of it and names the first entry that was changed, removed, moved or slipped in.',
        'Download the checkpoint and store it where nobody of this installation can write: then a rewritten record is found even if whoever rewrote it had the key and the database.',
      ]}
      figure={
        <Picture
          name="verify"
          alt="The activity log just verified: every entry checked, every link holds, and the checkpoint to download."
        />
      }
    />
    <Block title="In detail" lead="Each of these has its tests; they run with every change." rows={detail} />
    <Block
      title="Not promised"
      lead="A page about security that ends before this section is advertising."
      rows={notPromised}
    />
  </ProductPage>
)

const decides = {
  Permission:
    'Each operation names the permission that it asks for; one that names none cannot be served. A test walks every operation and every live event with every role, with nobody, and with expired and suspended sessions.',
  Company:
    'What belongs to another company answers as what does not exist. Random operations are made against a marked company beside it, and nothing of the mark may come out.',
  Label: 'What a label marks is seen by who has the label: in lists, in calls and in live events alike.',
  'Nobody gives what they do not hold':
    'Roles and permissions are given by who has them. The last administrator of a company stays, even if two are removed in the same moment.',
}

const detail = {
  Sessions:
    'A row in the store, ended at once and everywhere: by oneself, by an administrator, by a changed right. Eight hours after the last check, seven days in any case.',
  Passwords:
    'Kept as argon2id. The 50,000 commonest leaked ones are refused by a list on your machine: no password, and no part of one, is sent anywhere.',
  Guessing:
    'Ten failures lock an address for a day, whether it has an account or not. No answer tells which addresses do: same words, same work, same time.',
  Browsers:
    'A strict content policy, cookies that scripts cannot read, a token against forged forms on every write, no foreign origin at all.',
  Uploads: 'Pictures are decoded and written anew without their metadata; nothing is given out as it was sent.',
  'Secrets at rest':
    'Hashed where they need not be read again, sealed with AES-256-GCM where they must be. A copy of the database alone opens no authenticator app.',
  'Whom it talks to':
    'Its database, your mail server, your broker, and Google or GitHub if you set them up. Nobody else.',
}

const notPromised = {
  'Against its own keeper':
    'Who controls the machine or the store can read and change everything. Changes of the activity log are found, unless the key was there as well: then only a checkpoint stored elsewhere shows them.',
  'Against the mailbox': 'Unless a company asks for a strong factor, whoever reads somebody’s mail is that person.',
  'Against floods from many places': 'Limits are per address and node; a proxy or the network must help.',
  'Devices on the wire':
    'The embedded broker speaks plain MQTT. Keep devices on a network of their own, or use an encrypted broker.',
  'A stamp': 'Nobody outside has tested Gatehouse. Our table against OWASP ASVS 5.0 is our own reading.',
}

export const runs: Claims = {
  'Passkeys, authenticator app, codes by mail, recovery codes, trusted browsers': [
    'secondFactors.addPasskey',
    'secondFactors.confirmTotp',
    'secondFactors.newRecoveryCodes',
  ],
  'A list of one’s sessions, each ended at will, and letters about new browsers': ['auth.sessions', 'auth.endSession'],
  'Company policy for passwords, second factors and where the token lies': [
    'companies.setPolicy',
    '/settings/security',
  ],
  'Looking through another’s eyes: read only, fifteen minutes, on the record under both names': ['users.viewAs'],
  'An activity log of every write, sign-in and refused call, on the screen, by company': [
    'activity.list',
    '/activity-logs/*',
  ],
  'Its entries chained by hash and signed; Verify names the first that does not hold': [
    'activity.verify',
    'scripts/record.mjs',
  ],
  'Heads of the chain to store elsewhere: the only proof against who holds both key and database': [
    'activity.checkpoints',
  ],
}

export const notYet: Claims = {
  'Exchanging the vault key and the signing key': ['system.rotateKeys', 'scripts/keys.mjs'],
  'TLS on the embedded broker: today an encrypted broker of your own does it': ['server/building/ingest/tls'],
  'A test by somebody outside': ['docs/outside-test'],
}
