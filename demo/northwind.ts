// Northwind: a small depot in Brooklyn, there to prove that companies do not see each other.
import { cardOf, doorsOf, gas } from './builders.ts'
import { northwindAccess } from './northwind-access.ts'
import { northwindPlans } from './northwind-plans.ts'
import type { Person, World } from './world.ts'

const person = (
  [firstName, lastName, job, starts]: readonly [string, string, string, number],
  more: Partial<Person> = {},
): Person => {
  const email = more.email ?? `${firstName}.${lastName}@northwind.example`.toLowerCase()
  return {
    email,
    firstName,
    lastName,
    job,
    department: 'Depot',
    credential: cardOf(email),
    rhythm: 'office',
    starts: starts * 60,
    ends: (starts + 8.5) * 60,
    home: 'northwind-office',
    arrivesBy: 'northwind-door-front',
    mayEnter: [],
    ...more,
  }
}

const door = doorsOf('northwind-door')

const depot: Partial<Person> = { home: 'northwind-store', arrivesBy: 'northwind-door-dock', rhythm: 'early' }

export const northwind: World = {
  key: 'northwind',
  company: 'Northwind',
  timeZone: 'America/New_York',
  site: 'Northwind depot',
  floors: [{ key: 'northwind-ground', name: 'Ground floor', level: 1 }],
  zones: [
    { key: 'northwind-office', name: 'Office', floor: 'northwind-ground', use: 'business', area: 120 },
    { key: 'northwind-store', name: 'Cold store', floor: 'northwind-ground', use: 'storage', area: 480 },
  ],
  labels: [],
  doors: [
    door('front', 'Front door', null, 'northwind-office'),
    door('dock', 'Dock', null, 'northwind-store'),
    door('store', 'Office to cold store', 'northwind-office', 'northwind-store'),
  ],
  cameras: [],
  intercoms: [],
  detectors: [
    {
      key: 'northwind-gas-store',
      name: 'Cold store',
      zone: 'northwind-store',
      channels: [
        gas('NH3', 'ppm', 2.2, { scatter: 0.4, wander: 1, leak: 60 }),
        gas('O2', '%vol', 20.9, { scatter: 0.02, wander: 0.04, decimals: 2 }),
      ],
    },
  ],
  counters: [
    { key: 'northwind-counter-front', name: 'Front door', zone: 'northwind-office', door: 'northwind-door-front' },
  ],
  people: [
    person(['Gabriela', 'Torres', 'Depot manager', 8], {
      email: 'admin@northwind.example',
      account: { role: 'admin', labels: [] },
    }),
    person(['Malik', 'Washington', 'Dispatcher', 7.5]),
    person(['Hye-jin', 'Kim', 'Accounts', 9]),
    person(['Connor', 'Doyle', 'Planner', 8.5]),
    person(['Ana', 'Popescu', 'Storekeeper', 7], depot),
    person(['Luis', 'Ortega', 'Forklift driver', 7], depot),
    person(['Dmitri', 'Volkov', 'Refrigeration engineer', 7.5], depot),
    person(['Keisha', 'Brown', 'Picker', 7.25], depot),
  ],
  plans: northwindPlans,
  access: northwindAccess,
  troubles: {
    heldOpen: { 'northwind-door-dock': 1.6, 'northwind-door-front': 0.4, 'northwind-door-store': 0.7 },
    forcedOpen: { 'northwind-door-dock': 0.2 },
    offline: { 'northwind-counter-front': 0.5, 'northwind-gas-store': 0.2 },
    idling: {},
    staged: [],
  },
  response: {
    answers: 'admin@northwind.example',
    manager: 'admin@northwind.example',
    repairs: 'admin@northwind.example',
    rules: [],
    comments: {
      'door-held-open': ['Truck at the dock.', 'Curtain is down, cold air stays in.'],
      'door-forced-open': ['Forklift touched it. No damage.'],
      offline: ['Router restarted.'],
    },
    reasons: { shelved: [], resolved: [] },
    overlooked: [],
    remarks: [],
  },
  expiredCredentials: ['card:0000510233'],
}
