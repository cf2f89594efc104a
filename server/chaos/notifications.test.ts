// Notifications while browsers lose their connections and the server is killed: every one that somebody may see is told
// to each of their browsers exactly once and in order, and to nobody else.
import type { Permission } from '@gatehouse/contract/permissions'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ACompany, aCompany, aUser } from '../testing/building.testing.ts'
import { createApiClient } from '../testing/test-server.testing.ts'
import { aBrowser, type Browser } from '../messages/notifications/browser.testing.ts'
import { notify } from '../messages/notifications/notifications.ts'
import { full, longMs, print, within } from './figures.testing.ts'
import { until } from './load.testing.ts'
import { aProgram, type Program } from './program.testing.ts'

const kills = full ? 20 : 2
const wanted = full ? 10_000 : 150
const perSecond = full ? 40 : 30
const browsersEach = 2
/** Who may see them, who may not, and those of another company. */
const [entitledPeople, others, strangers] = full ? [8, 4, 4] : [4, 2, 2]
const cutEveryMs = 1000
const shareCut = 0.3
// Of a kind and person 200 are kept.
const perKind = 150

interface Person {
  readonly id: string
  readonly entitled: boolean
  readonly browsers: Browser[]
}

let program: Program
let db: Pool
const people: Person[] = []
const browsers = () => people.flatMap((person) => person.browsers)

beforeAll(async () => {
  program = await aProgram()
  await program.start()
  db = program.store()
  const company = await aCompany(db)
  const elsewhere = await aCompany(db)
  const entitled: Permission[] = ['read_notifications', 'read_doors']
  for (let n = 0; n < entitledPeople; n++) await aPerson(company, entitled, true)
  for (let n = 0; n < others; n++) await aPerson(company, ['read_notifications'], false)
  for (let n = 0; n < strangers; n++) await aPerson(elsewhere, entitled, false)
  await until(
    () => browsers().every(({ caughtUp }) => caughtUp.length > 0),
    longMs,
    () => 'a browser was never let in',
  )
  written = (titles) =>
    notify(
      db,
      titles.flatMap((title) =>
        people.map(({ id }) => ({
          ...{ userId: id, companyId: company.id, title, message: '', type: 'info' as const },
          ...{ priority: 'low' as const, kind: `chaos ${Math.floor(Number(title) / perKind)}` },
          requiredPermissions: ['read_doors'] as const,
        })),
      ),
    )
}, 120_000)
afterAll(async () => {
  for (const browser of browsers()) browser.close()
  await program.remove()
})

let written: (titles: string[]) => Promise<void>

const aPerson = async (company: ACompany, can: Permission[], entitled: boolean) => {
  const user = await aUser(db, company, { can })
  const address = `http://127.0.0.1:${program.port}`
  const visitor = createApiClient(address)
  await visitor.signIn(user.email, user.password)
  const open = () => aBrowser(address, { token: visitor.token, after: 0 })
  people.push({ id: user.id, entitled, browsers: Array.from({ length: browsersEach }, open) })
}

it(
  `tells ${wanted} to each who may see them exactly once, while 30 % of the browsers are cut off again and again and the server is killed ${kills} times`,
  async () => {
    const writtenAt = new Map<string, number>()
    const away: number[] = []
    const writing = (async () => {
      const since = Date.now()
      for (let n = 0; n < wanted; n++) {
        await sleep(Math.max(0, since + (n * 1000) / perSecond - Date.now()))
        writtenAt.set(String(n), Date.now())
        await written([String(n)])
      }
    })()
    const cutting = setInterval(() => {
      for (const browser of browsers()) if (Math.random() < shareCut) browser.cut()
    }, cutEveryMs)
    const between = (wanted / perSecond / (kills + 1)) * 1000
    for (let kill = 0; kill < kills; kill++) {
      await sleep(between * (0.5 + Math.random() * 0.5))
      await program.kill()
      await sleep(Math.random() * 500)
      await program.start()
      const readyAt = Date.now()
      await until(
        () => browsers().every(({ socket, connectedAt }) => socket.connected || connectedAt() > readyAt),
        longMs,
        () => 'a browser never came back',
      )
      away.push(...browsers().map(({ connectedAt }) => Math.max(0, connectedAt() - readyAt)))
    }
    await writing
    clearInterval(cutting)
    const all = Array.from({ length: wanted }, (_, n) => String(n))
    const entitled = people.filter((person) => person.entitled).flatMap((person) => person.browsers)
    await until(
      () => entitled.every(({ notification: notified }) => notified.length >= wanted),
      2 * longMs,
      () => `told: ${entitled.map(({ notification: notified }) => notified.length).join(', ')}`,
    )
    await sleep(500)

    const online: number[] = []
    const afterwards: number[] = []
    for (const { arrivals } of entitled)
      for (const { title, at, connectedAt, wholeAt } of arrivals) {
        const since = writtenAt.get(title) ?? 0
        if (wholeAt > 0 && since >= wholeAt) online.push(at - since)
        else afterwards.push(at - Math.max(connectedAt, since))
      }
    print('notifications', {
      ...{ notifications: wanted, browsers: browsers().length, kills, deliveries: online.length + afterwards.length },
      ...{ online: percentiles(online), afterReconnect: percentiles(afterwards), backAfterStart: percentiles(away) },
    })
    for (const { notification: notified } of entitled) {
      expect(notified.map(({ title }) => title).toSorted(byNumber)).toEqual(all)
      expect(notified.map(({ seq }) => seq)).toEqual(notified.map(({ seq }) => seq).toSorted((a, b) => a - b))
    }
    for (const person of people)
      if (!person.entitled) expect(person.browsers.flatMap(({ notification: notified }) => notified)).toEqual([])
    expect(percentiles(online).p99).toBeLessThanOrEqual(within(250))
    expect(percentiles(afterwards).p99).toBeLessThanOrEqual(within(2000))
    expect(percentiles(away).worst).toBeLessThanOrEqual(within(2000))
  },
  full ? 900_000 : 300_000,
)

const byNumber = (a: string, b: string) => Number(a) - Number(b)

const percentiles = (times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), worst: at(1), of: sorted.length }
}
