// The gallery of shared components as a site: built when something of it has changed, and served without a product.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const web = join(root, 'web')
const dist = join(web, 'gallery', 'dist')

/** Leaves a fresh build behind: a second or two when nothing has changed. */
export const buildGallery = async (): Promise<void> => {
  const stamp = join(dist, 'made-of.txt')
  const madeOf = digest(['web', 'contract'].flatMap((folder) => filesIn(join(root, folder))))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeOf) return
  const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js')
  const args = ['build', '--config', 'vite.gallery.config.ts', '--logLevel', 'warn']
  await promisify(execFile)(process.execPath, [vite, ...args], { cwd: web })
  writeFileSync(stamp, madeOf)
}

export interface Site {
  readonly address: string
  readonly close: () => void
}

export const serveGallery = async (): Promise<Site> => {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(dist, decodeURIComponent(new URL(url, 'http://gallery').pathname))
    // Every address of the gallery is the one page.
    const file = path.startsWith(dist) && extname(path) !== '' && existsSync(path) ? path : join(dist, 'index.html')
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'max-age=600',
    })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The gallery is not served')
  return { address: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['dist', 'node_modules', 'render'].includes(entry.name) ? [] : filesIn(path)
    return entry.name.includes('.test.') ? [] : [path]
  })

const digest = (files: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}
