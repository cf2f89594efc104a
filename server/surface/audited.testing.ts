// Where the calls of the record matrix are made, and how they are listed.
import type { Operation } from '@gatehouse/contract/operation'
import type { ACompany } from '../testing/building.testing.ts'
import type { ApiClient, TestServer } from '../testing/test-server.testing.ts'

export interface There {
  readonly server: TestServer
  readonly admin: ApiClient
  readonly company: ACompany
  readonly doorId: string
  readonly zone: string
}

/** What the administrator sends, so that it succeeds; what has to be there before, that makes. */
export type AdminCalls = (of: () => There) => readonly (readonly [op: Operation, input: () => unknown])[]
