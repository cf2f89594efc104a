// Who may go where in the depot of Northwind: two levels, one schedule.
import { type Access, level, weekdays } from './access.ts'

const office = ['Gabriela.Torres', 'Malik.Washington', 'Hye-jin.Kim', 'Connor.Doyle']
  .map((name) => `${name}@northwind.example`.toLowerCase())
  .map((email) => (email.startsWith('gabriela') ? 'admin@northwind.example' : email))
const depot = ['Ana.Popescu', 'Luis.Ortega', 'Dmitri.Volkov', 'Keisha.Brown'].map((name) =>
  `${name}@northwind.example`.toLowerCase(),
)
const all = ['northwind-door-front', 'northwind-door-dock', 'northwind-door-store']
const weekend = [{ from: '09:00', to: '17:30' }]

export const northwindAccess: Access = {
  doorGroups: [{ name: 'Depot', description: 'Every door of the depot', doors: all }],
  calendars: [
    {
      name: 'Federal holidays',
      days: [
        { date: '2026-01-01', yearly: true, name: 'New Year’s Day' },
        { date: '2026-12-25', yearly: true, name: 'Christmas Day' },
      ],
    },
  ],
  schedules: [
    {
      name: 'Depot hours',
      description: 'From the first delivery to the last',
      week: weekdays([{ from: '06:15', to: '18:30' }], weekend),
      calendar: 'Federal holidays',
      onHolidays: 'ranges',
      holidayRanges: weekend,
    },
  ],
  doorSchedules: [],
  groups: [
    { name: 'Office', description: '', people: office },
    { name: 'Store', description: '', people: depot },
  ],
  levels: [
    level('Depot', 'Every door in working hours', 'Depot hours', {
      doorGroups: ['Depot'],
      groups: ['Office', 'Store'],
    }),
  ],
  doors: { 'northwind-door-dock': { openTooLong: 300 } },
  held: [
    {
      email: 'connor.doyle@northwind.example',
      kind: 'card',
      value: 'card:0000510233',
      label: 'Old card',
      endedDaysAgo: 200,
    },
  ],
  people: [],
  passes: [
    {
      visitor: 'Sam Lindgren',
      company: 'Coldline Service',
      host: 'admin@northwind.example',
      code: 'pass:demo-coldline',
      from: [0, '07:00'],
      to: [5, '17:00'],
      uses: 5,
      doors: ['northwind-door-dock'],
    },
  ],
  lockdowns: [
    {
      name: 'Depot',
      description: 'Every door of the depot',
      everywhere: true,
      trigger: ['admin'],
      release: ['admin'],
      pass: [],
    },
  ],
  assemblyPoints: ['Corner of Water Street'],
}
