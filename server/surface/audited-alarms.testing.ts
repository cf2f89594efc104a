// The calls of the record matrix about alarms and their rules. What has to be there before, each makes.
import { randomBytes } from 'node:crypto'
import * as auth from '@gatehouse/contract/identity/auth'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import type { Parsed } from '@gatehouse/contract/operation'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as escalations from '@gatehouse/contract/safety/escalations'
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { ProfileName } from '@gatehouse/contract/safety/gas-profiles'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import * as shiftNotes from '@gatehouse/contract/safety/shift-notes'
import { v7 as uuid } from 'uuid'
import { digestOf } from '../kit/secrets/secrets.ts'
import { aUser } from '../testing/building.testing.ts'
import { anAlarm } from '../safety/alarms/alarms.testing.ts'
import type { StoredAlarm } from '../safety/alarms/alarms.sql.ts'
import type { AdminCalls, There } from './audited.testing.ts'

const facts: Omit<Parsed<typeof alarmRules.create>, 'enabled'> = {
  name: 'Cold room',
  severity: 'medium',
  condition: {
    kind: 'threshold',
    measure: 'gas.temperature',
    comparison: 'above',
    value: 8,
    hysteresis: 0,
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  },
  scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] },
  suppressedBy: [],
  escalationId: null,
  latches: false,
  reasonAsked: false,
  checklist: [],
}

export const alarmCalls: AdminCalls = (of) => {
  const alarm = (more: Partial<StoredAlarm> = {}) => anAlarm(of().server.store.pool, of().company, of().doorId, more)
  const me = async () => (await of().admin.call(auth.checkSession)).user.id
  const somebodyElse = () =>
    aUser(of().server.store.pool, of().company, { can: ['acknowledge_alarms', 'read_notifications'] })
  const rota = async (userIds?: string[]) => {
    const people = userIds ?? [await me()]
    return (await of().admin.call(onCall.create, { ...aRota(''), userIds: people })).rota
  }
  const query = (text: string, values: unknown[]) => of().server.store.pool.query(text, values)
  const aLink = async () => {
    const token = randomBytes(32).toString('base64url')
    await query(
      `insert into alarm_link (token_hash, alarm_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 h')`,
      [digestOf(token), (await alarm()).id, await me()],
    )
    return token
  }
  const aPush = async () => {
    const token = randomBytes(32).toString('base64url')
    const [notificationId, userId, { id }] = [uuid(), await me(), await alarm()]
    await query(
      `insert into notification (id, user_id, company_id, kind, title, message, type, priority, created_at, seq, alarm_ids)
       values ($1, $2, $3, 'alarm-high', 'Tried', '', 'error', 'high', now(), nextval('notification_seq'), $4)`,
      [notificationId, userId, of().company.id, [id]],
    )
    await query(
      `insert into delivery (id, notification_id, company_id, user_id, channel, target, kind, status, next_try_at, created_at,
         receipt_hash) values ($1, $2, $3, $4, 'push', 'Phone', 'alarm-high', 'sent', now(), now(), $5)`,
      [uuid(), notificationId, of().company.id, userId, digestOf(token)],
    )
    return token
  }
  const someProposer = async () => (await somebodyElse()).id
  // By whomever. Of one place where it is approved: what others change of the whole company meanwhile leaves that as it is.
  const proposed = async (by: () => Promise<string>, profile: ProfileName, zoneIds: readonly string[] = []) => {
    const { proposal } = await of().admin.call(setPoints.propose, aChange(profile, zoneIds))
    await query('update set_point_proposal set proposed_by_id = $2 where id = $1', [proposal.id, await by()])
    return proposal.id
  }
  const rule = async () => (await of().admin.call(alarmRules.create, facts)).rule
  return [
    [alarmRules.create, () => facts],
    [
      alarmRules.update,
      async () => {
        const { id, version } = await rule()
        return { ...facts, id, version, enabled: false, name: 'Cold room, north' }
      },
    ],
    [alarmRules.remove, async () => ({ id: (await rule()).id })],
    [setPoints.apply, () => aChange('eu')],
    [setPoints.propose, () => aChange('niosh')],
    [
      setPoints.approve,
      async () => ({ id: await proposed(someProposer, 'acgih', [of().zone]), reason: 'Checked on site' }),
    ],
    [
      setPoints.reject,
      async () => ({ id: await proposed(someProposer, 'niosh'), reason: 'Not without a measurement' }),
    ],
    [setPoints.withdraw, async () => ({ id: await proposed(me, 'osha'), reason: 'A typing error' })],
    [alarms.acknowledge, async () => ({ id: (await alarm()).id })],
    [alarms.acknowledgeMany, async () => ({ ids: [(await alarm()).id] })],
    [alarms.shelve, async () => ({ id: (await alarm()).id, minutes: 30, reason: 'Welding' })],
    [alarms.unshelve, async () => ({ id: (await shelved(of)).id })],
    [alarms.resolve, async () => ({ id: (await alarm({ isActive: false, returnedAt: new Date() })).id })],
    [
      alarms.assign,
      async () => ({ id: (await alarm()).id, userId: (await of().admin.call(auth.checkSession)).user.id }),
    ],
    [escalations.create, () => aPolicy()],
    [
      escalations.update,
      async () => {
        const { policy } = await of().admin.call(escalations.create, aPolicy())
        return { ...aPolicy(), id: policy.id, version: policy.version }
      },
    ],
    [escalations.remove, async () => ({ id: (await of().admin.call(escalations.create, aPolicy())).policy.id })],
    [onCall.create, async () => aRota(await me())],
    [onCall.update, async () => ({ ...aRota(await me()), id: (await rota()).id })],
    [onCall.remove, async () => ({ id: (await rota()).id })],
    [onCall.override, async () => ({ id: (await rota()).id, userId: await me(), ...days(1, 2) })],
    [
      onCall.swap,
      async () => {
        const { id } = await rota([await me(), (await somebodyElse()).id])
        const { shifts } = await of().admin.call(onCall.shifts, days(10, 40))
        const [first, second] = shifts.filter(({ rotaId }) => rotaId === id).slice(1)
        return { id, first: periodOf(first), second: periodOf(second) }
      },
    ],
    [
      onCall.removeOverride,
      async () => {
        const { id } = await rota()
        await of().admin.call(onCall.override, { id, userId: await me(), ...days(1, 2) })
        const { shifts } = await of().admin.call(onCall.shifts, days(0, 3))
        const made = shifts.find(({ rotaId, overrideId }) => rotaId === id && overrideId !== null)
        return { id, overrideId: made?.overrideId }
      },
    ],
    [onCall.addAbsence, async () => ({ userId: await me(), ...days(1, 2) })],
    [
      onCall.removeAbsence,
      async () => ({
        id: (await of().admin.call(onCall.addAbsence, { userId: await me(), ...days(1, 2) })).absence.id,
      }),
    ],
    [shiftNotes.write, () => ({ text: 'The lift is out of order' })],
    [shiftNotes.read, async () => ({ id: (await of().admin.call(shiftNotes.write, { text: 'Seen to' })).note.id })],
    [alarms.acknowledgeLinked, async () => ({ token: await aLink() })],
    [alarms.acknowledgePushed, async () => ({ token: await aPush() })],
    [alarms.comment, async () => ({ id: (await alarm()).id, text: 'Looked at it' })],
    [alarms.check, async () => ({ id: (await alarm()).id, step: 0, done: true })],
  ]
}

