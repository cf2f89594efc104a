// Enterprise: companies, sites, roles, labels, sign-in; what exists of it.
import type { Head } from '../../kit/public-page.ts'
import { headOf } from '../frame/page-head.ts'
import { aboveProducts, trailOf } from './products.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { Block, Ledger } from '../sections/block.tsx'
import { Closing } from '../sections/closing.tsx'
import { Hero, Way } from '../sections/hero.tsx'
import { Picture } from '../sections/picture.tsx'
import { Standing } from '../sections/standing.tsx'
import { Steps } from '../sections/steps.tsx'
import { Story } from '../sections/story.tsx'

export const head = (): Head =>
  headOf({
    title: 'Enterprise solutions: companies, roles, labels',
    description:
      'Many companies on one installation, each for itself: sites, roles in plain words, labels, invitations, import, and sign-in with Google, GitHub or OpenID.',
    trail: trailOf('/products/enterprise-solutions', 'Enterprise solutions'),
  })

export const Page = () => (
  <PublicFrame>
    <Hero
      above={aboveProducts}
      title="Enterprise solutions"
      lead="A property manager with forty tenants, an integrator with forty customers, a group with one building in each city: one installation, and nobody who sees what is not theirs."
      aside={
        <Picture
          name="roles"
          first
          alt="The roles of a company with what each may do, in sentences, grouped by area."
        />
      }
    >
      <Way to="/company/register">Register your company</Way>
    </Hero>
    <Block
      title="How it is divided"
      lead="Each line below belongs to the one above it, and everything belongs to a company."
    >
      <Steps steps={levels} />
    </Block>
    <Story
      title="Roles that can be read aloud"
      says={[
        'Every permission has a sentence: “Unlock and lock doors”, “See a member of staff in full”. Six roles come with each company; copy one and change it, or write your own.',
        'Whoever gives a role must hold all of it. Somebody asks why a person may do a thing? The answer stands beside the person, permission by permission, with the roles that it comes from.',
      ]}
      figure={<Picture name="staff" alt="The staff of the demo company with department and job, found by typing." />}
    />
    <Block title="People come and go" lead="Without a ticket for each.">
      <Ledger rows={people} />
    </Block>
    <Block title="Signing in with what you have">
      <Ledger rows={signIn} />
    </Block>
    <Standing runs={runs} coming={coming} />
    <Closing topic="product" />
  </PublicFrame>
)

const levels = [
  {
    title: 'Company',
    says: 'What another company has does not exist here: not in lists, not in live events, not in searches.',
  },
  { title: 'Site', says: 'With a time zone of its own: times are those of the building, not of the reader.' },
  { title: 'Floor and zone', says: 'Doors lead from one zone to another, so that it is known who is where.' },
  { title: 'Device', says: 'A door, a gas detector, a counter, a camera or an intercom, with its own credential.' },
  {
    title: 'Label, across all of these',
    says: 'Mark a site, a zone or a device, and only who has the label sees it. For the laboratory, the tenant on floor three, the night shift.',
  },
] as const

const people = [
  {
    title: 'Invitation',
    says: 'By mail, with roles and labels already chosen, for one address, for seven days. It can be taken back.',
  },
  { title: 'Import', says: 'A spreadsheet saved as CSV, judged line by line before anything happens.' },
  {
    title: 'Request',
    says: 'Somebody asks to join; who manages people decides. The answer never tells whether the company exists.',
  },
  { title: 'Suspension', says: 'Ends every session within a second, on open connections too.' },
  {
    title: 'View-as',
    says: 'See what a person sees, never more than both may, read only, for fifteen minutes, on the record.',
  },
] as const

const signIn = [
  { title: 'Google', says: 'Your Workspace only, if you register it as internal.' },
  {
    title: 'OpenID Connect',
    says: 'Another provider with PKCE in Google’s place, by one setting. The button still says Google.',
  },
  { title: 'GitHub', says: 'Or a GitHub Enterprise Server of your own.' },
  {
    title: 'Not yet',
    says: 'SAML and provisioning by SCIM do not exist. If you need them, write to us: it decides what comes next.',
  },
] as const

const runs = [
  'Many companies on one installation, and switching between them for who looks after all',
  'Six roles to begin with, own ones, and the reason why somebody may do something',
  'Labels on sites, zones and devices, held in calls and live events',
  'Invitations, requests to join, import of people, suspension',
  'Rules for passwords and second factors by company',
  'Your own PostgreSQL instead of the one that comes with it',
] as const

const coming = [
  'Several nodes side by side, proven together',
  'Reports by schedule, per company',
  'Backup and restore from the screen',
] as const
