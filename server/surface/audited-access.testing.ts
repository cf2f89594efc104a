// Calls that succeed for every operation of levels, groups, credentials and visitor passes that is on record.
import * as access from '@gatehouse/contract/access/access'
import type { Operation } from '@gatehouse/contract/operation'
import * as passes from '@gatehouse/contract/access/passes'
import { own } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { type ACompany, aUser } from '../testing/building.testing.ts'
import type { TestServer, ApiClient } from '../testing/test-server.testing.ts'

interface Ground {
  readonly server: TestServer
  readonly admin: ApiClient
  readonly company: ACompany
  readonly doorId: string
}

type Call = readonly [op: Operation, call: () => Promise<unknown>]

export const accessCalls = (ground: () => Ground): readonly Call[] => {
  const name = () => `Named ${uuid()}`
  const number = () => String(Math.floor(Math.random() * 1e15)).padStart(16, '4')
  const aPerson = () => aUser(ground().server.store.pool, ground().company, { can: own })
  const aLevel = async () => (await ground().admin.call(access.createLevel, { name: name() })).level
  const aGroup = async () => (await ground().admin.call(access.createGroup, { name: name() })).group
  const aCard = async () =>
    (await ground().admin.call(access.giveCard, { userId: (await aPerson()).id, number: number() })).credential.id
  const wanted = () => ({
    visitor: 'Kwame Mensah',
    email: `${uuid()}@visitor.example`,
    from: new Date().toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
    doorIds: [ground().doorId],
  })
  const aPass = async () => (await ground().admin.call(passes.issue, wanted())).pass.id
  const by = (op: Operation, input: () => Promise<unknown>): Call => [
    op,
    async () => {
      const { status, body } = await ground().admin.try(op, await input())
      if (status >= 400) throw new Error(`${op.path}: ${status} ${JSON.stringify(body)}`)
    },
  ]
  return [
    by(access.createLevel, async () => ({ name: name(), doorIds: [ground().doorId] })),
    by(access.updateLevel, async () => ({ levelId: (await aLevel()).id, name: name(), doorIds: [ground().doorId] })),
    by(access.removeLevel, async () => ({ levelId: (await aLevel()).id })),
    by(access.createGroup, async () => ({ name: name() })),
    by(access.updateGroup, async () => ({ groupId: (await aGroup()).id, name: name() })),
    by(access.removeGroup, async () => ({ groupId: (await aGroup()).id })),
    by(access.setTerms, async () => ({
      userId: (await aPerson()).id,
      suspended: true,
      extendedTime: false,
      passbackExempt: false,
      escort: 'none',
    })),
    by(access.assign, async () => ({
      userIds: [(await aPerson()).id, (await aPerson()).id],
      addLevels: [(await aLevel()).id],
    })),
    by(access.giveCard, async () => ({ userId: (await aPerson()).id, number: number() })),
    by(access.givePin, async () => ({ userId: (await aPerson()).id })),
    by(access.giveMobile, async () => ({ userId: (await aPerson()).id })),
    by(access.updateCredential, async () => ({ credentialId: await aCard(), state: 'lost' })),
    by(access.replaceCard, async () => ({ credentialId: await aCard(), number: number() })),
    by(access.revokeCredential, async () => ({ credentialId: await aCard() })),
    [
      access.setUpMobile,
      async () => {
        const person = await aPerson()
        const { credential } = await ground().admin.call(access.giveMobile, { userId: person.id })
        const visitor = ground().server.client()
        await visitor.signIn(person.email, person.password)
        await visitor.call(access.setUpMobile, { credentialId: credential.id })
      },
    ],
    by(access.importPeople, async () => ({ csv: `email,firstName,lastName\n${uuid()}@meridian.example,Ann,Marsh` })),
    by(access.exportPeople, async () => ({})),
    by(passes.issue, async () => wanted()),
    by(passes.byId, async () => ({ passId: await aPass() })),
    by(passes.withdraw, async () => ({ passId: await aPass() })),
    by(passes.resend, async () => ({ passId: await aPass() })),
  ]
}
