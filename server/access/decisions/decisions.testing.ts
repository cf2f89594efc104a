// A controller at a door: asks over the wire as a real one does, and hears answers and lists.
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccessListMessage, type DecisionMessage, topicOf } from '@gatehouse/contract/building/wire'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { ACompany, ADevice } from '../../testing/building.testing.ts'
import { connect, send } from '../../building/ingest/ingest.testing.ts'

export interface Controller {
  /** What came of it; undefined: no answer within the time. */
  ask(credential: string, more?: object): Promise<DecisionMessage | undefined>
  send(kind: 'status' | 'event' | 'ask', message: object): Promise<boolean>
  readonly lists: AccessListMessage[]
  readonly answers: DecisionMessage[]
  end(): Promise<void>
}

export const aController = async (url: string, door: ADevice): Promise<Controller> => {
  const client = await connect(url, door)
  // Asked one right after the other, the second would wait for the acknowledgement of the first, as nobody at a door does.
  if (client.stream instanceof Socket) client.stream.setNoDelay()
  const lists: AccessListMessage[] = []
  const answers: DecisionMessage[] = []
  const waiting = new Map<string, (answer: DecisionMessage) => void>()
  client.on('message', (topic, payload) => {
    const message = JSON.parse(payload.toString())
    if (topic.endsWith('/access-list')) lists.push(message)
    else {
      answers.push(message)
      waiting.get(message.askId)?.(message)
    }
  })
  await client.subscribeAsync([topicOf(door.key, 'decision'), topicOf(door.key, 'access-list')], { qos: 1 })
  const report: Controller['send'] = (kind, message) =>
    send(client, door.key, kind, { id: uuid(), at: new Date().toISOString(), ...message })
  return {
    async ask(credential, more = {}) {
      const id = uuid()
      const answer = new Promise<DecisionMessage>((resolve) => waiting.set(id, resolve))
      await report('ask', { id, credential, direction: 'entry', ...more })
      return Promise.race([answer, sleep(10_000, undefined, { ref: false })])
    },
    send: report,
    lists,
    answers,
    end: () => client.endAsync(),
  }
}

type Db = Pick<pg.Pool, 'query'>

/** What comes of asking, for asking until the rules are read anew: refusals till then lock nobody out. */
export const outcomeOf =
  (db: Db, controller: Controller, credential: string, more: object = {}) =>
  async () => {
    await db.query('delete from access_failure')
    const answer = await controller.ask(credential, more)
    return answer ? (answer.reason ?? 'granted') : 'no answer'
  }

/** A level with these doors, always open, by a schedule of these hours or by that one, for these people. */
export const aLevel = async (
  db: Db,
  company: ACompany,
  {
    doors,
    people = [],
    week,
    follows,
  }: {
    doors: readonly { id: string }[]
    people?: readonly { id: string }[]
    week?: readonly (readonly { from: string; to: string }[])[]
    follows?: string
  },
): Promise<string> => {
  const [id, scheduleId] = [uuid(), uuid()]
  if (week) {
    await db.query('insert into schedule (id, company_id, name, week) values ($1, $2, $3, $4)', [
      scheduleId,
      company.id,
      `Schedule ${scheduleId}`,
      JSON.stringify(week),
    ])
  }
  await db.query('insert into access_level (id, company_id, name, schedule_id) values ($1, $2, $3, $4)', [
    id,
    company.id,
    `Level ${id}`,
    week ? scheduleId : (follows ?? null),
  ])
  for (const door of doors)
    await db.query('insert into access_level_door (level_id, door_id) values ($1, $2)', [id, door.id])
  for (const person of people)
    await db.query('insert into access_level_person (level_id, user_id) values ($1, $2)', [id, person.id])
  return id
}

/** A lockdown of this door that is under way. */
export const aLockdown = async (
  db: Db,
  company: ACompany,
  door: Pick<ADevice, 'id'>,
  { name = 'Drill', reason = 'Test', by = 'Test' } = {},
): Promise<string> => {
  const id = uuid()
  await db.query(
    `insert into lockdown (id, company_id, name, reason, correlation_id, started_by_name)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, company.id, name, reason, uuid(), by],
  )
  await db.query('insert into lockdown_door (lockdown_id, device_id, command_id) values ($1, $2, $3)', [
    id,
    door.id,
    uuid(),
  ])
  return id
}
