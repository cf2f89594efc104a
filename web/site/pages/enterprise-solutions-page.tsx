// Enterprise: companies, sites, roles, labels, sign-in; what exists of it.
import type { Head } from '../../kit/public-page.ts'
import { ProductPage, productHead } from './product-page.tsx'
import { Block } from '../sections/block.tsx'
import { Way } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'
import { Steps } from '../sections/steps.tsx'
import { Story } from '../sections/story.tsx'
import type { Claims } from '../sections/standing.tsx'

export const head = (): Head =>
  productHead(
    'Enterprise solutions: companies, roles, labels',
    'Many companies on one installation, each for itself: sites, roles in plain words, labels, invitations, import, and sign-in with Google, GitHub or OpenID.',
    'Enterprise solutions',
    '/products/enterprise-solutions',
  )

export const Page = () => (
  <ProductPage
    title="Enterprise solutions"
    lead="A property manager with forty tenants, an integrator with forty customers, a group with one building in each city: one installation, and nobody who sees what is not theirs."
    aside={
      <Picture name="roles" first alt="The roles of a company with what each may do, in sentences, grouped by area." />
    }
    ways={<Way to="/company/register">Register your company</Way>}
    runs={runs}
    notYet={notYet}
  >
    <Block
      title="How it is divided"
      lead="Each line below belongs to the one above it, and everything belongs to a company."
    >
      <Steps steps={levels} />
    </Block>
    <Story
      title="Roles that can be read aloud"
      text={[
        'Every permission has a sentence: “Unlock and lock doors”, “See a member of staff in full”. Six roles come with each company; copy one and change it, or write your own.',
        'Whoever gives a role must hold all of it. Somebody asks why a person may do a thing? The answer stands beside the person, permission by permission, with the roles that it comes from.',
      ]}
      figure={<Picture name="staff" alt="The staff of the demo company with department and job, found by typing." />}
    />
    <Story
      turned
      title="What a person carries, and opens"
      text={[
        'Cards, PINs and phones, the levels that a person has and by which group, since when. A lost card is stopped there; its replacement opens what it opened.',
        'A change for many people is shown line by line before it is saved: who gains which door, and who loses it.',
      ]}
      figure={
        <Picture
          name="person"
          alt="One person: may enter, a card and a phone that are valid, and the access level that comes with a group."
        />
      }
    />
    <Block title="People come and go" lead="Without a ticket for each." rows={people} />
    <Block title="Signing in with what you have" rows={signIn} />
  </ProductPage>
)

const levels = {
  Company: 'What another company has does not exist here: not in lists, not in live events, not in searches.',
  Site: 'With a time zone of its own: times are those of the building, not of the reader.',
  'Floor and zone': 'Doors lead from one zone to another, so that it is known who is where.',
  Device: 'A door, a gas detector, a counter, a camera or an intercom, with its own credential.',
  'Label, across all of these':
    'Mark a site, a zone or a device, and only who has the label sees it. For the laboratory, the tenant on floor three, the night shift.',
}

const people = {
  Invitation: 'By mail, with roles and labels already chosen, for one address, for seven days. It can be taken back.',
  Import: 'A spreadsheet saved as CSV, judged line by line before anything happens.',
  Request: 'Somebody asks to join; who manages people decides. The answer never tells whether the company exists.',
  Suspension: 'Ends every session within a second, on open connections too.',
  'View-as': 'See what a person sees, never more than both may, read only, for fifteen minutes, on the record.',
}

const signIn = {
  Google: 'Your Workspace only, if you register it as internal.',
  'OpenID Connect': 'Another provider with PKCE in Google’s place, by one setting. The button still says Google.',
  GitHub: 'Or a GitHub Enterprise Server of your own.',
  'Not yet': 'SAML and provisioning by SCIM. If you need them, write to us: it decides what comes next.',
}

export const runs: Claims = {
  'Many companies on one installation, and switching between them for who looks after all': [
    'companies.create',
    'companies.switchTo',
  ],
  'Six roles to begin with, own ones, and the reason why somebody may do something': [
    'roles.create',
    'users.permissions',
  ],
  'Labels on sites, zones and devices, held in calls and live events': ['labels.setMarks'],
  'Access levels and groups of people and doors; a change is previewed before it is saved': [
    'access.previewAssign',
    'access.assign',
  ],
  'Invitations, requests to join, import of people, suspension': [
    'users.invite',
    'companies.decideJoinRequest',
    'users.importPeople',
    'users.suspend',
  ],
  'Rules for passwords and second factors by company': ['companies.setPolicy'],
  'Saved views of every list, and export of the entry and exit log as CSV, spreadsheet and PDF': [
    'savedViews.save',
    'entryExit.exportXlsx',
    'entryExit.exportPdf',
  ],
  'Several nodes on one PostgreSQL and one Redis; a test takes nodes away under load': [
    'docs/several-nodes.md',
    'scripts/cluster.mjs',
  ],
  'Encrypted backups by themselves, read back after they are written, restored by a command': ['scripts/backup.mjs'],
}

export const notYet: Claims = {
  'Reports by schedule, per company': ['generate_reports', 'reports'],
  'Restoring a backup from the screen: it is a command': ['system.restore'],
  'SAML, and provisioning by SCIM': ['saml', 'scim'],
}
