// The two floors of Harbour Quay as drawings, and where its devices are on them. By key of the floor.
import { boxes, desks, openings, racks } from './builders.ts'
import type { FloorPlan } from './plan-drawing.ts'

const sheet = { width: 1600, height: 1000, tenMetres: 400 } as const

const ground: FloorPlan = {
  ...sheet,
  title: 'Harbour Quay, ground floor',
  rooms: [
    { name: 'Lobby', x: 80, y: 80, w: 620, h: 800, drop: 120 },
    { name: 'Loading bay', x: 700, y: 80, w: 820, h: 520, floor: 'service', drop: 130 },
    { name: 'Boiler room', x: 700, y: 600, w: 820, h: 280, floor: 'office', drop: -90 },
  ],
  openings: [
    ...openings('y', [80, 430, 120], [1520, 270, 200], [700, 260, 90, 1], [700, 710, 90, 1]),
    ...openings('x', [430, 80, 90, 1]),
  ],
  pieces: [
    ...boxes('table', [210, 640, 260, 90]),
    ...boxes('stairs', [480, 110, 180, 140]),
    ...racks([820, 110, 8, 130]),
    ...boxes('tank', [1010, 690, 160, 150], [1240, 690, 160, 150]),
  ],
  devices: {
    'tour-door-main': [80, 490, 90],
    'tour-door-quay': [1520, 370, 90],
    'tour-door-bay': [700, 305, 90],
    'tour-door-boiler': [700, 755, 90],
    'tour-camera-main': [180, 330, 90],
    'tour-camera-quay': [1400, 180, 90],
    'tour-intercom-main': [170, 590],
    'tour-gas-bay': [1080, 360],
    'tour-gas-boiler': [880, 760],
    'tour-counter-main': [290, 480],
    'tour-counter-quay': [1330, 400],
  },
}

const first: FloorPlan = {
  ...sheet,
  title: 'Harbour Quay, first floor',
  rooms: [
    { name: 'Offices', x: 80, y: 80, w: 1440, h: 800, floor: 'office', drop: 330 },
    { name: 'Meeting room', x: 1120, y: 80, w: 400, h: 300, floor: 'meeting' },
    { name: 'Stairs', x: 80, y: 80, w: 360, h: 300 },
  ],
  openings: [...openings('y', [440, 200, 90, 1], [1120, 190, 90, -1])],
  pieces: [
    ...boxes('stairs', [110, 110, 160, 240]),
    ...boxes('table', [1200, 110, 240, 70]),
    ...desks([560, 130, 7, 2], [160, 470, 18, 3]),
  ],
  devices: { 'tour-door-offices': [440, 245, 90] },
}

export const harbourPlans: Readonly<Record<string, FloorPlan>> = { 'tour-ground': ground, 'tour-first': first }
