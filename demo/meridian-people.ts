// The sixty who work in Meridian Tower; the demo accounts are seven of them.
import { cardOf } from './builders.ts'
import type { Person } from './world.ts'

type Way = 'main' | 'side' | 'car' | 'goods'
type Row = readonly [first: string, last: string, job: string, way: Way, starts: number, more?: Partial<Person>]
type Team = Pick<Person, 'department' | 'home'> & Partial<Pick<Person, 'rhythm' | 'mayEnter'>> & { hours?: number }

const ways: Record<Way, string> = {
  main: 'door-main-entrance',
  side: 'door-side-entrance',
  car: 'door-car-park-gate',
  goods: 'door-loading-bay',
}

/** `starts` is in hours: 8.75 is a quarter to nine. */
const team = ({ hours = 8.75, ...shared }: Team, rows: readonly Row[]): Person[] =>
  rows.map(([firstName, lastName, job, way, starts, more]) => {
    const email = more?.email ?? `${plain(firstName)}.${plain(lastName)}@gatehouse.example`
    return {
      email,
      firstName,
      lastName,
      job,
      credential: cardOf(email),
      rhythm: 'office',
      starts: starts * 60,
      ends: (starts + hours) * 60,
      arrivesBy: ways[way],
      mayEnter: [],
      ...shared,
      ...more,
    }
  })

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z]+/g, '-')
    .toLowerCase()

const everywhere = ['archive', 'server-room', 'plant-room']

