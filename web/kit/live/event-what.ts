// What has happened by an event, in words: the same in the stream, at its door and on a timeline.

const whats: Record<string, string> = {
  'forced-open': 'Forced open',
  'held-open': 'Held open',
  opened: 'Opened',
  closed: 'Closed',
  locked: 'Locked',
  unlocked: 'Unlocked',
  tamper: 'Tampered with',
  duress: 'Duress',
  passback: 'Anti-passback',
  'locked-out': 'Locked out after failures',
  'lost-credential': 'A lost card was shown',
  'decided-otherwise': 'Decision mismatch',
  fault: 'Fault',
  online: 'Online',
  offline: 'Offline',
  call: 'Call',
  ack: 'Command response',
  motion: 'Motion',
  'person-detected': 'Person seen',
  'vehicle-detected': 'Vehicle seen',
  'crowd-detected': 'Crowd seen',
  'smoke-suspected': 'Smoke suspected',
  'smoke-detected': 'Smoke detected',
  'gas-detected': 'Gas detected',
}

/** `door.forced-open` -> `Forced open`; what is not known is shown as the device put it. */
export const whatOf = (type: string): string => {
  const what = type.slice(type.indexOf('.') + 1)
  const words = what.replaceAll(/[-_.]+/g, ' ')
  return whats[what] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
