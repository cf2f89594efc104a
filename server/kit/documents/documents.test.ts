// Public pages as documents: with their data inside, marked with a nonce each, and nothing in them that can break out.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '../http/http.ts'
import { servePages } from './pages.ts'

const hostile = '</script><script>run()</script>{{nonce}}<!--page-->$&\u2028'

let folder: string
let app: FastifyInstance
let asked = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-documents-'))
  for (const path of ['dist/.vite', 'dist/assets', 'render/dist']) await mkdir(join(folder, path), { recursive: true })
  await write('dist/index.html', '<title>Application</title>')
  await write(
    'dist/site.html',
    `<head><script src="/theme.js" nonce="{{nonce}}"></script><!--head--><!--styles-->
    <script type="module" src="/assets/site.js" nonce="{{nonce}}"></script>
    <link rel="stylesheet" crossorigin href="/assets/site.css" nonce="{{nonce}}"></head>
    <div id="root"><!--page--></div><!--data--><script src="/take-over.js" nonce="{{nonce}}"></script>`,
  )
  await write('dist/theme.js', 'document.title')
  await write('dist/take-over.js', 'import(entry)')
  await write('dist/assets/site.css', 'body{}')
  await write('dist/assets/about.css', 'h1{}')
  await write(
    'dist/.vite/manifest.json',
    JSON.stringify({
      'site.html': { file: 'assets/site.js', imports: ['_shared.js'], css: ['assets/site.css'] },
      '_shared.js': { file: 'assets/shared.js' },
      'missing.tsx': { file: 'assets/missing.js' },
      'about.tsx': { file: 'assets/about.js', imports: ['_shared.js', '_words.js'], css: ['assets/about.css'] },
      '_words.js': { file: 'assets/words.js' },
    }),
  )
  await write(
    'render/dist/render.js',
    `const head = { title: 'About <us>', description: '"Quoted"', jsonLd: [{ name: '</script>' }] }
    const page = (ask, html) => ({ ask, module: 'about.tsx', render: async (data) => ({ html: html + JSON.stringify(data ?? null).length, head }) })
    export const planFor = async (path) => ({
      '/about': page(null, '<h1>About</h1>'), '/tour': page('/tour?speed=1', '<h1>Tour</h1>'), '/gone': page('/gone', ''),
      '/broken': page('/broken', ''), '/dashboard': null, '/unrendered': { ...page(null, ''), module: 'unbuilt.tsx' } })[path]
    export const missing = () => ({ ask: null, module: 'missing.tsx', render: async () => ({ html: '<h1>Not found</h1>', head: { ...head, noIndex: true } }) })
    export const paths = []`,
  )
  app = await createHttp(pino({ level: 'silent' }), { secure: false, pages: join(folder, 'dist/') })
  app.get('/api/tour', () => {
    asked += 1
    return { said: hostile }
  })
  app.get('/api/broken', (_, reply) => reply.status(500).send({}))
  await servePages(app, 'https://gatehouse.example/')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (path: string, text: string) => writeFile(join(folder, path), text)
const get = async (url: string) => {
  const { statusCode: status, body, headers } = await app.inject({ url })
  return { status, body, policy: String(headers['content-security-policy']), cache: headers['cache-control'] }
}
const nonceIn = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1]

test('a page is whole: its words, its styles, and the scripts it goes on with', async () => {
  const { status, body, cache } = await get('/about')
  expect([status, cache]).toEqual([200, 'no-cache'])
  expect(body).toContain('<title>About &lt;us&gt; · Gatehouse</title>')
  expect(body).toContain('content="&quot;Quoted&quot;"')
  expect(body).toContain('<link rel="canonical" href="https://gatehouse.example/about">')
  expect(body).toContain('<div id="root"><h1>About</h1>')
  expect(body).toContain('<style>body{}</style>')
  expect(body).toContain('<style>h1{}</style><link rel="stylesheet" href="/assets/about.css" disabled>')
  expect(body).not.toMatch(/href="\/assets\/site\.css"/)
  expect(body).toContain('>document.title</script>')
  // No script is asked for while the page is drawn: what takes it over is named, and everything that it needs.
  expect(body).not.toMatch(/<script[^>]* src|modulepreload/)
  const [, entry, part, scripts] = /data-entry="([^"]*)" data-part="([^"]*)" data-scripts="([^"]*)"/.exec(body) ?? []
  expect([entry, part]).toEqual(['/assets/site.js', '/assets/about.js'])
  expect(scripts?.split(' ')).toEqual(['shared', 'site', 'words', 'about'].map((name) => `/assets/${name}.js`))
  expect(body).toContain('</script><script nonce="')
  expect(body).toContain('>import(entry)</script>')
})

test('where the installation was told no address, it goes by the host that was asked, and by nothing that a proxy adds', async () => {
  const published = await createHttp(pino({ level: 'silent' }), { secure: false, pages: join(folder, 'dist/') })
  await servePages(published)
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' }
  const { body } = await published.inject({ url: '/about', headers: { host: 'gatehouse.local:3000', ...forwarded } })
  expect(body).toContain('<link rel="canonical" href="http://gatehouse.local:3000/about">')
  expect(body).not.toContain('evil.example')
  await published.close()
})

test('every answer has a nonce of its own, on each script of the page and on nothing else', async () => {
  const [first, second] = [await get('/about'), await get('/about')]
  expect(nonceIn(first.policy)).toMatch(/^[\w+/]{22}==$/)
  expect(nonceIn(first.policy)).not.toBe(nonceIn(second.policy))
  expect(first.policy).toContain("'strict-dynamic'; require-trusted-types-for 'script'")
  for (const { body, policy } of [first, second]) {
    const nonces = [...body.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce)
    expect(nonces.length).toBe(2)
    expect(new Set(nonces)).toEqual(new Set([nonceIn(policy)]))
  }
})

test('a page with data is rendered with it and carries it, and nothing in it ends the script it is in', async () => {
  const { body, policy } = await get('/tour?tab=gas')
  const [, data = ''] = /id="page-data"[^>]*>(.*?)<\/script>/s.exec(body) ?? []
  expect(JSON.parse(data)).toEqual({ said: hostile })
  expect(data).not.toMatch(/[<\u2028]/)
  // What is written in an article is not taken for the page's own mark.
  expect(data).toContain('{{nonce}}')
  expect(data).not.toContain(nonceIn(policy))
  await get('/tour')
  expect(asked).toBe(2)
})

test('search engines are kept from the application, and from no public page', async () => {
  const robots = async (url: string) =>
    (await app.inject({ url, headers: { accept: 'text/html' } })).headers['x-robots-tag']
  expect(await robots('/dashboard')).toBe('noindex')
  expect(await robots('/about')).toBeUndefined()
})

test('what is not there is said with 404, and what belongs to the application is left to it', async () => {
  for (const path of ['/nowhere', '/gone']) {
    const { status, body } = await get(path)
    expect(status, path).toBe(404)
    expect(body).toContain('Not found')
    expect(body).toContain('data-part="/assets/missing.js"')
    expect(body).toContain('content="noindex"')
  }
  for (const path of ['/dashboard', '/broken', '/unrendered'])
    expect(await get(path), path).toMatchObject({ status: 200, body: '<title>Application</title>' })
})
