// Meridian Tower: three floors, a car park and a plant room in London, and the devices in them.
import { doorsOf, gas } from './builders.ts'
import { meridianAccess } from './meridian-access.ts'
import { meridianActuators, meridianEffects } from './meridian-actuators.ts'
import { meridianPeople } from './meridian-people.ts'
import { meridianPlans } from './meridian-plans.ts'
import { meridianResponse, meridianTroubles } from './meridian-troubles.ts'
import type { Channel, World } from './world.ts'

const door = doorsOf('door')

const exhaust = (gain: number, leak: number): Channel[] => [
  gas('CO', 'ppm', 1.4, { scatter: 0.3, wander: 0.6, follows: 'cars', gain, airChange: 12, leak }),
  gas('NO2', 'ppm', 0.04, {
    scatter: 0.01,
    wander: 0.015,
    decimals: 2,
    follows: 'cars',
    gain: gain / 45,
    airChange: 15,
    leak: leak / 70,
  }),
]

const roomAir = (airChange: number): Channel[] => [
  gas('CO2', 'ppm', 445, { scatter: 6, wander: 18, decimals: 0, follows: 'meetings', gain: 2.1, airChange }),
]

export const meridianTower: World = {
  key: 'meridian-tower',
  company: 'Meridian Tower',
  timeZone: 'Europe/London',
  site: 'Meridian Tower',
  floors: [
    { key: 'car-park', name: 'Car park', level: -1 },
    { key: 'floor-1', name: 'Floor 1', level: 1 },
    { key: 'floor-2', name: 'Floor 2', level: 2 },
    { key: 'floor-3', name: 'Floor 3', level: 3 },
    { key: 'plant', name: 'Plant room', level: -2 },
  ],
  zones: [
    { key: 'car-park', name: 'Car park', floor: 'car-park', use: 'parking', area: 1450 },
    { key: 'lobby', name: 'Lobby', floor: 'floor-1', use: 'standing', area: 210 },
    { key: 'canteen', name: 'Canteen', floor: 'floor-1', use: 'tables', area: 160 },
    { key: 'loading-bay', name: 'Loading bay', floor: 'floor-1', use: 'storage', area: 120 },
    { key: 'floor-2', name: 'Floor 2 offices', floor: 'floor-2', use: 'business', area: 640 },
    { key: 'thames', name: 'Meeting room Thames', floor: 'floor-2', use: 'classroom', area: 34 },
    { key: 'tyne', name: 'Meeting room Tyne', floor: 'floor-2', use: 'classroom', area: 22 },
    { key: 'archive', name: 'Archive', floor: 'floor-2', use: 'storage', area: 45 },
    { key: 'floor-3', name: 'Floor 3 offices', floor: 'floor-3', use: 'business', area: 610 },
    { key: 'boardroom', name: 'Boardroom', floor: 'floor-3', use: 'classroom', area: 48 },
    { key: 'server-room', name: 'Server room', floor: 'floor-3', use: 'equipment', area: 30 },
    { key: 'roof-terrace', name: 'Roof terrace', floor: 'floor-3', use: 'standing', area: 90 },
    { key: 'plant-room', name: 'Plant room', floor: 'plant', use: 'equipment', area: 180 },
  ],
  labels: [
    { name: 'Floor 3', zones: ['floor-3', 'boardroom', 'server-room', 'roof-terrace'] },
    { name: 'Plant', zones: ['plant-room'] },
  ],
  doors: [
    door('main-entrance', 'Main entrance', null, 'lobby'),
    door('side-entrance', 'Side entrance, Mill Lane', null, 'lobby'),
    door('car-park-gate', 'Car park gate', null, 'car-park', { vehicles: true }),
    door('loading-bay', 'Loading bay shutter', null, 'loading-bay'),
    door('fire-exit', 'Fire exit, rear stair', null, 'lobby', { emergency: true }),
    door('car-park-lobby', 'Car park to lobby', 'car-park', 'lobby'),
    door('goods-corridor', 'Goods corridor', 'lobby', 'loading-bay'),
    door('canteen', 'Canteen', 'lobby', 'canteen'),
    door('floor-2', 'Floor 2 lift lobby', 'lobby', 'floor-2'),
    door('floor-3', 'Floor 3 lift lobby', 'lobby', 'floor-3'),
    door('archive', 'Archive', 'floor-2', 'archive', { restricted: true, batteryPerDay: 0.11 }),
    door('server-room', 'Server room', 'floor-3', 'server-room', { restricted: true }),
    door('roof-terrace', 'Roof terrace', 'floor-3', 'roof-terrace', { batteryPerDay: 0.16 }),
    door('plant-room', 'Plant room', 'loading-bay', 'plant-room', { restricted: true }),
  ],
  cameras: [
    { key: 'camera-main-entrance', name: 'Main entrance', zone: 'lobby', watches: 'door-main-entrance' },
    { key: 'camera-side-entrance', name: 'Side entrance', zone: 'lobby', watches: 'door-side-entrance' },
    { key: 'camera-car-park-ramp', name: 'Car park ramp', zone: 'car-park', watches: 'door-car-park-gate' },
    { key: 'camera-car-park', name: 'Car park', zone: 'car-park', watches: 'door-car-park-lobby' },
    { key: 'camera-loading-bay', name: 'Loading bay', zone: 'loading-bay', watches: 'door-loading-bay' },
    { key: 'camera-floor-2', name: 'Floor 2 lift lobby', zone: 'floor-2', watches: 'door-floor-2' },
    { key: 'camera-floor-3', name: 'Floor 3 lift lobby', zone: 'floor-3', watches: 'door-floor-3' },
    { key: 'camera-plant-room', name: 'Plant room', zone: 'plant-room', watches: 'door-plant-room' },
  ],
  intercoms: [
    { key: 'intercom-main-entrance', name: 'Main entrance', zone: 'lobby', door: 'door-main-entrance' },
    { key: 'intercom-car-park', name: 'Car park gate', zone: 'car-park', door: 'door-car-park-gate' },
    { key: 'intercom-loading-bay', name: 'Loading bay', zone: 'loading-bay', door: 'door-loading-bay' },
  ],
  detectors: [
    { key: 'gas-car-park-north', name: 'Car park north', zone: 'car-park', channels: exhaust(1.5, 58) },
    { key: 'gas-car-park-south', name: 'Car park south', zone: 'car-park', channels: exhaust(2.1, 92) },
    {
      key: 'gas-sump',
      name: 'Drainage sump',
      zone: 'car-park',
      channels: [gas('H2S', 'ppm', 0.2, { scatter: 0.1, wander: 0.2 })],
    },
    {
      key: 'gas-boiler',
      name: 'Boiler',
      zone: 'plant-room',
      channels: [
        gas('LEL', '%LEL', 0.4, { scatter: 0.3, wander: 0.4 }),
        gas('O2', '%vol', 20.9, { scatter: 0.02, wander: 0.05, decimals: 2 }),
        gas('CO2', 'ppm', 520, { scatter: 8, wander: 40, decimals: 0 }),
      ],
    },
    {
      key: 'gas-chiller',
      name: 'Chiller',
      zone: 'plant-room',
      channels: [gas('NH3', 'ppm', 1.1, { scatter: 0.3, wander: 0.7 })],
    },
    { key: 'gas-thames', name: 'Thames', zone: 'thames', batteryPerDay: 0.22, channels: roomAir(38) },
    { key: 'gas-tyne', name: 'Tyne', zone: 'tyne', batteryPerDay: 0.24, channels: roomAir(30) },
    { key: 'gas-boardroom', name: 'Boardroom', zone: 'boardroom', batteryPerDay: 0.2, channels: roomAir(45) },
  ],
  counters: [
    { key: 'counter-main-entrance', name: 'Main entrance', zone: 'lobby', door: 'door-main-entrance' },
    { key: 'counter-side-entrance', name: 'Side entrance', zone: 'lobby', door: 'door-side-entrance' },
    { key: 'counter-car-park', name: 'Car park stairs', zone: 'lobby', door: 'door-car-park-lobby' },
    { key: 'counter-canteen', name: 'Canteen', zone: 'canteen', door: 'door-canteen', batteryPerDay: 0.3 },
    { key: 'counter-floor-2', name: 'Floor 2', zone: 'floor-2', door: 'door-floor-2' },
    { key: 'counter-floor-3', name: 'Floor 3', zone: 'floor-3', door: 'door-floor-3' },
  ],
  actuators: meridianActuators,
  effects: meridianEffects,
  people: meridianPeople,
  plans: meridianPlans,
  access: meridianAccess,
  troubles: meridianTroubles,
  response: meridianResponse,
  suspendedCredentials: ['card:0000431207'],
  expiredCredentials: ['card:0000410077', 'card:0000386120', 'card:0000399045'],
}
