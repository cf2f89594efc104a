// Who can be tried out in demo mode, for the sign-in page of this machine.
import { entrance } from '@gatehouse/contract/system/demo'
import type { Db } from '../../db/pool.ts'
import { isLoopback } from '../../kit/config.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { accountsIn } from './accounts.sql.ts'
import { type Demo, defaultPassword } from './demo.ts'

interface DemoParts {
  readonly db: Db
  readonly demo: Demo | undefined
  readonly mailServer: boolean
}

export const serveDemo = (serve: Serve, { db, demo, mailServer }: DemoParts) => {
  serve.open(entrance, async (_input, _who, { address, request }) => {
    const offered = demo && offeredTo(demo, address, request.hostname)
    if (!offered) return { demo: null }
    const { password, accounts } = offered
    return { demo: { password, mailbox: !mailServer, accounts: await accountsIn(db, accounts) } }
  })
}

/**
 * What of the demo is offered to whoever asks from an address by a name: to this machine alone, and by name as well, so that a
 * page of elsewhere whose name leads here does not read it. A password that an operator chose is given to nobody: a proxy on this
 * machine asks for the whole world.
 */
export const offeredTo = (demo: Demo, address: string, hostname: string): Demo | null => {
  if (!isLoopback(address) || !isLoopback(hostname)) return null
  return demo.password === defaultPassword ? demo : { password: '', accounts: [] }
}
