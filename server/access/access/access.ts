// Who may open which door, and when: levels, groups, people, credentials and visitor passes. The front of this folder.
import type { Serve } from '../../kit/http/serve.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { type RecordMany, serveAssign } from './assign.ts'
import type { Parts } from './changing.ts'
import { serveCredentials } from './credentials.ts'
import { serveGroups } from './groups.ts'
import { serveImport } from './import.ts'
import { serveLevels } from './levels.ts'
import { serveMine } from './mine.ts'
import { servePasses } from './passes.ts'
import { servePeople } from './people.ts'
import type { Pins } from './pins.ts'

export { isMobileCode, mobileValue, newMobileSecret, openMobile, readMobileCode, sealMobile } from './mobile.ts'
export { recordPassUses } from './passes.ts'
export { isStillVisitor } from './passes.sql.ts'
export { emailOf } from './person.sql.ts'
export { createPins, openPinKey, type Pins, pinValue, sealPinKey } from './pins.ts'

interface AccessParts extends Parts {
  readonly vault: Vault
  readonly mail: Poster
  readonly pins: Pins
  readonly recordMany: RecordMany
}

export const serveAccess = (serve: Serve, { db, bus, vault, mail, pins, recordMany }: AccessParts) => {
  const parts: Parts = { db, bus }
  serveLevels(serve, parts)
  serveGroups(serve, parts)
  servePeople(serve, parts)
  serveAssign(serve, parts, recordMany)
  serveCredentials(serve, parts, pins)
  serveMine(serve, parts, vault)
  serveImport(serve, parts, recordMany)
  servePasses(serve, parts, mail)
}
