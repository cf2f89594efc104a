// Who may go where in Meridian Tower: the same as its people do, so that what doors decide alone and what the server
// finds agree.
import { type Access, type Held, level, onDay, pinFor, weekdays } from './access.ts'
import { meridianPeople } from './meridian-people.ts'
import { hash } from './random.ts'
import type { Person } from './world.ts'

const emails = (people: readonly Person[]) => people.map((p) => p.email)
const of = (...departments: string[]) => emails(meridianPeople.filter((p) => departments.includes(p.department)))
const called = (first: string, last: string) =>
  meridianPeople.find((p) => p.firstName === first && p.lastName === last)?.email ?? ''

const doorsOf = (...keys: string[]) => keys.map((key) => `door-${key}`)
const entrances = doorsOf('main-entrance', 'side-entrance', 'car-park-gate', 'loading-bay')
const common = doorsOf('car-park-lobby', 'goods-corridor', 'canteen', 'floor-2', 'floor-3', 'roof-terrace')

const officeWeek = [{ from: '06:30', to: '18:30' }]
const officeWeekend = [{ from: '09:00', to: '17:30' }]

// The server room asks for a PIN besides the card.
const pins: Held[] = meridianPeople
  .filter((p) => p.mayEnter.includes('server-room'))
  .map(({ email }) => ({ email, kind: 'pin', value: pinFor(email, hash) }))

const former = (email: string, value: string, endedDaysAgo: number): Held => ({
  email,
  kind: 'card',
  value,
  label: 'Before 2026',
  endedDaysAgo,
})

