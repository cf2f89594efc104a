// The depot of Northwind as a drawing, and where its devices are.
import { desks, openings, racks } from './builders.ts'
import type { FloorPlan } from './plan-drawing.ts'

export const northwindPlans: Readonly<Record<string, FloorPlan>> = {
  'northwind-ground': {
    title: 'Northwind depot, ground floor',
    width: 1400,
    height: 900,
    tenMetres: 240,
    rooms: [
      { name: 'Cold store', x: 480, y: 80, w: 840, h: 700, floor: 'meeting', drop: 40 },
      { name: 'Office', x: 80, y: 80, w: 400, h: 700, floor: 'office', drop: 220 },
    ],
    openings: [...openings('y', [80, 520, 80, 1], [480, 400, 90, 1]), ...openings('x', [820, 780, 200])],
    pieces: [...desks([140, 140, 4, 3]), ...racks([600, 120, 13, 230], [600, 480, 4, 200], [1080, 480, 4, 200])],
    devices: {
      'northwind-door-front': [80, 560, 90],
      'northwind-door-dock': [920, 780],
      'northwind-door-store': [480, 445, 90],
      'northwind-gas-store': [1010, 420],
      'northwind-counter-front': [150, 560],
    },
  },
}
