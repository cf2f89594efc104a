// The floors of Meridian Tower as drawings, and where its devices are on them. By key of the floor.
import { boxes, desks, openings, racks } from './builders.ts'
import type { FloorPlan, Piece, Room } from './plan-drawing.ts'

const sheet = { width: 1600, height: 1000, tenMetres: 260 } as const

/** Lifts and stairs go through all floors at the same place. */
const core = { x: 690, y: 380, w: 220, h: 220 } as const
const coreRoom: Room = { ...core, floor: 'service' }
const corePieces: readonly Piece[] = [
  ...boxes('lift', [710, 400, 80, 80], [710, 500, 80, 80]),
  ...boxes('stairs', [810, 400, 80, 180]),
]

const carPark: FloorPlan = {
  ...sheet,
  title: 'Car park, level −1',
  rooms: [
    { name: 'Car park', x: 80, y: 80, w: 1440, h: 800, floor: 'parking', drop: 170 },
    { ...coreRoom },
    { name: 'Sump', x: 1330, y: 680, w: 190, h: 200, floor: 'service', drop: -75 },
    { name: 'Ramp', x: 80, y: 400, w: 210, h: 180, floor: 'outside' },
  ],
  openings: [...openings('y', [80, 410, 160], [910, 450, 70, 1]), ...openings('x', [1400, 680, 60, -1])],
  pieces: [
    ...corePieces,
    { is: 'bays', x: 330, y: 80, count: 12, down: true },
    { is: 'bays', x: 110, y: 880, count: 13, down: false },
    { is: 'arrow', x: 330, y: 330, to: 600 },
    { is: 'arrow', x: 1300, y: 660, to: 1010 },
  ],
  devices: {
    'door-car-park-gate': [80, 490, 90],
    'camera-car-park-ramp': [345, 400, 215],
    'camera-car-park': [960, 400, 60],
    'intercom-car-park': [130, 350],
    'gas-car-park-north': [1180, 330],
    'gas-car-park-south': [520, 640],
    'gas-sump': [1425, 765],
    'fan-car-park-1': [1330, 150],
    'fan-car-park-2': [430, 780],
    'horn-car-park': [800, 160],
  },
}

const floor1: FloorPlan = {
  ...sheet,
  title: 'Floor 1, street level',
  rooms: [
    { name: 'Lobby', x: 440, y: 80, w: 720, h: 800, drop: -180 },
    { name: 'Canteen', x: 80, y: 80, w: 360, h: 480, floor: 'common', drop: 150 },
    { name: 'Kitchen', x: 80, y: 560, w: 360, h: 320, floor: 'service' },
    { name: 'Loading bay', x: 1160, y: 380, w: 360, h: 500, floor: 'service' },
    { name: 'Post room', x: 1160, y: 80, w: 360, h: 300, floor: 'office' },
    { ...coreRoom },
    { name: 'Reception', x: 520, y: 690, w: 210, h: 110, floor: 'office' },
    { x: 1000, y: 480, w: 160, h: 180, floor: 'service' },
  ],
  openings: [
    ...openings('x', [760, 880, 90, -1], [1030, 80, 70, 1], [520, 80, 70, -1]),
    ...openings(
      'y',
      [440, 330, 80, -1],
      [690, 430, 70, -1],
      [1000, 540, 70, 1],
      [1520, 560, 180],
      [1160, 170, 60, 1],
      [1160, 540, 70, 1],
    ),
    ...openings('x', [300, 560, 70, 1]),
  ],
  pieces: [
    ...corePieces,
    ...boxes(
      'table',
      [130, 140, 90, 90],
      [290, 140, 90, 90],
      [130, 280, 90, 90],
      [290, 280, 90, 90],
      [110, 780, 300, 50],
    ),
    ...racks([1230, 780, 5, 80], [1230, 100, 5, 80]),
    ...boxes('table', [560, 200, 130, 60], [870, 200, 130, 60]),
  ],
  devices: {
    'door-main-entrance': [805, 880],
    'door-side-entrance': [1065, 80],
    'door-fire-exit': [555, 80],
    'door-canteen': [440, 370, 90],
    'door-car-park-lobby': [690, 465, 90],
    'door-goods-corridor': [1000, 575, 90],
    'door-loading-bay': [1520, 650, 90],
    'camera-main-entrance': [600, 840, 60],
    'camera-side-entrance': [1110, 270, 225],
    'camera-loading-bay': [1200, 420, 45],
    'intercom-main-entrance': [1000, 890],
    'intercom-loading-bay': [1290, 710],
    'counter-main-entrance': [930, 740],
    'counter-side-entrance': [850, 150],
    'counter-car-park': [560, 560],
    'counter-canteen': [260, 250],
  },
}

