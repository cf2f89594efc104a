// Who may open which door, and when: levels, groups, people and credentials. The front of this folder.
import type { Serve } from '../../kit/http/serve.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import { type RecordMany, serveAssign } from './assign.ts'
import type { Parts } from './changing.ts'
import { serveCredentials } from './credentials.ts'
import { serveGroups } from './groups.ts'
import { serveImport } from './import.ts'
import { serveLevels } from './levels.ts'
import { serveMine } from './mine.ts'
import { servePeople } from './people.ts'
import type { Pins } from './pins.ts'

export { visiblePeople } from './assign.sql.ts'
export { changing, demandPeriod, type Parts } from './changing.ts'
export { ownDoors } from './giving.ts'
export { demandKnown } from './levels.ts'
export { readLevels } from './levels.sql.ts'
export { isMobileCode, mobileValue, newMobileSecret, openMobile, readMobileCode, sealMobile } from './mobile.ts'
export { emailOf } from './person.sql.ts'
export { isStillVisitor, isVisiblePass, visitorGoneAt, visitorOf } from './visiting.sql.ts'
export { createPins, openPinKey, type Pins, pinValue, sealPinKey } from './pins.ts'

interface AccessParts extends Parts {
  readonly vault: Vault
  readonly pins: Pins
  readonly recordMany: RecordMany
}

export const serveAccess = (serve: Serve, { db, bus, vault, pins, recordMany }: AccessParts) => {
  const parts: Parts = { db, bus }
  serveLevels(serve, parts)
  serveGroups(serve, parts)
  servePeople(serve, parts)
  serveAssign(serve, parts, recordMany)
  serveCredentials(serve, parts, pins)
  serveMine(serve, parts, vault)
  serveImport(serve, parts, recordMany)
}
