// Faults of device messages on their way into the store: the broker, the drivers, the quarantine.
import type { Fault } from './fault.ts'

export const faultsOfMessages: readonly Fault[] = [
  {
    name: 'acknowledged-before-commit',
    why: 'A gas reading that the detector was told is stored is gone after a power cut.',
    file: 'server/ingest/pipeline.ts',
    find: 'queue.push({ taken, resolve, reject })',
    replace: "queue.push({ taken, resolve, reject })\n        resolve('stored')",
    tests: ['server/ingest/pipeline.test.ts'],
  },
  {
    name: 'repeated-message-stored-twice',
    why: 'A counter that repeats itself after a reconnect counts everybody twice.',
    file: 'server/ingest/store-batch.ts',
    find: 'return new Set(rows.flatMap((row) => first.get(keyOf(row.device_id, row.message_id, row.digest))?.place ?? []))',
    replace: 'return new Set(rows.length < 0 ? [] : each.map(({ place }) => place))',
    tests: ['server/ingest/ingest.test.ts'],
  },
  {
    name: 'ids-counted-anew-not-believed',
    why: 'A door that was restarted says that it is open, and is shown as locked for 30 days.',
    file: 'server/ingest/store-batch.ts',
    find: "hash('sha1', `${kind} ${JSON.stringify(message)}`, 'base64url').slice(0, 11)",
    replace: "hash('sha1', `${kind} ${JSON.stringify(message).slice(0, 3)}`, 'base64url').slice(0, 11)",
    tests: ['server/ingest/ids.test.ts'],
  },
  {
    name: 'unreadable-message-dropped',
    why: 'A detector with a new firmware is silently ignored, and nobody can see why.',
    file: 'server/ingest/intake.ts',
    find: "if (result.result === 'quarantined') {\n        const { topic, payload, receivedAt } = arrival",
    replace:
      "if (result.result === 'quarantined' && arrival.will) {\n        const { topic, payload, receivedAt } = arrival",
    tests: ['server/ingest/broker.test.ts'],
  },
  {
    name: 'key-of-another-company',
    why: 'Whoever registers a company speaks as the devices of another, and puts them off line.',
    file: 'server/devices/devices.ts',
    find: 'if (companyId !== null) return named.find((d) => d.companyId === companyId)',
    replace: 'if (companyId !== null) return named[0]',
    tests: ['server/ingest/another-company.test.ts'],
  },
  {
    name: 'contact-inverted',
    why: 'Every open door is shown as closed, and every closed one as open.',
    file: 'devices/zigbee2mqtt.ts',
    find: "contact: made ? 'Closed' : 'Open'",
    replace: "contact: made ? 'Open' : 'Closed'",
    tests: ['devices/zigbee2mqtt.test.ts'],
  },
  {
    name: 'unit-not-converted',
    why: 'Thirty ppb of hydrogen sulphide are taken for thirty ppm, and the building is evacuated.',
    file: 'devices/measure.ts',
    find: "ppb: { unit: 'ppm', from: (v) => v / 1000 }",
    replace: "ppb: { unit: 'ppm' }",
    tests: ['devices/measure.test.ts'],
  },
  {
    name: 'older-report-changes-a-door',
    why: 'A door that delivers what it had kept while offline is shown as it was an hour ago.',
    file: 'server/doors/door-life.ts',
    find: 'if (before && momentOf(said) < momentOf(before)) return before',
    replace: '',
    tests: ['server/doors/door-life.test.ts'],
  },
]
