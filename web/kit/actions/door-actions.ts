// What is done about doors in words: what people do, and what became of each command to a door.
import type { Words } from './action-words.ts'

export const doorWords: Readonly<Record<string, Words>> = {
  'doors.acknowledge': ['Acknowledged', 'the alarm of {}', 'an alarm of a door'],
  'doors.maintenance': ['Changed', 'whether {} is in maintenance', 'whether a door is in maintenance'],
  'doors.retire': ['Retired', 'the door {}', 'a door'],
  'doors.update': ['Changed', 'how {} is worked and watched', 'how a door is worked and watched'],

  'doors.unlock': ['Told', '{} to unlock', 'a door to unlock'],
  'doors.unlock.sent': ['Sent', '{} the command to unlock', 'a door the command to unlock'],
  'doors.unlock.confirmed': [
    'Heard',
    'from {} that it was told to unlock and did',
    'that a door was told to unlock and did',
  ],
  'doors.unlock.refused': ['Told', '{} to unlock, which it refused', 'a door to unlock, which it refused'],
  'doors.unlock.no-answer': ['Told', '{} to unlock, and got no answer', 'a door to unlock, and got no answer'],
  'doors.unlock.failed': ['Told', '{} to unlock, which never left', 'a door to unlock, which never left'],

  'doors.lock': ['Told', '{} to lock', 'a door to lock'],
  'doors.lock.sent': ['Sent', '{} the command to lock', 'a door the command to lock'],
  'doors.lock.confirmed': ['Heard', 'from {} that it was told to lock and did', 'that a door was told to lock and did'],
  'doors.lock.refused': ['Told', '{} to lock, which it refused', 'a door to lock, which it refused'],
  'doors.lock.no-answer': ['Told', '{} to lock, and got no answer', 'a door to lock, and got no answer'],
  'doors.lock.failed': ['Told', '{} to lock, which never left', 'a door to lock, which never left'],

  'doors.hold': ['Told', '{} to stay open', 'a door to stay open'],
  'doors.hold.sent': ['Sent', '{} the command to stay open', 'a door the command to stay open'],
  'doors.hold.confirmed': [
    'Heard',
    'from {} that it was told to stay open and did',
    'that a door was told to stay open and did',
  ],
  'doors.hold.refused': ['Told', '{} to stay open, which it refused', 'a door to stay open, which it refused'],
  'doors.hold.no-answer': ['Told', '{} to stay open, and got no answer', 'a door to stay open, and got no answer'],
  'doors.hold.failed': ['Told', '{} to stay open, which never left', 'a door to stay open, which never left'],

  'doors.release': ['Told', '{} to end its hold', 'a door to end its hold'],
  'doors.release.sent': ['Sent', '{} the command to end its hold', 'a door the command to end its hold'],
  'doors.release.confirmed': [
    'Heard',
    'from {} that it was told to end its hold and did',
    'that a door was told to end its hold and did',
  ],
  'doors.release.refused': ['Told', '{} to end its hold, which it refused', 'a door to end its hold, which it refused'],
  'doors.release.no-answer': [
    'Told',
    '{} to end its hold, and got no answer',
    'a door to end its hold, and got no answer',
  ],
  'doors.release.failed': ['Told', '{} to end its hold, which never left', 'a door to end its hold, which never left'],

  'doors.lockdown': ['Told', '{} to lock down', 'a door to lock down'],
  'doors.lockdown.sent': ['Sent', '{} the command to lock down', 'a door the command to lock down'],
  'doors.lockdown.confirmed': [
    'Heard',
    'from {} that it was told to lock down and did',
    'that a door was told to lock down and did',
  ],
  'doors.lockdown.refused': ['Told', '{} to lock down, which it refused', 'a door to lock down, which it refused'],
  'doors.lockdown.no-answer': ['Told', '{} to lock down, and got no answer', 'a door to lock down, and got no answer'],
  'doors.lockdown.failed': ['Told', '{} to lock down, which never left', 'a door to lock down, which never left'],

  'doors.release-lockdown': ['Told', '{} to end its lockdown', 'a door to end its lockdown'],
  'doors.release-lockdown.sent': [
    'Sent',
    '{} the command to end its lockdown',
    'a door the command to end its lockdown',
  ],
  'doors.release-lockdown.confirmed': [
    'Heard',
    'from {} that it was told to end its lockdown and did',
    'that a door was told to end its lockdown and did',
  ],
  'doors.release-lockdown.refused': [
    'Told',
    '{} to end its lockdown, which it refused',
    'a door to end its lockdown, which it refused',
  ],
  'doors.release-lockdown.no-answer': [
    'Told',
    '{} to end its lockdown, and got no answer',
    'a door to end its lockdown, and got no answer',
  ],
  'doors.release-lockdown.failed': [
    'Told',
    '{} to end its lockdown, which never left',
    'a door to end its lockdown, which never left',
  ],
}
