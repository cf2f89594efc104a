// A door to outside, for tests of the log: somebody with a card, who looks on, and the key by which the door reports.
import * as ingest from '@gatehouse/contract/building/ingest'
import { allPermissions } from '@gatehouse/contract/permissions'
import { aCompany, aDevice, aUser, aZone } from '../../testing/building.testing.ts'
import type { TestServer } from '../../testing/test-server.testing.ts'

export const aScene = async (server: TestServer) => {
  const db = server.store.pool
  const company = await aCompany(db)
  const lobby = await aZone(db, company, 'Lobby')
  const door = await aDevice(db, company, 'door', { zone: lobby, leadsTo: lobby })
  const person = await aUser(db, company, { card: 'card:0000000042' })
  const operator = await server.signedIn(company, { can: allPermissions })
  await server.knows(operator, door)
  const { secret: apiKey } = await operator.call(ingest.createApiKey, { name: 'Test' })
  return { company, lobby, door, person, operator, apiKey }
}
