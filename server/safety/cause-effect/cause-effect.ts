// Cause and effect: which actuators are on while which alarms are present. The only file of this domain that others import.
export { type Control, createControl } from './control.ts'
export { serveEffects } from './serve-effects.ts'
