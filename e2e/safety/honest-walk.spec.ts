// The honest walk: devices that are cut off, late, faulty, silent, or wrong about the time, and no page shows what they last
// reported as what is so now.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Page } from '@playwright/test'
import { send } from '../kit/accounts.ts'
import type { Company } from '../kit/company.ts'
import { expect, test } from '../kit/test.ts'

/** States in which a number is not taken for what is so now. */
const doubtful = new Set(['stale', 'offline', 'fault', 'unknown', 'shelved'])

const minuteMs = 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** A floor with all of it on its plan; what is shown of each device is found by its key, its name or its zone. */
const aBuilding = async (company: Company, store: { query(sql: string, values: unknown[]): Promise<unknown> }) => {
  const floor = await company.aFloor('Ground floor')
  const zones = {
    lobby: await company.aZone('Lobby', floor),
    canteen: await company.aZone('Canteen', floor),
  }
  const detector = async (name: string) => company.aDetector({ name, zone: zones.lobby })
  const detectors = {
    sound: await detector('Sound detector'),
    cut: await detector('Cut detector'),
    late: await detector('Late detector'),
    faulty: await detector('Faulty detector'),
    behind: await detector('Detector behind'),
    ahead: await detector('Detector ahead'),
    frozen: await detector('Frozen detector'),
  }
  const { sound, cut, late, faulty, behind, ahead, frozen } = detectors
  await sound.reads(3, 'ppm')
  await cut.reads(4, 'ppm')
  await late.reads(5, 'ppm', 'CO', { at: ago(2 * minuteMs) })
  await faulty.reads(6, 'ppm')
  await faulty.sends('reading', { channel: 'CO', value: null, unit: 'ppm', quality: 'fault' })
  await behind.reads(7, 'ppm', 'CO', { at: ago(60 * minuteMs) })
  await ahead.reads(8, 'ppm', 'CO', { at: ago(-120 * minuteMs) })
  await frozen.reads(9, 'ppm')
  // Both stay connected, and report nothing more for five minutes.
  await store.query(
    `update gas_latest set at = at - interval '5 min', received_at = received_at - interval '5 min'
     where device_id = any ($1)`,
    [[ahead.id, frozen.id]],
  )
  const doors = {
    sound: await company.aDoor({ name: 'Sound door', leadsTo: zones.lobby }),
    cut: await company.aDoor({ name: 'Cut door', leadsTo: zones.canteen }),
  }
  const counters = {
    sound: await company.aCounter({ name: 'Sound counter', zone: zones.lobby }),
    cut: await company.aCounter({ name: 'Cut counter', zone: zones.canteen }),
  }
  for (const { id } of [...Object.values(detectors), ...Object.values(doors), ...Object.values(counters)])
    await store.query('insert into plan_device (device_id, floor_id, x, y) values ($1, $2, 0.5, 0.5)', [id, floor])
  return { floor, zones, detectors, doors, counters }
}

/** Of everything on the page that is shown of a device or place: in which states, by the words of the product. */
const statesOf = (page: Page, { testIds, name }: { readonly testIds: readonly string[]; readonly name: string }) =>
  page.evaluate(
    ({ sought, called }) => {
      const marked = [...document.querySelectorAll<HTMLElement>('[data-testid]')].filter((element) =>
        sought.includes(element.dataset['testid'] ?? ''),
      )
      const listed = [...document.querySelectorAll<HTMLElement>('[aria-label="On this plan, as a list"] li')].filter(
        (element) => element.textContent.startsWith(called),
      )
      return [...marked, ...listed].map((element) => element.dataset['quality'] ?? element.dataset['state'] ?? 'none')
    },
    { sought: testIds, called: name },
  )

const idsOfDetector = (key: string) => [`gas-${key}-CO`]

test('what devices reported before they were cut, fell silent, failed or lost the time is nowhere shown as what is so now', async ({
  page,
  company,
  store,
}) => {
  const { floor, zones, detectors, doors, counters } = await aBuilding(company, store)
  const admin = await company.enter(page, await company.aPerson({ role: 'admin' }))
  for (const [counter, zone] of [
    [counters.sound, zones.lobby],
    [counters.cut, zones.canteen],
  ] as const) {
    await send(page, admin, occupancy.placeCounter, { deviceId: counter.id, fromZoneId: null, toZoneId: zone })
    await send(page, admin, occupancy.correctZone, { zoneId: zone, count: 10, reason: 'Counted by hand' })
    await counter.counts({ in: 4 })
  }
  for (const one of [detectors.cut, doors.cut, counters.cut]) await one.goesOffline()
  // An alarm of the fault says how urgent it is, and makes nothing of what was measured so again.
  await expect
    .poll(async () => (await admin.ask(alarms.list, { state: 'open' })).alarms.map(({ device }) => device?.id), {
      timeout: 60_000,
    })
    .toContain(detectors.faulty.id)

  const detector = ({ key, name }: { readonly key: string; readonly name: string }) => ({
    testIds: idsOfDetector(key),
    name,
  })
  const door = ({ key, name }: { readonly key: string; readonly name: string }) => ({ testIds: [`door-${key}`], name })
  const counter = ({ key, name }: { readonly key: string; readonly name: string }) => ({
    testIds: [`counter-${key}`],
    name,
  })
  const gas = {
    ill: [detectors.cut, detectors.late, detectors.faulty, detectors.behind, detectors.ahead, detectors.frozen],
    well: [detectors.sound],
  }
  const pages: readonly (readonly [path: string, ill: Shown[], well: Shown[]])[] = [
    ['/gas-monitoring', gas.ill.map(detector), gas.well.map(detector)],
    [
      '/people-count',
      [counter(counters.cut), { testIds: ['occupancy-Canteen'], name: 'Canteen' }],
      [counter(counters.sound), { testIds: ['occupancy-Lobby'], name: 'Lobby' }],
    ],
    [
      '/dashboard',
      [...gas.ill.map(detector), door(doors.cut), counter(counters.cut)],
      [...gas.well.map(detector), door(doors.sound), counter(counters.sound)],
    ],
    [
      '/desk',
      [...gas.ill.map(detector), door(doors.cut), counter(counters.cut)],
      [...gas.well.map(detector), door(doors.sound)],
    ],
    [
      `/doors/plan?floor=${floor}`,
      [...gas.ill.map(detector), door(doors.cut), counter(counters.cut)],
      [...gas.well.map(detector), door(doors.sound), counter(counters.sound)],
    ],
  ]
  for (const [path, ill, well] of pages) {
    await detectors.sound.reads(3, 'ppm')
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
    // Once the healthy are shown as healthy, what is shown of the others is what is known of them.
    for (const one of well)
      await expect(async () => {
        const states = await statesOf(page, one)
        expect(states.length, `${one.name} on ${path}`).toBeGreaterThan(0)
        expect(
          states.filter((state) => doubtful.has(state)),
          `${one.name} on ${path}`,
        ).toEqual([])
      }).toPass({ timeout: 30_000 })
    for (const one of ill)
      await expect(async () => {
        const states = await statesOf(page, one)
        expect(states.length, `${one.name} on ${path}`).toBeGreaterThan(0)
        expect(
          states.filter((state) => !doubtful.has(state)),
          `${one.name} on ${path}`,
        ).toEqual([])
      }).toPass({ timeout: 30_000 })
  }
})

interface Shown {
  readonly testIds: readonly string[]
  readonly name: string
}
