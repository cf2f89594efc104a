// The calls of the record matrix about who is let through a door.
import * as decisions from '@gatehouse/contract/access/decisions'
import { aDevice, aUser } from '../testing/building.testing.ts'
import type { AdminCalls } from './audited.testing.ts'

export const decisionCalls: AdminCalls = (of) => {
  const aDoor = async () =>
    (await of().server.knows(of().admin, await aDevice(of().server.store.pool, of().company, 'door'))).id
  const somebody = async () => (await aUser(of().server.store.pool, of().company)).id
  // The rules are read again a moment after the store has told.
  const known = async (doorId: string) => {
    for (const until = Date.now() + 20_000; Date.now() < until; ) {
      if ((await of().admin.try(decisions.whoOpens, { doorId })).status === 200) return
    }
  }
  const aKnownDoor = async () => {
    const doorId = await aDoor()
    await known(doorId)
    return doorId
  }
  const asked = { pinNeeded: true, passback: 'enforce', passbackMinutes: 60 }
  return [
    [decisions.change, async () => ({ doorId: await aDoor(), decides: 'server', ...asked })],
    [decisions.resetPassback, async () => ({ userId: await somebody(), reason: 'Tailgated out' })],
    [decisions.whoOpens, async () => ({ doorId: await aKnownDoor() })],
    [
      decisions.whatOpens,
      async () => {
        const userId = await somebody()
        await aKnownDoor()
        return { userId }
      },
    ],
    [
      decisions.ask,
      async () => {
        const userId = await somebody()
        return { userId, doorId: await aKnownDoor() }
      },
    ],
  ]
}
