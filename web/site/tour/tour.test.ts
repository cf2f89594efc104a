// The tour's own judgement: tabs and their addresses, what may be believed when, and a feed that grows old.
import { type Building, now as tourNow, type TourDevice } from '@gatehouse/contract/site/tour'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tourPath } from './ask.ts'
import { type Answer, createFeed } from './feed.ts'
import { connectionOf } from './connection.ts'
import { addressOf, tabAfter, tabByKey, tabIn, tabs } from './tabs.ts'
import { lineOfEntry, lineOfWorked, placedOn, tallyOf } from './showing-view.ts'
import { doorsOf, gasOf, lineOfAccess, linesOf, needsOf } from './view.ts'

const noon = Date.parse('2026-11-21T12:00:00.000Z')
const ago = (ms: number) => new Date(noon - ms).toISOString()

const door = (parts: Record<string, string> = {}, more: Partial<TourDevice> = {}): TourDevice => ({
  kind: 'door',
  name: 'Main entrance',
  floor: 'Ground floor',
  zone: 'Lobby',
  online: true,
  lastSeenAt: ago(1000),
  spot: { level: 1, x: 0.05, y: 0.5 },
  latest: Object.entries({ mode: 'Locked', lock: 'Locked', contact: 'Closed', alarm: 'Normal', ...parts }).map(
    ([channel, value]) => ({ channel, value, unit: null, quality: 'good', at: ago(90_000), receivedAt: ago(90_000) }),
  ),
  ...more,
})

const detector = (value: number, age: number, more: Partial<TourDevice> = {}): TourDevice => ({
  ...door(),
  kind: 'gas',
  name: 'Loading bay',
  latest: [{ channel: 'CO', value, unit: 'ppm', quality: 'good', at: ago(age), receivedAt: ago(age) }],
  ...more,
})

const setPoints = [
  { comparison: 'above', value: 35, severity: 'high' },
  { comparison: 'above', value: 70, severity: 'critical' },
] as const

const building = (...devices: TourDevice[]): Building => ({
  name: 'Harbour Quay',
  timeZone: 'Europe/London',
  inside: { people: 3, since: ago(9 * 3_600_000) },
  devices,
  trends: devices.flatMap(({ kind, name }) =>
    kind === 'gas' ? [{ device: name, channel: 'CO', from: ago(0), values: [], setPoints: [...setPoints] }] : [],
  ),
  counters: [],
  hours: [],
  accesses: [],
  happenings: [],
  deniedToday: 0,
  floors: [],
  worked: [],
  drill: null,
  record: { entries: [], verified: null },
})

describe('the tabs', () => {
  test('are told by their address, and the first one by none or a wrong one', () => {
    for (const tab of tabs) expect(tabIn(new URL(addressOf(tab), 'http://x').search)).toBe(tab)
    expect(tabIn('?tab=nonsense').key).toBe('overview')
    expect(addressOf(tabIn(''))).toBe('/dashboardtabs')
  })

  test('go round with the arrows, and to the ends with Home and End', () => {
    const [first, last] = [tabIn(''), tabIn('?tab=next')]
    expect(tabByKey(first, 'ArrowRight')?.key).toBe('doors')
    expect(tabByKey(first, 'ArrowLeft')).toBe(last)
    expect(tabByKey(last, 'ArrowRight')).toBe(first)
    expect(tabByKey(last, 'Home')).toBe(first)
    expect(tabByKey(first, 'End')).toBe(last)
    expect(tabByKey(first, 'Enter')).toBeUndefined()
    expect([tabAfter(first)?.key, tabAfter(last)]).toEqual(['doors', undefined])
  })
})

