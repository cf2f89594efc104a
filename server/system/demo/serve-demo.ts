// Who can be tried out in demo mode, for the sign-in page of this machine.
import { entrance } from '@gatehouse/contract/system/demo'
import type { Db } from '../../db/pool.ts'
import { isLoopback } from '../../kit/config.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { accountsIn } from './accounts.sql.ts'
import type { Demo } from './demo.ts'

interface DemoParts {
  readonly db: Db
  readonly demo: Demo | undefined
  readonly mailServer: boolean
}

export const serveDemo = (serve: Serve, { db, demo, mailServer }: DemoParts) => {
  serve.open(entrance, async (_input, _who, { address, request }) => {
    // By name as well: a page of elsewhere whose name leads here must not read it.
    if (!demo || !isLoopback(address) || !isLoopback(request.hostname)) return { demo: null }
    return { demo: { password: demo.password, mailbox: !mailServer, accounts: await accountsIn(db, demo.accounts) } }
  })
}
