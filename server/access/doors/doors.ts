// Doors: what is known of them, their commands, who watches them. The only file of this domain that others import.
export { type Commands, createCommands, type Issued, type NewCommand } from './commands.ts'
export { type DoorPolicy, holdPolicy, reasonPolicy } from './policies.ts'
export { commandsOf } from './read-commands.ts'
export { serveDoors } from './serve-doors.ts'
export { observationsOf, recordStates, recordStatesOfEvents } from './states.ts'
export { lockDoors } from './states.sql.ts'
export { createWatch } from './watch.ts'
