// An article's HTML holds what is on the list and nothing else, whatever its markdown is.
import { markdownRule, mostFootnotes } from '@gatehouse/contract/site/blog'
import { inMarkdown, payloads } from '@gatehouse/contract/xss-payloads.testing'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { attributes, elements, isOwnId, isOwnPicture, mayLinkTo, sanitize } from './allowed.ts'
import { readMarkdown } from './markdown.ts'
import { minutesToRead, type Pictures } from './reading.ts'

const own = '0b9f7a52-6e4e-4c1c-9d7e-8a3f0a6d1c11'
const foreign = '1b9f7a52-6e4e-4c1c-9d7e-8a3f0a6d1c11'
const pictures = new Map([[own, { width: 800, height: 600 }]])

const htmlOf = (markdown: string, shown: Pictures) => readMarkdown(markdown).htmlWith(shown)

interface Seen {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

const seenIn = (html: string): Seen[] => {
  const seen: Seen[] = []
  const parser = new Parser({ onopentag: (name, given) => void seen.push({ name, attributes: given }) })
  parser.end(html)
  return seen
}

/** One line for each thing that is not allowed. */
const strangersIn = (html: string): string[] =>
  seenIn(html).flatMap(({ name, attributes: given }) => {
    if (!elements.includes(name)) return [`<${name}>`]
    return Object.entries(given).flatMap(([attribute, value]) => {
      const what = `<${name} ${attribute}="${value}">`
      if (!(attributes[name] ?? []).includes(attribute)) return [what]
      if (attribute === 'href' && !mayLinkTo(value)) return [what]
      if (attribute === 'src' && !isOwnPicture(value)) return [what]
      return attribute === 'id' && !isOwnId(value) ? [what] : []
    })
  })

test('the markdown that people write', () => {
  const html = htmlOf(
    `# Title\n\nSome *words*, ~~old~~ **new**, \`code\`.[^1]\n\n## Title\n\n> said\n\n1. one\n2. two\n\n| a | b |\n|--:|:-:|\n| 1 | 2 |\n\n\`\`\`ts\nlet a = 1 < 2\n\`\`\`\n\n[^1]: See https://www.hse.gov.uk/gas.`,
    pictures,
  )
  for (const part of [
    '<h2 id="s-title">Title</h2>',
    '<h2 id="s-title-2">Title</h2>',
    '<em>words</em>',
    '<s>old</s>',
    '<strong>new</strong>',
    '<code>code</code>',
    '<blockquote>',
    '<ol>',
    '<th class="right">a</th>',
    '<td class="center">2</td>',
    '<pre><code>let a = 1 &lt; 2',
    '<div class="table" role="region" aria-label="Table" tabindex="0">',
    '<section class="footnotes" aria-label="Footnotes">',
    '<a href="https://www.hse.gov.uk/gas" rel="noopener noreferrer">',
    '<a aria-label="Back to the text"',
  ])
    expect(html).toContain(part)
  expect(html).not.toContain('style=')
  expect(strangersIn(html)).toEqual([])
})

test('HTML in the markdown is text', () => {
  const html = htmlOf('A <script>alert(1)</script> and <b onclick="x()">bold</b>\n\n<div>block</div>', pictures)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('&lt;b onclick="x()"&gt;bold&lt;/b&gt;')
  expect(html).toContain('&lt;div&gt;block&lt;/div&gt;')
})

test('of pictures only the company’s own are shown, with the room that they take', () => {
  const html = htmlOf(
    `![A <fan>](picture:${own}) ![Not ours](picture:${foreign}) ![Elsewhere](https://evil.example/x.png) ![x](data:image/png;base64,AAAA)`,
    pictures,
  )
  expect(seenIn(html).filter(({ name }) => name === 'img')).toEqual([
    {
      name: 'img',
      attributes: {
        src: `/api/blog/pictures/${own}/large`,
        alt: 'A <fan>',
        width: '800',
        height: '600',
        loading: 'lazy',
        decoding: 'async',
      },
    },
  ])
  expect(html).toContain('Not ours')
  expect(readMarkdown(`![a](picture:${own}) [b](picture:${foreign})\n\n- ![c](picture:${foreign})`).pictureIds).toEqual(
    [own, foreign],
  )
})

test.each([
  ['https://www.osha.gov/a?b=1#c', true],
  ['mailto:safety@gatehouse.example', true],
  ['/products', true],
  ['#s-title', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['\u0001javascript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['vbscript:x', false],
  ['picture:abc', false],
  ['blob:https://x', false],
])('a link to %j: %j', (href, allowed) => {
  expect(mayLinkTo(href)).toBe(allowed)
  const [link] = seenIn(sanitize(`<a href="${href.replaceAll('"', '&quot;')}">x</a>`))
  expect(link?.attributes['href'] !== undefined).toBe(allowed)
})

/** 1500 for a closer look: MARKDOWN_RUNS=1500. */
const numRuns = Number(process.env['MARKDOWN_RUNS'] ?? 150)

const pieces = [
  '<script>',
  '</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">',
  '<style>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<h2 id="location">',
  '](javascript:alert(1))',
  '](data:text/html,x)',
  '![',
  '[',
  '](',
  ')',
  `picture:${own}`,
  `picture:${foreign}`,
  '[^1]',
  '[^1]: ',
  '^[',
  '`',
  '```\n',
  '> ',
  '- ',
  '# ',
  '|a|b|\n|--|:-:|\n|',
  '\n\n',
  '&#106;avascript:',
  '&lt;',
  '<',
  '>',
  '"',
  "'",
  '\\',
  '\t',
  '\u0000',
  '[x]: javascript:alert(1)\n',
  '<javascript:alert(1)>',
  'https://x.example/"onmouseover=alert(1)//',
]

test('whatever is written, only what is on the list comes out', () => {
  const markdown = fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: 'binary', maxLength: 8 })))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(markdown, (text) => {
      expect(strangersIn(htmlOf(text, pictures))).toEqual([])
    }),
    { numRuns },
  )
})

