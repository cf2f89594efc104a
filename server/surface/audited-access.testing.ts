// Calls that succeed for every operation of levels, groups, credentials and visitors that is on record.
import * as access from '@gatehouse/contract/access/access'
import * as passes from '@gatehouse/contract/access/passes'
import * as visitors from '@gatehouse/contract/access/visitors'
import { own } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { aUser } from '../testing/building.testing.ts'
import type { AdminCalls } from './audited.testing.ts'

export const accessCalls: AdminCalls = (of) => {
  const name = () => `Named ${uuid()}`
  const number = () => String(Math.floor(Math.random() * 1e15)).padStart(16, '4')
  const aPerson = () => aUser(of().server.store.pool, of().company, { can: own })
  const aLevel = async () => (await of().admin.call(access.createLevel, { name: name() })).level
  const aGroup = async () => (await of().admin.call(access.createGroup, { name: name() })).group
  const aCard = async () =>
    (await of().admin.call(access.giveCard, { userId: (await aPerson()).id, number: number() })).credential.id
  const wanted = () => ({
    visitor: 'Kwame Mensah',
    email: `${uuid()}@visitor.example`,
    from: new Date().toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
    doorIds: [of().doorId],
  })
  const aPass = async () => (await of().admin.call(passes.issue, wanted())).pass.id
  const checkedIn = async () => {
    const { pass, logId } = await of().admin.call(visitors.checkIn, { passId: await aPass() })
    return { passId: pass.id, logId }
  }
  return [
    [access.createLevel, async () => ({ name: name(), doorIds: [of().doorId] })],
    [access.updateLevel, async () => ({ levelId: (await aLevel()).id, name: name(), doorIds: [of().doorId] })],
    [access.removeLevel, async () => ({ levelId: (await aLevel()).id })],
    [access.createGroup, async () => ({ name: name() })],
    [access.updateGroup, async () => ({ groupId: (await aGroup()).id, name: name() })],
    [access.removeGroup, async () => ({ groupId: (await aGroup()).id })],
    [
      access.setTerms,
      async () => ({
        userId: (await aPerson()).id,
        suspended: true,
        extendedTime: false,
        passbackExempt: false,
        escort: 'none',
      }),
    ],
    [
      access.assign,
      async () => ({
        userIds: [(await aPerson()).id, (await aPerson()).id],
        addLevels: [(await aLevel()).id],
      }),
    ],
    [access.giveCard, async () => ({ userId: (await aPerson()).id, number: number() })],
    [access.givePin, async () => ({ userId: (await aPerson()).id })],
    [access.giveMobile, async () => ({ userId: (await aPerson()).id })],
    [access.updateCredential, async () => ({ credentialId: await aCard(), state: 'lost' })],
    [access.replaceCard, async () => ({ credentialId: await aCard(), number: number() })],
    [access.revokeCredential, async () => ({ credentialId: await aCard() })],
    [access.importPeople, async () => ({ csv: `email,firstName,lastName\n${uuid()}@meridian.example,Ann,Marsh` })],
    [access.exportPeople, async () => ({})],
    [passes.issue, async () => wanted()],
    [passes.byId, async () => ({ passId: await aPass() })],
    [passes.withdraw, async () => ({ passId: await aPass() })],
    [passes.resend, async () => ({ passId: await aPass() })],
    [visitors.checkIn, async () => ({ passId: await aPass() })],
    [visitors.checkOut, async () => ({ passId: (await checkedIn()).passId })],
    [visitors.undo, checkedIn],
  ]
}