const floor2: FloorPlan = {
  ...sheet,
  title: 'Floor 2',
  rooms: [
    { name: 'Offices', x: 80, y: 80, w: 1440, h: 800, floor: 'office', drop: 250 },
    { ...coreRoom },
    { name: 'Lift lobby', x: 910, y: 380, w: 150, h: 220, drop: -62 },
    { name: 'Thames', note: 'Meeting room', x: 80, y: 80, w: 340, h: 260, floor: 'meeting' },
    { name: 'Tyne', note: 'Meeting room', x: 420, y: 80, w: 250, h: 260, floor: 'meeting' },
    { name: 'Archive', x: 1220, y: 80, w: 300, h: 300, floor: 'service', drop: 90 },
    { name: 'Print', x: 1380, y: 740, w: 140, h: 140, floor: 'service' },
  ],
  openings: [
    ...openings('y', [1060, 450, 80, 1], [910, 450, 80, 1]),
    ...openings('x', [220, 340, 70, -1], [510, 340, 70, -1]),
    ...openings('y', [1220, 270, 70, 1]),
    ...openings('x', [1410, 740, 60, 1]),
  ],
  pieces: [
    ...corePieces,
    ...boxes('table', [140, 120, 220, 60], [470, 120, 150, 60]),
    ...desks([120, 430, 7, 4], [1130, 450, 3, 4], [740, 120, 6, 2]),
    ...racks([1270, 100, 5, 150]),
  ],
  devices: {
    'door-floor-2': [1060, 490, 90],
    'door-archive': [1220, 305, 90],
    'camera-floor-2': [960, 308, 135],
    'gas-thames': [250, 290],
    'gas-tyne': [545, 290],
    'counter-floor-2': [1150, 424],
  },
}

const floor3: FloorPlan = {
  ...sheet,
  title: 'Floor 3',
  rooms: [
    { name: 'Offices', x: 80, y: 80, w: 1130, h: 800, floor: 'office', drop: 345 },
    { name: 'Roof terrace', x: 1210, y: 380, w: 310, h: 500, floor: 'outside', drop: 190 },
    { ...coreRoom },
    { name: 'Lift lobby', x: 910, y: 380, w: 150, h: 220, drop: -62 },
    { name: 'Boardroom', x: 80, y: 80, w: 420, h: 280, floor: 'meeting', drop: 90 },
    { name: 'Server room', x: 1210, y: 80, w: 310, h: 300, floor: 'service', drop: 90 },
  ],
  openings: [
    ...openings('y', [1060, 450, 80, 1], [910, 450, 80, 1]),
    ...openings('x', [300, 360, 80, 1]),
    ...openings('y', [1210, 150, 70, 1], [1210, 640, 90, 1]),
  ],
  pieces: [
    ...corePieces,
    ...boxes('table', [150, 130, 280, 80]),
    ...desks([120, 440, 7, 4], [560, 130, 8, 2], [930, 690, 3, 2]),
    ...racks([1260, 110, 5, 130]),
    ...boxes('table', [1300, 470, 70, 70], [1400, 630, 70, 70]),
  ],
  devices: {
    'door-floor-3': [1060, 490, 90],
    'door-server-room': [1210, 185, 90],
    'door-roof-terrace': [1210, 685, 90],
    'camera-floor-3': [960, 308, 135],
    'gas-boardroom': [290, 170],
    'counter-floor-3': [1150, 424],
  },
}

const plant: FloorPlan = {
  ...sheet,
  title: 'Plant room, level −2',
  tenMetres: 400,
  rooms: [
    { name: 'Plant room', x: 80, y: 80, w: 1440, h: 800, floor: 'service', drop: 260 },
    { name: 'Switchgear', x: 80, y: 80, w: 380, h: 280, floor: 'office', drop: 90 },
    { name: 'Goods stairs', x: 1280, y: 620, w: 240, h: 260, drop: 95 },
  ],
  openings: openings('y', [1280, 640, 90, -1], [460, 180, 90, 1]),
  pieces: [
    ...racks([130, 110, 6, 120]),
    ...boxes('tank', [640, 180, 200, 200], [900, 180, 200, 200]),
    ...boxes('table', [240, 560, 340, 140]),
    ...boxes('stairs', [1330, 640, 140, 120]),
  ],
  devices: {
    'door-plant-room': [1280, 685, 90],
    'camera-plant-room': [1240, 130, 215],
    'gas-boiler': [870, 430],
    'gas-chiller': [410, 620],
    'strobe-plant-room': [1130, 800],
  },
}

export const meridianPlans: Readonly<Record<string, FloorPlan>> = {
  'car-park': carPark,
  'floor-1': floor1,
  'floor-2': floor2,
  'floor-3': floor3,
  plant,
}