describe('what may be believed', () => {
  test('is told by the newest answer, then by the newest word of any device', () => {
    const alive = building(door(), detector(2, 4000))
    expect(connectionOf(ago(4900), alive, noon)).toBe('live')
    expect(connectionOf(ago(5100), alive, noon)).toBe('server-silent')
    const silent = building(door({}, { lastSeenAt: ago(10_100) }))
    expect(connectionOf(ago(0), silent, noon)).toBe('building-silent')
    expect(connectionOf(ago(0), building(), noon)).toBe('building-silent')
  })

  test('a door is what it last reported while it is heard, then a memory', () => {
    const [now] = doorsOf(building(door()), 'live', noon)
    expect([now?.state, now?.word]).toEqual(['normal', 'Locked'])
    const [later] = doorsOf(building(door()), 'server-silent', noon)
    expect([later?.state, later?.word]).toEqual(['stale', 'Was locked'])
    const [unseen] = doorsOf(building(door({}, { lastSeenAt: ago(21_000) })), 'live', noon)
    expect([unseen?.state, unseen?.word]).toEqual(['stale', 'Was locked'])
    const [away] = doorsOf(building(door({}, { online: false })), 'server-silent', noon)
    expect(away?.state).toBe('offline')
    const [never] = doorsOf(building(door({}, { latest: [] })), 'live', noon)
    expect(never?.state).toBe('unknown')
  })

  test('a channel is stale ten seconds after its last reading, and never green without one', () => {
    const stateOf = (device: TourDevice) => gasOf(building(device), 'live', noon)[0]?.state
    expect(stateOf(detector(2, 9900))).toBe('normal')
    expect(stateOf(detector(2, 10_100))).toBe('stale')
    expect(stateOf(detector(40, 1000))).toBe('high')
    expect(stateOf(detector(90, 1000))).toBe('critical')
    expect(stateOf(detector(2, 1000, { online: false }))).toBe('offline')
    expect(gasOf(building(detector(2, 1000)), 'building-silent', noon)[0]?.state).toBe('stale')
  })

  test('what needs somebody comes by urgency, whatever is only quiet does not', () => {
    const needs = needsOf(
      building(door(), door({ alarm: 'DoorOpenTooLong' }, { name: 'Quay gate' }), detector(90, 1000), {
        ...door(),
        kind: 'camera',
        name: 'Quay gate',
        online: false,
        latest: [],
      }),
      'live',
      noon,
    )
    expect(needs.map(({ what, word }) => [what, word])).toEqual([
      ['CO, Loading bay', 'Above high'],
      ['Quay gate', 'Held open'],
      ['Camera, Quay gate', 'Offline'],
    ])
    expect(needsOf(building(door(), detector(2, 1000)), 'live', noon)).toEqual([])
  })
})

test('passages and what else happened are one list, newest first, and a refusal says why', () => {
  const passed = { door: 'Bay door', direction: 'entry', result: 'granted', reason: null, taken: true } as const
  const lines = linesOf(
    {
      ...building(),
      accesses: [
        { ...passed, at: ago(1000) },
        { ...passed, at: ago(3000) },
      ],
      happenings: [{ at: ago(2000), where: 'Quay gate', type: 'door.held-open', severity: 'warning' }],
    },
    2,
  )
  expect(lines.map(({ what, state, word }) => [what, word ?? state])).toEqual([
    ['Entry', 'Granted'],
    ['Held open', 'warning'],
  ])
  expect(lineOfAccess({ ...passed, at: ago(0), result: 'denied', reason: 'expired', taken: null }).word).toBe(
    'Denied: expired',
  )
  expect(lineOfAccess({ ...passed, at: ago(0), taken: false }).word).toBe('Granted, not taken')
})

test('the page asks where the contract says', () => {
  expect([tourNow.method, `/api${tourNow.path}`]).toEqual(['GET', tourPath])
})