export const meridianAccess: Access = {
  doorGroups: [
    { name: 'Entrances', description: 'The ways in from the street, for people, cars and goods', doors: entrances },
    { name: 'Perimeter', description: 'Every door to outside', doors: [...entrances, 'door-fire-exit'] },
    { name: 'Common doors', description: 'Between the floors, and to where everybody may go', doors: common },
    {
      name: 'Restricted rooms',
      description: 'Only those who work with what is in them',
      doors: doorsOf('archive', 'server-room', 'plant-room'),
    },
    {
      name: 'Floor 3',
      description: 'The offices of floor 3',
      doors: doorsOf('floor-3', 'server-room', 'roof-terrace'),
    },
  ],
  calendars: [
    {
      name: 'House holidays',
      days: [
        { date: '2026-01-01', yearly: true, name: 'New Year’s Day' },
        { date: '2026-12-25', yearly: true, name: 'Christmas Day' },
        { date: '2026-12-26', yearly: true, name: 'Boxing Day' },
      ],
    },
  ],
  schedules: [
    {
      name: 'Working hours',
      description: 'When those who work here come in; everybody gets out at any time',
      week: weekdays(officeWeek, officeWeekend),
      calendar: 'House holidays',
      onHolidays: 'ranges',
      holidayRanges: officeWeekend,
    },
    {
      name: 'Cleaning',
      description: 'Before the offices fill',
      week: weekdays([{ from: '04:45', to: '09:30' }]),
      calendar: 'House holidays',
      onHolidays: 'closed',
    },
    {
      name: 'Canteen hours',
      description: 'The canteen stands open from breakfast until it is cleaned',
      week: weekdays([{ from: '07:00', to: '15:30' }]),
      exceptions: [
        { date: '2026-12-24', name: 'Christmas Eve', ranges: [{ from: '07:00', to: '13:00' }] },
        { date: '2026-12-31', name: 'New Year’s Eve', ranges: [{ from: '07:00', to: '13:00' }] },
      ],
      calendar: 'House holidays',
      onHolidays: 'closed',
    },
  ],
  doorSchedules: [{ schedule: 'Canteen hours', door: 'door-canteen', firstPersonIn: true }],
  groups: [
    {
      name: 'Staff',
      description: 'Everybody who works in the offices',
      people: emails(meridianPeople.filter((p) => p.rhythm === 'office' || p.rhythm === 'early')),
    },
    {
      name: 'Guards',
      description: 'On duty day and night',
      people: emails(meridianPeople.filter((p) => p.rhythm === 'guard')),
    },
    { name: 'Cleaners', description: 'In the morning, before everybody else', people: of('Cleaning') },
    { name: 'Facilities', description: 'Keep the building running', people: of('Facilities') },
    { name: 'IT', description: 'Keep the servers running', people: of('IT') },
    { name: 'Records', description: 'Work with the files', people: of('Finance', 'People', 'Legal') },
  ],
  levels: [
    level('Offices', 'In and about the building in working hours', 'Working hours', {
      doorGroups: ['Entrances', 'Common doors'],
      groups: ['Staff'],
    }),
    level('Cleaning round', 'The same doors, early', 'Cleaning', {
      doorGroups: ['Entrances', 'Common doors'],
      groups: ['Cleaners'],
    }),
    level('Guard round', 'Every door at any hour', null, {
      doorGroups: ['Perimeter', 'Common doors', 'Restricted rooms'],
      groups: ['Guards'],
    }),
    level('Server room', 'Card and PIN', 'Working hours', {
      doors: ['door-server-room'],
      groups: ['IT'],
      people: ['manager@gatehouse.example', 'supervisor@gatehouse.example'],
    }),
    level('Archive', 'Files of people, money and contracts', 'Working hours', {
      doors: ['door-archive'],
      groups: ['Records', 'Facilities'],
      people: ['admin@gatehouse.example', 'supervisor@gatehouse.example'],
    }),
    level('Plant room', 'Boiler, chiller, switchgear', 'Working hours', {
      doors: ['door-plant-room'],
      groups: ['Facilities'],
      people: ['admin@gatehouse.example', 'supervisor@gatehouse.example'],
    }),
  ],
  doors: {
    'door-main-entrance': { passback: 'enforce' },
    'door-side-entrance': { passback: 'enforce' },
    'door-car-park-gate': { passback: 'alert', pulse: 15, openTooLong: 60 },
    'door-loading-bay': { passback: 'enforce', openTooLong: 300 },
    'door-fire-exit': { reasonAsked: 'always' },
    'door-archive': { asks: true, watchedBy: 'server' },
    'door-server-room': { asks: true, pinNeeded: true, reasonAsked: 'always' },
    'door-plant-room': { asks: true, reasonAsked: 'always' },
    'door-goods-corridor': { maintenance: 'The door closer is being replaced' },
  },
  held: [
    ...pins,
    { email: 'guard@gatehouse.example', kind: 'pin', value: pinFor('guard under duress', hash), duress: true },
    { email: 'staff@gatehouse.example', kind: 'mobile', label: 'Work phone' },
    { email: 'manager@gatehouse.example', kind: 'mobile', label: 'Work phone' },
    // The cards that the past shows turned away.
    former(called('Ewan', 'MacLeod'), 'card:0000410077', 120),
    former(called('Sunita', 'Gurung'), 'card:0000386120', 150),
    former(called('Marek', 'Novák'), 'card:0000399045', 131),
    {
      email: called('Sophie', 'Delacroix'),
      kind: 'card',
      value: 'card:0000431207',
      label: 'Spare',
      state: 'suspended',
    },
    { email: called('Hugo', 'Marchetti'), kind: 'card', value: 'card:0000431944', label: 'Lost in May', state: 'lost' },
  ],
  people: [
    { email: called('Lars', 'Nyström'), extendedTime: true },
    { email: called('Hannah', 'Goldfarb'), extendedTime: true },
    { email: called('Aaliyah', 'Bennett'), escort: 'may escort' },
    { email: called('Matteo', 'Ricci'), escort: 'may escort' },
    { email: 'guard@gatehouse.example', escort: 'may escort' },
    { email: 'supervisor@gatehouse.example', escort: 'may escort', passbackExempt: true },
  ],
  passes: [
    {
      visitor: 'Rosa Almeida',
      company: 'Otis Lifts',
      host: 'manager@gatehouse.example',
      code: 'pass:demo-lift-maintenance-2026',
      from: [-2, '07:00'],
      to: [28, '18:00'],
      uses: null,
      used: 3,
      doors: [...entrances, ...common],
      note: 'Lift maintenance, four weeks',
    },
    {
      visitor: 'Julian Carter',
      company: 'Carter & Webb LLP',
      host: called('Beatriz', 'Salgado'),
      code: 'pass:demo-carter-webb',
      ...onDay(0, '08:00', '19:00'),
      uses: 1,
      doors: ['door-main-entrance', 'door-floor-3'],
      escortNeeded: true,
      note: 'Boardroom, with Beatriz',
    },
    {
      visitor: 'Dr Esi Boateng',
      company: 'Imperial College',
      host: 'staff@gatehouse.example',
      code: 'pass:demo-imperial',
      ...onDay(1, '09:00', '17:00'),
      uses: 1,
      doors: ['door-main-entrance', 'door-floor-2'],
    },
    {
      visitor: 'Tom Whitfield',
      company: 'Fresh & Green',
      host: called('Giulia', 'Conti'),
      code: 'pass:demo-fresh-green',
      ...onDay(-1, '06:00', '12:00'),
      uses: 1,
      used: 1,
      doors: ['door-loading-bay', 'door-goods-corridor'],
    },
    {
      visitor: 'Ines Duarte',
      company: '',
      host: called('Leilani', 'Kahale'),
      code: 'pass:demo-interview',
      ...onDay(2, '10:00', '12:00'),
      uses: 1,
      withdrawn: true,
      doors: ['door-main-entrance'],
      note: 'Interview put off',
    },
  ],
  lockdowns: [
    {
      name: 'Whole building',
      description: 'Every door keeps people out; everybody can leave',
      everywhere: true,
      trigger: ['admin', 'manager', 'supervisor', 'guard'],
      release: ['admin', 'manager', 'supervisor'],
      pass: ['guard', 'supervisor'],
    },
    {
      name: 'Entrances',
      description: 'Trouble in the street: nobody comes in, life inside goes on',
      doorGroups: ['Entrances'],
      trigger: ['admin', 'manager', 'supervisor', 'guard'],
      release: ['admin', 'manager', 'supervisor'],
      pass: ['guard'],
    },
    {
      name: 'Floor 3',
      description: 'The offices, the server room and the terrace',
      floors: ['floor-3'],
      trigger: ['admin', 'manager', 'supervisor'],
      release: ['admin', 'manager', 'supervisor'],
      pass: [],
    },
  ],
  assemblyPoints: ['Mill Lane, by the church', 'Car park of the library'],
}
