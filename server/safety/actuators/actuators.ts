// Actuators: what each is wanted to do, is told and reports. The only file of this domain that others import.
export { type Controlled, readControlled } from './controlled.sql.ts'
export { type ActuatorSwitch, createActuatorSwitch, type SwitchParts } from './switch.ts'
export { nextStep, type Wanted } from './next-step.ts'
export { commandsOf } from './read-actuators.ts'
export { recordOutputs } from './outputs.ts'
export { serveActuators } from './serve-actuators.ts'