test('of 3,000 texts that try to run nothing is left that could, wherever in an article they stand', () => {
  const all = payloads(3000).map((payload) => payload.replaceAll('\u0000', ''))
  const each = 300
  for (let from = 0; from < all.length; from += each) {
    const some = all.slice(from, from + each)
    const markdown = some.map((payload, index) => inMarkdown(payload, from / each + index, own)).join('\n\n')
    expect(strangersIn(htmlOf(markdown, pictures)), `from ${from}`).toEqual([])
    for (const payload of some) expect(strangersIn(sanitize(payload)), payload).toEqual([])
  }
})

test('the same holds for the sanitiser by itself, without the markdown before it', () => {
  const html = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(html, (text) => {
      const once = sanitize(text)
      expect(strangersIn(once)).toEqual([])
      expect(sanitize(once)).toBe(once)
    }),
    { numRuns },
  )
})

test('what comes out of the sanitiser is what a second look makes of it', () => {
  expect(sanitize('<h2 id="s-a"><javascript:alert(1)><h2 id="s-b">')).toBe('<h2 id="s-a"></h2><h2 id="s-b"></h2>')
})

test.each([
  ['['.repeat(60_000), '*a '.repeat(20_000), '![a]('.repeat(12_000), '^['.repeat(30_000), '>'.repeat(60_000)],
  [
    '#\n'.repeat(30_000),
    '# \ufdfa\n'.repeat(15_000),
    '# a\n# a-2\n'.repeat(5000),
    `${'^[x]'.repeat(2 * mostFootnotes)}\n\n${'- a\n'.repeat(14_000)}`,
  ],
])('a text made to take long does not', (...long) => {
  // Its own work, whatever else the machine is busy with meanwhile.
  const before = process.threadCpuUsage()
  for (const text of long) htmlOf(text, pictures)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(5000)
})

test('every heading has an id of its own, however many have the same words', () => {
  const html = htmlOf('# a\n# a\n# a-2\n# a\n# a-2\n#\n#', pictures)
  expect(seenIn(html).map(({ attributes: { id } }) => id)).toEqual(
    ['a', 'a-2', 'a-2-2', 'a-3', 'a-2-3', 'section', 'section-2'].map((id) => `s-${id}`),
  )
})

test('as many footnotes as a text may have, and no more', () => {
  const text = (notes: number) => Array.from({ length: notes }, (_, n) => `A[^${n}]\n\n[^${n}]: x`).join('\n\n')
  expect(markdownRule(text(mostFootnotes))).toBeNull()
  expect(markdownRule(text(mostFootnotes + 1))).toBe('At most 200 footnotes')
  expect(markdownRule('^[x]'.repeat(2 * mostFootnotes + 1))).toBe('At most 200 footnotes')
})

test('words and minutes are counted of what is read', () => {
  const { words } = readMarkdown('## Two words\n\nIt’s **four** [linked](https://x.example/not-counted) words.')
  expect(words).toBe(6)
  expect(minutesToRead(0)).toBe(1)
  expect(minutesToRead(1000)).toBe(5)
})
