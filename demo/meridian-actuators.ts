// What ventilates Meridian Tower and warns of gas in it, and what starts it.
import type { Actuator, Effect } from './world.ts'

export const meridianActuators: readonly Actuator[] = [
  { key: 'fan-car-park-1', name: 'Car park fan 1', zone: 'car-park', purpose: 'ventilation' },
  { key: 'fan-car-park-2', name: 'Car park fan 2', zone: 'car-park', purpose: 'ventilation' },
  { key: 'horn-car-park', name: 'Car park horn', zone: 'car-park', purpose: 'horn', longestOnSeconds: 300 },
  { key: 'strobe-plant-room', name: 'Plant room strobe', zone: 'plant-room', purpose: 'strobe' },
]

export const meridianEffects: readonly Effect[] = [
  {
    name: 'Car park ventilation',
    rules: ['gas-CO-low', 'gas-NO2-low'],
    zones: ['car-park'],
    actuators: ['fan-car-park-1'],
    delaySeconds: 0,
    runOnSeconds: 300,
  },
  {
    name: 'Car park evacuation',
    rules: ['gas-CO-high', 'gas-NO2-high'],
    zones: ['car-park'],
    actuators: ['fan-car-park-1', 'fan-car-park-2', 'horn-car-park'],
    delaySeconds: 0,
    runOnSeconds: 600,
  },
  {
    name: 'Plant room warning',
    rules: ['gas-LEL-low', 'gas-O2-low', 'gas-NH3-high'],
    zones: ['plant-room'],
    actuators: ['strobe-plant-room'],
    delaySeconds: 5,
    runOnSeconds: 0,
  },
]
