// Where the PostgreSQL of a data folder answers while somebody runs it: for programs that look into it beside the server.
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { database, superuser } from './embedded-cluster.ts'

const place = z.object({ folder: z.string() })

/** Whether there is an embedded store in the folder at all. */
export const hasEmbedded = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'place.json'))

/** Its address as it was last; whether anybody answers there is found out by asking. */
export const embeddedAddress = (dataDir: string): string | undefined => {
  const home = join(dataDir, 'postgres')
  try {
    const { folder } = place.parse(JSON.parse(readFileSync(join(home, 'place.json'), 'utf8')))
    const cluster = isAbsolute(folder) ? folder : join(home, folder)
    const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
    const password = readFileSync(join(home, 'password'), 'utf8').trim()
    return Number.isInteger(port) ? `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}` : undefined
  } catch {
    return undefined
  }
}
