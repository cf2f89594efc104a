// Faults of where people are: entries and exits, who is inside, the roll-call.
import type { Fault } from './fault.ts'

export const faultsOfPeople: readonly Fault[] = [
  {
    name: 'denied-result-outside-the-seal',
    why: 'Whoever reaches the store turns "denied" into "granted", and the proof of the log still holds.',
    file: 'server/record/activity/sealed-logs.ts',
    find: "l.type, ${micros('l.at')}, l.result,",
    replace: "l.type, ${micros('l.at')},",
    tests: ['server/access/entry-exit/clear-up.test.ts'],
  },
  {
    name: 'late-message-moves-a-person',
    why: 'A door that was offline delivers this morning’s entry at night, and somebody at home is inside again.',
    file: 'server/access/entry-exit/record.sql.ts',
    find: 'where presence.at <= excluded.at or',
    replace: 'where true or',
    tests: ['server/access/entry-exit/entry-exit.test.ts'],
  },
  {
    name: 'older-mark-overwrites-a-newer',
    why: 'A mark that waited in a cellar without reception turns somebody found safe into missing again.',
    file: 'server/access/muster/mark.sql.ts',
    find: '(p.mark_id is null or (p.status_at, p.mark_id) < (n.at, n.id))',
    replace: 'true',
    tests: ['server/access/muster/muster.test.ts'],
  },
  {
    name: 'count-beyond-labels',
    why: 'Counts of an entrance under a label are given to whoever asks.',
    file: 'server/safety/people-count/people-count.ts',
    find: 'counters.filter((d) => directory.sees(caller, d.id))',
    replace: 'counters',
    tests: ['server/building/devices/devices.test.ts'],
  },
]
