// The first peer for lists: Parse Server on PostgreSQL, one role per company in every row's read permissions.
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../scripts/free-port.ts'
import { runHome } from '../cache.ts'
import { type Cluster, run } from '../cluster.ts'
import { companies, type Data, rowsOf } from '../list/list-data.ts'
import type { ListServer } from '../list/list-server.ts'
import { installPeer } from './peers.ts'
import { answers, serverCpu, start, until } from '../kit/processes.ts'

const appId = 'bench'
const created = z.object({ objectId: z.string() })
const signedUp = z.object({ objectId: z.string(), sessionToken: z.string() })
const listed = z.object({ results: z.array(z.object({ company: z.int(), ts: z.object({ iso: z.string() }) })) })

export const startParseServer = async (cluster: Cluster, data: Data): Promise<ListServer> => {
  const peer = installPeer('parse-server')
  const url = await cluster.create('parse')
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/parse`
  const masterKey = randomBytes(16).toString('hex')
  const home = join(runHome(), 'parse-server')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const settings = join(home, 'settings.json')
  writeFileSync(
    settings,
    JSON.stringify({
      appId,
      masterKey,
      databaseURI: url,
      port,
      host: '127.0.0.1',
      serverURL: address,
      mountPath: '/parse',
      allowClientClassCreation: false,
      masterKeyIps: ['127.0.0.1', '::1'],
      logLevel: 'error',
      silent: true,
    }),
  )
  const running = start(peer.node, [join(peer.folder, 'node_modules/parse-server/bin/parse-server'), settings], {
    name: 'parse-server',
    cwd: home,
    cpu: serverCpu,
    env: { NODE_ENV: 'production', PARSE_SERVER_LOGS_FOLDER: 'null' },
  })
  await until(running, 60, answers(`${address}/health`, { headers: { 'X-Parse-Application-Id': appId } }))

  const call = async (path: string, body: object) => {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'X-Parse-Application-Id': appId, 'X-Parse-Master-Key': masterKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const text = { type: 'String' }
  const fields = {
    company: { type: 'Number' },
    person: text,
    door: text,
    type: text,
    result: text,
    ts: { type: 'Date' },
  }
  const permissions = { find: { requiresAuthentication: true }, get: { requiresAuthentication: true } }
  await call('/schemas/Log', { className: 'Log', fields, classLevelPermissions: permissions })
  const tokens: string[] = []
  for (let n = 0; n < companies; n++) {
    const user = signedUp.parse(
      await call('/users', { username: `guard${n}`, password: randomBytes(12).toString('hex') }),
    )
    created.parse(
      await call('/roles', {
        name: `company${n}`,
        ACL: { '*': { read: true } },
        users: { __op: 'AddRelation', objects: [{ __type: 'Pointer', className: '_User', objectId: user.objectId }] },
      }),
    )
    tokens.push(user.sessionToken)
  }
  await run(
    url,
    `insert into "Log" ("objectId", "createdAt", "updatedAt", company, person, door, type, result, ts, _rperm, _wperm)
     select 'r' || lpad(to_hex(i), 9, '0'), at, at, company, company || '-' || person, company || '-' || door, type, result, at,
       array['role:company' || company], array[]::text[]
     from ${rowsOf(data)}`,
  )
  await run(url, 'create index on "Log" (ts desc)')
  await run(url, 'create index on "Log" (company, ts desc)')
  await run(url, 'vacuum analyze')
  return {
    name: peer.name,
    port,
    running,
    callers: tokens.map((token, company) => ({
      // Asked for by company too: the role alone would do, but cannot use the index that everybody is given.
      path: `/parse/classes/Log?limit=20&order=-ts&where=${encodeURIComponent(JSON.stringify({ company }))}`,
      headers: { 'X-Parse-Application-Id': appId, 'X-Parse-Session-Token': token },
    })),
    foreign: (company) =>
      `/parse/classes/Log?limit=20&order=-ts&where=${encodeURIComponent(JSON.stringify({ company }))}`,
    read: (body) => listed.parse(body).results.map((row) => ({ company: row.company, at: row.ts.iso })),
  }
}
