// What the browser gets besides the API: the built pages, also those built anew while the server runs, and nothing else.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from './http.ts'
import { servePages } from '../documents/pages.ts'

let folder: string
let app: FastifyInstance
let address: string

beforeAll(async () => {
  // A clone may lie in a folder that is itself called assets.
  folder = join(await mkdtemp(join(tmpdir(), 'gatehouse-pages-')), 'assets')
  await mkdir(join(folder, 'dist/assets'), { recursive: true })
  await write('outside.txt', 'secret')
  await write('dist/index.html', '<title>Gatehouse</title>')
  await write('dist/.env', 'secret')
  await write('dist/assets/.hidden.js', 'secret')
  await write('dist/assets/index-old.js', 'old')
  app = await createHttp(pino({ level: 'silent' }), { secure: false, pages: join(folder, 'dist/') })
  app.get('/api/health', () => ({ ok: true }))
  await servePages(app)
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await rm(dirname(folder), { recursive: true, force: true })
})

const write = (path: string, text: string) => writeFile(join(folder, path), text)

// As it stands: fetch would tidy the path before sending it.
const get = (path: string, method = 'GET') =>
  new Promise<Got>((resolve, reject) => {
    request(address, { path, method }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => {
        const { 'cache-control': cache, 'content-type': type, location } = response.headers
        resolve({ status: response.statusCode ?? 0, cache, type, location, body })
      })
    })
      .on('error', reject)
      .end()
  })

interface Got {
  readonly status: number
  readonly cache: string | undefined
  readonly type: string | undefined
  readonly location: string | undefined
  readonly body: string
}

test('hashed files are kept for a year, the page is asked for anew each time', async () => {
  expect(await get('/assets/index-old.js')).toMatchObject({
    status: 200,
    cache: 'public, max-age=31536000, immutable',
    body: 'old',
  })
  for (const path of ['/', '/index.html', '/dashboard', '/log-details/17?from=here', '/entry-exit/report']) {
    const page = await get(path)
    expect(page, path).toMatchObject({ status: 200, cache: 'no-cache', body: '<title>Gatehouse</title>' })
    expect(page.type).toContain('text/html')
  }
})

test('a hashed file is as small as whoever asks can read', async () => {
  await write('dist/assets/part-1.b2c.js', 'whole')
  await write('dist/assets/part-1.b2c.js.br', 'brotli')
  await write('dist/assets/part-1.b2c.js.gz', 'gzip')
  await write('dist/assets/letters-1.woff2', 'letters')
  await write('dist/assets/looks-1.css', 'looks')
  const asked = async (path: string, encodings: string) => {
    const answer = await fetch(address + path, { method: 'HEAD', headers: { 'accept-encoding': encodings } })
    const { headers } = answer
    expect(headers.get('vary')).toBe('accept-encoding')
    // Those that are looked for anew each time have one.
    expect(headers.get('etag')).toBe(null)
    return [headers.get('content-encoding'), headers.get('content-length'), headers.get('content-type')]
  }
  const script = 'text/javascript; charset=utf-8'
  for (let n = 0; n < 2; n++) {
    expect(await asked('/assets/part-1.b2c.js', 'gzip, deflate, br')).toEqual(['br', '6', script])
    expect(await asked('/assets/part-1.b2c.js', 'br;q=0, gzip')).toEqual(['gzip', '4', script])
    expect(await asked('/assets/part-1.b2c.js', 'zstd')).toEqual([null, '5', script])
    expect(await asked('/assets/looks-1.css', 'br')).toEqual([null, '5', 'text/css; charset=utf-8'])
    expect(await asked('/assets/letters-1.woff2', 'gzip, deflate, br')).toEqual([null, '7', 'font/woff2'])
  }
})

test('files built while the server runs are served without a restart, the new page with them', async () => {
  await write('dist/assets/index-new.js', 'new')
  await write('dist/favicon-new.svg', '<svg/>')
  await write('dist/index.html', '<title>New</title>')
  expect(await get('/assets/index-new.js')).toMatchObject({
    status: 200,
    cache: expect.stringContaining('immutable'),
    body: 'new',
  })
  expect(await get('/favicon-new.svg')).toMatchObject({ status: 200, cache: 'no-cache', body: '<svg/>' })
  expect(await get('/')).toMatchObject({ status: 200, body: '<title>New</title>' })
  await write('dist/index.html', '<title>Gatehouse</title>')
})

test('an address that is none is a page that says so, and for programs an answer in the usual shape', async () => {
  for (const path of ['//', '//signin']) {
    expect(await get(path), path).toMatchObject({ status: 200, body: '<title>Gatehouse</title>' })
  }
  for (const path of ['/%zz', '/roles/%E0%A4%A']) {
    expect(await get(path), path).toMatchObject({ status: 404, body: '<title>Gatehouse</title>' })
  }
  // The application says what is there.
  for (const path of ['/\\', '/\\evil.example', '/blog/%00', '/blog/%2e%2e']) {
    expect(await get(path), path).toMatchObject({ status: 200, body: '<title>Gatehouse</title>' })
  }
  for (const path of ['/api/%zz', '/api/staff/%E0%A4%A', '//api/%zz']) {
    const { status, body } = await get(path)
    expect([status, Object.keys(JSON.parse(body))], path).toEqual([400, ['code', 'message']])
  }
})

test('a slash at the end is one too many, and never leads to another host', async () => {
  for (const [path, location] of [
    ['/about/', '/about'],
    ['/signin//?token=x', '/signin?token=x'],
    ['//evil.example/', '/evil.example'],
    ['/\\evil.example/', '/evil.example'],
  ] as const) {
    expect(await get(path), path).toMatchObject({ status: 301, location })
  }
})

test('whoever asks only for the head gets that of the page', async () => {
  for (const path of ['/', '/signin', '/company/register?token=x']) {
    expect(await get(path, 'HEAD'), path).toMatchObject({ status: 200, cache: 'no-cache', body: '' })
  }
  expect((await get('/api/nothing', 'HEAD')).status).toBe(404)
})

test('an unknown asset or call is a 404, not the page', async () => {
  for (const path of ['/assets/index-gone.js', '/assets/', '/assets', '/api/nothing', '/api?x', '/metrics/x']) {
    expect(await get(path), path).toMatchObject({ status: 404, body: expect.stringContaining('NOT_FOUND') })
  }
  expect((await get('/api/health')).status).toBe(200)
})

test('nothing outside the folder is given out, and no dot file inside it', async () => {
  const paths = [
    '/../outside.txt',
    '/assets/../../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/..\\outside.txt',
  ]
  const hidden = ['/.env', '/%2eenv', '/assets/.hidden.js', '/assets/%2ehidden.js', '/assets/../.env', '//.env']
  for (const path of [...paths, ...hidden]) expect((await get(path)).body, path).not.toContain('secret')
  expect((await get('/assets/.hidden.js')).status).toBe(404)
})
