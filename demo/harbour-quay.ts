// Harbour Quay: a small invented house at the water, shown to everybody who visits /dashboardtabs. Nobody works there:
// whoever passes its doors is a card without a name, and is never stored as a person.
import { cardOf, doorsOf, gas } from './builders.ts'
import { harbourPlans } from './harbour-plans.ts'
import type { Person, World } from './world.ts'

const site = 'harbour-quay'
const door = doorsOf('tour-door')

const somebody = (which: number, rhythm: Person['rhythm'], more: Partial<Person>): Person => {
  const email = `${rhythm}-${String.fromCharCode(97 + which)}@${site}.example`
  return {
    email,
    firstName: '',
    lastName: '',
    job: rhythm,
    department: '',
    credential: cardOf(email),
    rhythm,
    starts: 9 * 60,
    ends: 17.5 * 60,
    home: 'floor-2',
    arrivesBy: 'tour-door-main',
    mayEnter: [],
    ...more,
  }
}

const several = (count: number, rhythm: Person['rhythm'], more: (n: number) => Partial<Person>) =>
  Array.from({ length: count }, (_, n) => somebody(n, rhythm, more(n)))

export const harbourQuay: World = {
  key: site,
  // With a word that no customer has in its name: names of companies are unique in an installation.
  company: 'Harbour Quay (public tour)',
  tour: true,
  openDaily: true,
  timeZone: 'Europe/London',
  site: 'Harbour Quay',
  floors: [
    { key: 'tour-ground', name: 'Ground floor', level: 1 },
    { key: 'tour-first', name: 'First floor', level: 2 },
  ],
  zones: [
    { key: 'lobby', name: 'Lobby', floor: 'tour-ground', use: 'standing', area: 90 },
    { key: 'loading-bay', name: 'Loading bay', floor: 'tour-ground', use: 'storage', area: 140 },
    { key: 'plant-room', name: 'Boiler room', floor: 'tour-ground', use: 'equipment', area: 36 },
    { key: 'floor-2', name: 'Offices', floor: 'tour-first', use: 'business', area: 410 },
  ],
  labels: [],
  doors: [
    door('main', 'Main entrance', null, 'lobby'),
    door('quay', 'Quay gate', null, 'loading-bay', { vehicles: true }),
    door('bay', 'Bay door', 'lobby', 'loading-bay'),
    door('boiler', 'Boiler room door', 'lobby', 'plant-room', { restricted: true, batteryPerDay: 0.19 }),
    door('offices', 'Office stair', 'lobby', 'floor-2'),
  ],
  cameras: [
    { key: 'tour-camera-main', name: 'Main entrance', zone: 'lobby', watches: 'tour-door-main' },
    { key: 'tour-camera-quay', name: 'Quay gate', zone: 'loading-bay', watches: 'tour-door-quay' },
  ],
  intercoms: [{ key: 'tour-intercom-main', name: 'Main entrance', zone: 'lobby', door: 'tour-door-main' }],
  detectors: [
    {
      key: 'tour-gas-bay',
      name: 'Loading bay',
      zone: 'loading-bay',
      channels: [
        gas('CO', 'ppm', 2.1, { scatter: 0.4, wander: 0.9, follows: 'cars', gain: 2.4, airChange: 14, leak: 120 }),
      ],
    },
    {
      key: 'tour-gas-boiler',
      name: 'Boiler room',
      zone: 'plant-room',
      channels: [
        gas('LEL', '%LEL', 0.9, { scatter: 0.3, wander: 0.5, leak: 45 }),
        gas('O2', '%vol', 20.8, { scatter: 0.06, wander: 0.1 }),
      ],
    },
  ],
  counters: [
    { key: 'tour-counter-main', name: 'Main entrance', zone: 'lobby', door: 'tour-door-main' },
    { key: 'tour-counter-quay', name: 'Quay gate', zone: 'loading-bay', door: 'tour-door-quay' },
  ],
  people: [
    ...several(5, 'guard', () => ({ home: 'lobby', mayEnter: ['plant-room'] })),
    ...several(14, 'office', (n) => ({ starts: 8 * 60 + 10 * n, ends: 17 * 60 + 8 * n })),
    ...several(4, 'early', (n) => ({
      starts: 7 * 60 + 15 * n,
      ends: 15.5 * 60 + 15 * n,
      home: 'loading-bay',
      arrivesBy: 'tour-door-quay',
      mayEnter: n < 2 ? ['plant-room'] : [],
    })),
    ...several(2, 'cleaner', (n) => ({ starts: 5.5 * 60 + 20 * n, ends: 8 * 60 + 20 * n, home: 'floor-2' })),
  ],
  expiredCredentials: ['card:0000730411'],
  plans: harbourPlans,
}
