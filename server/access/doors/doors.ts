// Doors: what is known of them, what they are told, who watches them. The only file of this domain that others import.
export { type Commands, createCommands, type Issued, type NewCommand } from './commands.ts'
export { type DoorPolicy, holdPolicy, reasonPolicy } from './policies.ts'
export { commandsOf } from './read-commands.ts'
export { serveDoors } from './serve-doors.ts'
export { recordStates, recordStatesOfEvents } from './states.ts'
export { createWatch } from './watch.ts'
export { notifyOperators, placed } from './notify.ts'
