// What each of the first steps is called, what it is for, and where it is done.
import type { Step } from '@gatehouse/contract/system/setup'
import type { Permission } from '@gatehouse/contract/permissions'

interface StepPlace {
  readonly label: string
  readonly to: string
  readonly needs: Permission
}

interface StepWords {
  readonly title: string
  readonly about: string
  /** Where it is done, the usual way first. */
  readonly places: readonly StepPlace[]
}

export const stepWords: Readonly<Record<Step, StepWords>> = {
  place: {
    title: 'Site and floor',
    about: 'A building and a floor of it: devices, plans and times of day belong to a site.',
    places: [{ label: 'Add a site', to: '/door-management/places?place=new-site', needs: 'manage_sites' }],
  },
  device: {
    title: 'First device',
    about: 'A door with its controller, or any other device. Every value that it reports shows its age.',
    places: [
      { label: 'Add a door', to: '/door-management/doors?do=add', needs: 'manage_doors' },
      { label: 'Add another device', to: '/settings/integrations/devices?add=new', needs: 'manage_integrations' },
    ],
  },
  people: {
    title: 'People',
    about: 'Those who come and go, by hand or from a CSV file.',
    places: [
      { label: 'Add a person', to: '/staff?add=person', needs: 'manage_staff' },
      { label: 'Import people', to: '/door-management/people', needs: 'manage_doors' },
    ],
  },
  access: {
    title: 'Access level',
    about: 'Which doors open, and when. It counts once it has a door and somebody holds it.',
    places: [{ label: 'Add an access level', to: '/door-management/access-levels?level=new', needs: 'manage_doors' }],
  },
  test: {
    title: 'Test',
    about: 'Unlock a door and see its controller confirm it, or present a card at its reader.',
    places: [{ label: 'View doors', to: '/doors', needs: 'read_doors' }],
  },
  colleague: {
    title: 'Colleague',
    about: 'Invite somebody who can sign in when you are away.',
    places: [{ label: 'Invite a colleague', to: '/users?do=invite', needs: 'manage_users' }],
  },
  mail: {
    title: 'Mail',
    about: 'Codes, invitations and notifications leave by your mail server.',
    places: [],
  },
}
