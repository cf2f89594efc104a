// The depot of Northwind as a drawing, and where its devices are.
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
    openings: [
      { x: 80, y: 520, along: 'y', width: 80, swings: 1 },
      { x: 480, y: 400, along: 'y', width: 90, swings: 1 },
      { x: 820, y: 780, along: 'x', width: 200 },
    ],
    pieces: [
      { is: 'desks', x: 140, y: 140, columns: 4, rows: 3 },
      { is: 'racks', x: 600, y: 120, count: 13, h: 230 },
      { is: 'racks', x: 600, y: 480, count: 4, h: 200 },
      { is: 'racks', x: 1080, y: 480, count: 4, h: 200 },
    ],
    devices: {
      'northwind-door-front': [80, 560, 90],
      'northwind-door-dock': [920, 780],
      'northwind-door-store': [480, 445, 90],
      'northwind-gas-store': [1010, 420],
      'northwind-counter-front': [150, 560],
    },
  },
}
