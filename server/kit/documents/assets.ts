// The built web's hashed files. What has such a name never changes: it is read once and given from memory, which costs a
// tenth of what looking for it, opening and reading it each time does. A page is dozens of them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

const yearSeconds = 31_536_000

/** What the build makes. */
const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', woff2: 'font/woff2' } as const
const typeOf = (name: string): string | undefined =>
  Object.entries(types).find(([ending]) => name.endsWith(`.${ending}`))?.[1]
/** What of them the build has made smaller lies beside them. */
const smaller = { br: '.br', gzip: '.gz', identity: '' } as const
type Encoding = keyof typeof smaller

interface Asset {
  readonly bytes: Buffer
  readonly encoding: Encoding
}

export const serveAssets = (app: FastifyInstance, folder: string): void => {
  const read = new Map<string, Asset>()
  /** As wanted, or else as it is. Nothing where there is no such file; one built later is found then. */
  const assetOf = async (name: string, wanted: Encoding): Promise<Asset | undefined> => {
    const stored = read.get(wanted + name)
    if (stored) return stored
    for (const encoding of new Set([wanted, 'identity' as const])) {
      const bytes = await readFile(join(folder, name + smaller[encoding])).catch(() => undefined)
      if (!bytes) continue
      const asset = { bytes, encoding }
      read.set(wanted + name, asset)
      return asset
    }
    return undefined
  }
  app.get<{ Params: { name: string } }>(
    `/assets/:name(^[\\w-][\\w.-]*\\.(?:${Object.keys(types).join('|')})$)`,
    async (request, reply) => {
      const { name } = request.params
      const asked = request.headers['accept-encoding']
      const wanted = asked ? negotiate<Encoding>(asked, ['br', 'gzip', 'identity']) : null
      const asset = await assetOf(name, wanted ?? 'identity')
      if (!asset) return reply.callNotFound()
      reply.headers({
        'content-type': typeOf(name),
        'cache-control': `public, max-age=${yearSeconds}, immutable`,
        vary: 'accept-encoding',
      })
      if (asset.encoding !== 'identity') reply.header('content-encoding', asset.encoding)
      return reply.send(asset.bytes)
    },
  )
}