const aChange = (profile: ProfileName, zoneIds: readonly string[] = []) => ({
  change: { kind: 'profile' as const, profile, at: { siteIds: [], zoneIds: [...zoneIds], deviceIds: [] } },
  reason: 'As the safety officer asks',
})

const shelved = (of: () => There) => {
  const at = new Date()
  const until = new Date(at.getTime() + 3_600_000)
  return anAlarm(of().server.store.pool, of().company, of().doorId, {
    shelved: { at, until, by: 'Ada Okafor', reason: 'Welding' },
  })
}

const nobody = { everybody: false, roleIds: [], userIds: [], rotaIds: [] }
const aPolicy = () => ({
  name: `Policy ${uuid()}`,
  steps: [{ who: { ...nobody, everybody: true }, channels: null, afterSeconds: 0 }],
  repeatSeconds: null,
})
const aRota = (userId: string) => ({
  name: `Rota ${uuid()}`,
  userIds: [userId],
  handOverAt: '08:00',
  everyDays: 7,
  startsOn: '2026-01-05',
})
const days = (from: number, to: number) => ({
  from: new Date(Date.now() + from * 86_400_000).toISOString(),
  to: new Date(Date.now() + to * 86_400_000).toISOString(),
})
const periodOf = (shift: { readonly from: string; readonly to: string } | undefined) => ({
  from: shift?.from ?? '',
  to: shift?.to ?? '',
})