describe('the feed', () => {
  beforeEach(() => void vi.useFakeTimers({ now: noon }))
  afterEach(() => void vi.useRealTimers())

  const answerAt = (ms: number): Answer => ({ at: new Date(noon + ms).toISOString(), building: building() })
  const feedOf = (ask: () => Promise<Answer>, seen = { now: true }) => {
    let look = () => {}
    const feed = createFeed(answerAt(-500), {
      ask,
      isSeen: () => seen.now,
      onSeen: (again) => {
        look = again
        return () => {}
      },
    })
    return { feed, see: () => look() }
  }

  test('asks at once and every two seconds, and grows old by the second in between', async () => {
    const asked: number[] = []
    const { feed } = feedOf(async () => {
      asked.push(Date.now() - noon)
      return answerAt(Date.now() - noon)
    })
    const stop = feed.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked).toEqual([0, 2000, 4000])
    expect(feed.told().now - Date.parse(feed.told().answer.at)).toBe(1000)
    stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(3)
  })

  test('takes no answer, and the same answer again, for silence', async () => {
    for (const ask of [() => Promise.reject(new Error('away')), async () => answerAt(-500)]) {
      vi.setSystemTime(noon)
      const { feed } = feedOf(ask)
      const stop = feed.subscribe(() => {})
      await vi.advanceTimersByTimeAsync(6000)
      expect(feed.told().now - Date.parse(feed.told().answer.at)).toBe(6000)
      stop()
    }
  })

  test('asks nothing while nobody looks, and at once when somebody does again', async () => {
    const seen = { now: false }
    let asked = 0
    const { feed, see } = feedOf(async () => {
      asked++
      return answerAt(0)
    }, seen)
    const stop = feed.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(8000)
    expect(asked).toBe(0)
    seen.now = true
    see()
    expect(asked).toBe(1)
    stop()
  })
})

describe('what is done in the building', () => {
  const command = { at: ago(4000), door: 'Quay gate', asked: 'unlock', status: 'sent', answeredMs: null } as const

  test('a command is confirmed only once its door has answered, and says how long that took', () => {
    expect(lineOfWorked(command, 'live')).toMatchObject({ state: 'information', word: 'Sent', where: 'Quay gate' })
    expect(lineOfWorked({ ...command, status: 'confirmed', answeredMs: 312 }, 'live')).toMatchObject({
      state: 'normal',
      word: 'Confirmed after 312 ms',
    })
    expect(lineOfWorked({ ...command, status: 'no-answer' }, 'live')).toMatchObject({
      state: 'unknown',
      word: 'No answer',
    })
  })

  test('nothing that went well is green once the building is silent; what went wrong stays as it was', () => {
    const stateIn = (status: 'confirmed' | 'refused') =>
      lineOfWorked({ ...command, status, answeredMs: 5 }, 'building-silent').state
    expect([stateIn('confirmed'), stateIn('refused')]).toEqual(['stale', 'high'])
    const entry = { at: ago(4000), action: 'doors.unlock', subject: 'Quay gate' } as const
    expect([lineOfEntry(entry, 'live').state, lineOfEntry(entry, 'server-silent').state]).toEqual(['normal', 'stale'])
  })

  test('the plan of a floor has its devices, each as it may be believed', () => {
    const whole = building(
      door(),
      detector(80, 1000, { name: 'Bay' }),
      door({}, { kind: 'camera', name: 'Gate', latest: [] }),
    )
    const words = (freshness: 'live' | 'server-silent') =>
      placedOn(whole, 1, freshness, noon).map(({ name, state }) => [name, state])
    expect(words('live')).toEqual([
      ['Main entrance', 'normal'],
      ['Bay', 'critical'],
      ['Gate', 'normal'],
    ])
    expect(words('server-silent').map(([, state]) => state)).toEqual(['stale', 'stale', 'stale'])
    expect(placedOn(whole, 2, 'live', noon)).toEqual([])
    expect(placedOn(building(door({}, { spot: null })), 1, 'live', noon)).toEqual([])
  })

  test('a roll-call is summed up over its zones', () => {
    const zones = [
      { zone: 'Lobby', people: 3, safe: 2, missing: 1 },
      { zone: 'Offices', people: 12, safe: 12, missing: 0 },
    ]
    expect(tallyOf({ zones })).toEqual({ people: 15, safe: 14, missing: 1 })
  })
})
