// The floors of Meridian Tower as drawings, and where its devices are on them. By key of the floor.
import type { FloorPlan, Piece, Room } from './plan-drawing.ts'

const sheet = { width: 1600, height: 1000, tenMetres: 260 } as const

/** Lifts and stairs go through all floors at the same place. */
const core = { x: 690, y: 380, w: 220, h: 220 } as const
const coreRoom: Room = { ...core, floor: 'service' }
const corePieces: readonly Piece[] = [
  { is: 'lift', x: 710, y: 400, w: 80, h: 80 },
  { is: 'lift', x: 710, y: 500, w: 80, h: 80 },
  { is: 'stairs', x: 810, y: 400, w: 80, h: 180 },
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
  openings: [
    { x: 80, y: 410, along: 'y', width: 160 },
    { x: 910, y: 450, along: 'y', width: 70, swings: 1 },
    { x: 1400, y: 680, along: 'x', width: 60, swings: -1 },
  ],
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
    { x: 760, y: 880, along: 'x', width: 90, swings: -1 },
    { x: 1030, y: 80, along: 'x', width: 70, swings: 1 },
    { x: 520, y: 80, along: 'x', width: 70, swings: -1 },
    { x: 440, y: 330, along: 'y', width: 80, swings: -1 },
    { x: 690, y: 430, along: 'y', width: 70, swings: -1 },
    { x: 1000, y: 540, along: 'y', width: 70, swings: 1 },
    { x: 1520, y: 560, along: 'y', width: 180 },
    { x: 1160, y: 170, along: 'y', width: 60, swings: 1 },
    { x: 1160, y: 540, along: 'y', width: 70, swings: 1 },
    { x: 300, y: 560, along: 'x', width: 70, swings: 1 },
  ],
  pieces: [
    ...corePieces,
    { is: 'table', x: 130, y: 140, w: 90, h: 90 },
    { is: 'table', x: 290, y: 140, w: 90, h: 90 },
    { is: 'table', x: 130, y: 280, w: 90, h: 90 },
    { is: 'table', x: 290, y: 280, w: 90, h: 90 },
    { is: 'table', x: 110, y: 780, w: 300, h: 50 },
    { is: 'racks', x: 1230, y: 780, count: 5, h: 80 },
    { is: 'racks', x: 1230, y: 100, count: 5, h: 80 },
    { is: 'table', x: 560, y: 200, w: 130, h: 60 },
    { is: 'table', x: 870, y: 200, w: 130, h: 60 },
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
    { x: 1060, y: 450, along: 'y', width: 80, swings: 1 },
    { x: 910, y: 450, along: 'y', width: 80, swings: 1 },
    { x: 220, y: 340, along: 'x', width: 70, swings: -1 },
    { x: 510, y: 340, along: 'x', width: 70, swings: -1 },
    { x: 1220, y: 270, along: 'y', width: 70, swings: 1 },
    { x: 1410, y: 740, along: 'x', width: 60, swings: 1 },
  ],
  pieces: [
    ...corePieces,
    { is: 'table', x: 140, y: 120, w: 220, h: 60 },
    { is: 'table', x: 470, y: 120, w: 150, h: 60 },
    { is: 'desks', x: 120, y: 430, columns: 7, rows: 4 },
    { is: 'desks', x: 1130, y: 450, columns: 3, rows: 4 },
    { is: 'desks', x: 740, y: 120, columns: 6, rows: 2 },
    { is: 'racks', x: 1270, y: 100, count: 5, h: 150 },
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
    { x: 1060, y: 450, along: 'y', width: 80, swings: 1 },
    { x: 910, y: 450, along: 'y', width: 80, swings: 1 },
    { x: 300, y: 360, along: 'x', width: 80, swings: 1 },
    { x: 1210, y: 150, along: 'y', width: 70, swings: 1 },
    { x: 1210, y: 640, along: 'y', width: 90, swings: 1 },
  ],
  pieces: [
    ...corePieces,
    { is: 'table', x: 150, y: 130, w: 280, h: 80 },
    { is: 'desks', x: 120, y: 440, columns: 7, rows: 4 },
    { is: 'desks', x: 560, y: 130, columns: 8, rows: 2 },
    { is: 'desks', x: 930, y: 690, columns: 3, rows: 2 },
    { is: 'racks', x: 1260, y: 110, count: 5, h: 130 },
    { is: 'table', x: 1300, y: 470, w: 70, h: 70 },
    { is: 'table', x: 1400, y: 630, w: 70, h: 70 },
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
  openings: [
    { x: 1280, y: 640, along: 'y', width: 90, swings: -1 },
    { x: 460, y: 180, along: 'y', width: 90, swings: 1 },
  ],
  pieces: [
    { is: 'racks', x: 130, y: 110, count: 6, h: 120 },
    { is: 'tank', x: 640, y: 180, w: 200, h: 200 },
    { is: 'tank', x: 900, y: 180, w: 200, h: 200 },
    { is: 'table', x: 240, y: 560, w: 340, h: 140 },
    { is: 'stairs', x: 1330, y: 640, w: 140, h: 120 },
  ],
  devices: {
    'door-plant-room': [1280, 685, 90],
    'camera-plant-room': [1240, 130, 215],
    'gas-boiler': [870, 430],
    'gas-chiller': [410, 620],
  },
}

export const meridianPlans: Readonly<Record<string, FloorPlan>> = {
  'car-park': carPark,
  'floor-1': floor1,
  'floor-2': floor2,
  'floor-3': floor3,
  plant,
}
