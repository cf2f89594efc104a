// The demo companies by their keys.
import { harbourQuay } from './harbour-quay.ts'
import { meridianTower } from './meridian-tower.ts'
import { northwind } from './northwind.ts'
import type { World } from './world.ts'

export const worlds: readonly World[] = [meridianTower, northwind, harbourQuay]
