// Commands to devices: on the record first, then on their way, settled by what the device says or by time. The only file of
// this domain that others import.
export { type AnyStanding, commandsOfKind, fromCommands, standing } from './commands.sql.ts'
export { answersByState, driverOf } from './drivers.ts'
export type { Draft } from './keep.sql.ts'
export { type CommandLife, createCommandLife, type Wire } from './life.ts'
export { type Answer, type Settled, weigh } from './settle.ts'
export { type AnsweringStates, type Reported, statesAnswering } from './state-answers.ts'