export const meridianPeople: readonly Person[] = [
  ...team({ department: 'Security', home: 'lobby', rhythm: 'guard', mayEnter: everywhere, hours: 8.5 }, [
    [
      'Kwame',
      'Mensah',
      'Guard',
      'main',
      6,
      { email: 'guard@gatehouse.example', account: { role: 'guard', labels: ['Floor 3'] } },
    ],
    ['Joanna', 'Wrońska', 'Guard', 'side', 6],
    ['Tevita', 'Fonua', 'Guard', 'main', 6],
    ['Samira', 'Haddad', 'Guard', 'side', 6],
    ['Declan', 'Murphy', 'Guard', 'main', 6],
    ['Bongani', 'Dlamini', 'Guard', 'side', 6],
  ]),
  ...team({ department: 'Security', home: 'lobby', mayEnter: everywhere }, [
    [
      'Ingrid',
      'Sørensen',
      'Security supervisor',
      'car',
      8,
      { email: 'supervisor@gatehouse.example', account: { role: 'supervisor', labels: ['Floor 3', 'Plant'] } },
    ],
  ]),
  ...team({ department: 'Reception', home: 'lobby' }, [
    [
      'Aaliyah',
      'Bennett',
      'Receptionist',
      'main',
      7.75,
      { email: 'reception@gatehouse.example', account: { role: 'receptionist', labels: ['Floor 3', 'Plant'] } },
    ],
    ['Matteo', 'Ricci', 'Receptionist', 'main', 9],
  ]),
  ...team({ department: 'Facilities', home: 'loading-bay', rhythm: 'early', mayEnter: ['plant-room', 'archive'] }, [
    [
      'Rafael',
      'Moreira',
      'Facilities manager',
      'car',
      7.75,
      {
        email: 'manager@gatehouse.example',
        account: { role: 'manager', labels: ['Floor 3', 'Plant'] },
        mayEnter: everywhere,
      },
    ],
    ['Piotr', 'Kowalczyk', 'Building engineer', 'car', 7],
    ['Hamza', 'Siddiqui', 'HVAC technician', 'goods', 7],
    ['Nia', 'Griffiths', 'Electrician', 'car', 7.25],
  ]),
  ...team({ department: 'Cleaning', home: 'lobby', rhythm: 'cleaner', hours: 3 }, [
    ['Lucía', 'Quispe', 'Cleaner', 'goods', 5.25],
    ['Mariana', 'Fonseca', 'Cleaner', 'goods', 5.25],
    ['Tesfaye', 'Bekele', 'Cleaner', 'side', 5.5],
    ['Rosalind', 'Agyeman', 'Cleaner', 'side', 5.5],
    ['Dilnoza', 'Karimova', 'Cleaner', 'side', 5.5],
  ]),
  ...team({ department: 'Catering', home: 'canteen', rhythm: 'early', hours: 8 }, [
    ['Giulia', 'Conti', 'Head cook', 'goods', 7],
    ['Arjun', 'Nair', 'Cook', 'side', 7.25],
    ['Chloé', 'Lambert', 'Barista', 'main', 7.5],
  ]),
  ...team({ department: 'IT', home: 'floor-3', mayEnter: ['server-room'] }, [
    [
      'Amara',
      'Okafor',
      'Head of IT',
      'car',
      8.5,
      {
        email: 'admin@gatehouse.example',
        account: { role: 'admin', labels: ['Floor 3', 'Plant'] },
        mayEnter: everywhere,
      },
    ],
    ['Kenji', 'Watanabe', 'Network engineer', 'main', 9],
    [
      'Oksana',
      'Shevchenko',
      'System administrator',
      'side',
      8.75,
      { email: 'platform@gatehouse.example', account: { role: 'platform admin', labels: [] } },
    ],
    ['Tomás', 'Herrera', 'Help desk', 'main', 8.25],
    ['Zainab', 'Yusuf', 'Security engineer', 'main', 9.25],
  ]),
  ...team({ department: 'Engineering', home: 'floor-2' }, [
    [
      'Elif',
      'Yıldız',
      'Structural engineer',
      'main',
      9,
      { email: 'staff@gatehouse.example', account: { role: 'staff', labels: [] } },
    ],
    ['Mei-Ling', 'Zhao', 'Lead engineer', 'car', 8.5],
    ['Oliver', 'Hughes', 'Civil engineer', 'main', 8.75],
    ['Priya', 'Raghavan', 'Mechanical engineer', 'side', 9],
    ['Lars', 'Nyström', 'Acoustics engineer', 'car', 8.25],
    ['Fatou', 'Diop', 'Site engineer', 'main', 8],
    ['Jun-ho', 'Park', 'Façade engineer', 'main', 9.5],
    ['Marek', 'Novák', 'Draughtsman', 'side', 8.5],
    ['Isabella', 'Ferraro', 'Energy engineer', 'car', 9],
    ['Abdullah', 'Al-Rashid', 'Fire engineer', 'main', 9.25],
    ['Catrin', 'Pryce', 'Graduate engineer', 'main', 8.75],
    ['Nikolai', 'Petrov', 'Model coordinator', 'side', 9.5],
  ]),
  ...team({ department: 'Finance', home: 'floor-3', mayEnter: ['archive'] }, [
    [
      'Margaret',
      'Achterberg',
      'Internal auditor',
      'main',
      9,
      { email: 'auditor@gatehouse.example', account: { role: 'auditor', labels: [] } },
    ],
    ['Viktor', 'Lindqvist', 'Finance director', 'car', 8.75],
    ['Adaeze', 'Nwosu', 'Accountant', 'main', 8.5],
    ['Hugo', 'Marchetti', 'Accountant', 'side', 9],
    ['Sunita', 'Gurung', 'Payroll', 'main', 8.25],
    ['Ewan', 'MacLeod', 'Purchasing', 'car', 8],
  ]),
  ...team({ department: 'People', home: 'floor-3', mayEnter: ['archive'] }, [
    ['Leilani', 'Kahale', 'Head of people', 'car', 8.75],
    ['Daniel', 'Rosenberg', 'Recruiter', 'main', 9.25],
    ['Noor', 'van Dijk', 'People partner', 'side', 9],
  ]),
  ...team({ department: 'Legal', home: 'floor-3', mayEnter: ['archive'] }, [
    ['Beatriz', 'Salgado', 'General counsel', 'car', 9],
    ['Thabo', 'Mokoena', 'Contracts', 'main', 9.25],
    ['Hannah', 'Goldfarb', 'Paralegal', 'main', 8.75],
  ]),
  ...team({ department: 'Operations', home: 'floor-2' }, [
    ['Siobhan', 'O’Connell', 'Operations director', 'car', 8.25],
    ['Minh', 'Trần', 'Planner', 'main', 8.5],
    ['Yetunde', 'Balogun', 'Project manager', 'main', 9],
    ['Georgios', 'Papadakis', 'Project manager', 'car', 8.75],
    ['Anneliese', 'Vogt', 'Quality', 'side', 8],
  ]),
  ...team({ department: 'Sales', home: 'floor-2' }, [
    ['Ricardo', 'Peña', 'Head of sales', 'car', 9.25],
    ['Aisha', 'Rahman', 'Account manager', 'main', 9],
    ['Sophie', 'Delacroix', 'Account manager', 'main', 9.5],
    ['Manaia', 'Tūhoe', 'Bid manager', 'side', 8.75],
    ['Callum', 'Fraser', 'Business developer', 'car', 9],
  ]),
]
