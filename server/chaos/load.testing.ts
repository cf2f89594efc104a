// A building under load: devices that talk at a given rate, a program that posts batches, and what was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aDevice, aUser, aZone, password } from '../testing/building.testing.ts'
import { hashPassword } from '../kit/secrets/passwords.ts'
import { digestOf } from '../kit/secrets/secrets.ts'
import { full, longMs } from './figures.testing.ts'
import { createPoster, type Poster } from './poster.testing.ts'
import { createSender, type Sender, type SenderKind, type SentDevice } from './sender.testing.ts'

export interface Building {
  readonly company: ACompany
  readonly devices: readonly SentDevice[]
  /** Posts over HTTP with the key below. */
  readonly poster: SentDevice
  /** Says the same every time. */
  readonly parrot: SentDevice
  readonly apiKey: string
  readonly person: { readonly email: string; readonly password: string }
}

/** A company with devices of the kinds that fill a series, an API key, and a person who may see them. */
export const aBuilding = async (db: pg.Pool, devicesPerKind = 6): Promise<Building> => {
  const company = await aCompany(db)
  const [inside, plant] = [await aZone(db, company), await aZone(db, company)]
  const made = async (kind: SenderKind): Promise<SentDevice> => ({
    ...(await aDevice(db, company, kind, { zone: plant, leadsFrom: null, leadsTo: inside })),
    kind,
  })
  const kinds: SenderKind[] = ['gas', 'counter', 'door']
  const devices: SentDevice[] = []
  for (let i = 0; i < devicesPerKind; i++) for (const kind of kinds) devices.push(await made(kind))
  const [poster, parrot] = [await made('gas'), await made('gas')]
  const apiKey = `gh_${uuid()}`
  await db.query('insert into api_key (id, company_id, name, secret_hash) values ($1, $2, $3, $4)', [
    uuid(),
    company.id,
    'Chaos',
    digestOf(apiKey),
  ])
  const can = [
    'read_doors',
    'view_gas_detection',
    'view_people_count',
    'view_people_count_detail',
    'read_entry_exit_report',
  ] as const
  // Signing in is part of the load, at its full price.
  const person = await aUser(db, company, { can, card: 'card:1', hashed: await hashPassword(password) })
  return { company, devices, poster, parrot, apiKey, person }
}

export interface Load {
  readonly company: ACompany
  readonly senders: readonly Sender[]
  readonly poster: Poster
  readonly since: number
  readonly acknowledged: () => number
  /** How many messages of devices are under way: said, and not acknowledged. */
  readonly underWay: () => number
  /** Resolves once so many more have been acknowledged. */
  more(count: number, patienceMs?: number): Promise<void>
  /** Makes no more messages, waits until everything made has been acknowledged, and hangs up. */
  finish(patienceMs?: number): Promise<void>
  /** Hangs up at once. */
  close(): void
}

export interface Pace {
  /** Messages a second, all devices together, as far as they are acknowledged. */
  readonly rate?: number
  /** Messages that a device says before the first of them is acknowledged. */
  readonly window?: number
  readonly keepalive?: number
  /** Bytes of each message. */
  readonly length?: number
}

/** What is proved is that nothing is lost, not how much is carried: a few hundred messages a second do for every run. */
const usualRate = full ? 1500 : 300

export const startLoad = (
  ports: { port: number; mqttPort: number },
  building: Building,
  { rate = usualRate, window = 40, keepalive = 20, length }: Pace = {},
): Load => {
  let acknowledged = 0
  const since = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000
  const onAcknowledged = () => void acknowledged++
  const senders = building.devices.map((device) =>
    createSender({
      port: ports.mqttPort,
      device,
      since,
      window,
      keepalive,
      length,
      repeatEvery: 50,
      received: onAcknowledged,
    }),
  )
  const poster = createPoster({ port: ports.port, device: building.poster, apiKey: building.apiKey, since })

  let turn = 0
  let owed = 0
  let last = performance.now()
  const pacing = setInterval(() => {
    const now = performance.now()
    // What could not be said in time is not made up for in one burst.
    owed = Math.min(owed + ((now - last) / 1000) * rate, rate / 5)
    last = now
    for (let idle = 0; owed >= 1 && idle < senders.length; ) {
      if (senders[turn++ % senders.length]?.send()) {
        owed--
        idle = 0
      } else idle++
    }
  }, 5)
  const close = () => {
    clearInterval(pacing)
    poster.close()
    for (const sender of senders) sender.close()
  }
  const underWay = () => senders.reduce((sum, sender) => sum + sender.inFlight(), 0)
  const settled = () => underWay() === 0 && poster.idle()

  return {
    company: building.company,
    senders,
    poster,
    since,
    acknowledged: () => acknowledged + poster.acknowledged.size,
    underWay,
    async more(count, patienceMs = longMs) {
      const goal = acknowledged + count
      await until(
        () => acknowledged >= goal,
        patienceMs,
        () => `${goal - acknowledged} of ${count} not acknowledged`,
      )
    },
    async finish(patienceMs = longMs) {
      clearInterval(pacing)
      poster.finish()
      await until(settled, patienceMs, () => `${underWay()} never acknowledged`)
      close()
    },
    close,
  }
}

export const until = async (
  holds: () => boolean | Promise<boolean>,
  patienceMs: number,
  otherwise: () => string,
): Promise<void> => {
  const end = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${patienceMs} ms: ${otherwise()}`)
    await sleep(10)
  }
}
