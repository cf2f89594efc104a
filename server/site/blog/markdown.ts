// The one way from an article's markdown to HTML: raw HTML is text, and what is not on the list of `allowed` is left out.
import MarkdownIt, { type RendererRule, type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { sanitize } from './allowed.ts'
import type { Pictures } from './reading.ts'
import { slugOf } from './slug.ts'

export interface Markdown {
  readonly words: number
  /** The pictures that it asks for, whosever they are. */
  readonly pictureIds: string[]
  readonly htmlWith: (pictures: Pictures) => string
}

/** All that is to be known of a text; it is parsed once. */
export const readMarkdown = (markdown: string): Markdown => {
  const env: { pictures?: Pictures } = {}
  const tokens = parser.parse(markdown, env)
  const pictureIds = [...new Set(inlineTokens(tokens).flatMap((token) => pictureIn(token) ?? []))]
  const words = wordsIn(tokens)
  const shown = polished(tokens)
  return {
    words,
    pictureIds,
    htmlWith: (pictures) => sanitize(parser.renderer.render(shown, parser.options, { ...env, pictures })),
  }
}

const wordsIn = (tokens: readonly Token[]): number => {
  const text = tokens
    .flatMap((token) => [token, ...(token.children ?? [])])
    .flatMap(({ type, content }) => (/^(text|code_inline|code_block|fence)$/.test(type) ? [content] : []))
  return text.join(' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,-]*/gu)?.length ?? 0
}

const parser = new MarkdownIt({ html: false, linkify: true, typographer: false, maxNesting: 40 }).use(footnotes)
const { rules } = parser.renderer

const isPictureUrl = /^picture:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

// What may be linked to is decided in one place, by `sanitize`: here nothing is taken for text that looks like a link.
parser.validateLink = (url) => !/^\s*(?:javascript|vbscript|data|file)\s*:/i.test(url)
// Only what is written as an address: `report.pl` is a file, not a page in Poland.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

const pictureIn = (token: Token): string | undefined =>
  token.type === 'image' ? isPictureUrl.exec(String(token.attrGet('src')))?.[1]?.toLowerCase() : undefined

const inlineTokens = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => (token.children ? [token, ...inlineTokens(token.children)] : [token]))

const image: RendererRule = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const alt = parser.utils.escapeHtml(renderer.renderInlineAsText(token?.children ?? [], options, env))
  const id = token && pictureIn(token)
  const known = id === undefined ? undefined : picturesOf(env).get(id)
  if (!known) return alt
  return `<img src="/api/blog/pictures/${id}/large" alt="${alt}" width="${known.width}" height="${known.height}" loading="lazy" decoding="async">`
}
rules['image'] = image

const picturesOf = (env: Record<string, unknown> | undefined): Pictures => {
  const given = env?.['pictures']
  return given instanceof Map ? given : new Map()
}

// A table that is wider than the page scrolls by itself, by keyboard too.
rules['table_open'] = () => '<div class="table" role="region" aria-label="Table" tabindex="0"><table>'
rules['table_close'] = () => '</table></div>'
rules['footnote_block_open'] = () => '<section class="footnotes" aria-label="Footnotes"><ol>'
rules['footnote_block_close'] = () => '</ol></section>'
const renderAnchor = rules['footnote_anchor']
rules['footnote_anchor'] = (...given) =>
  renderAnchor?.(...given).replace('<a ', '<a aria-label="Back to the text" ') ?? ''

// The title of the article is the only heading of the first level; every heading can be linked to; no style is inline.
const polished = (tokens: Token[]): Token[] => {
  const inUse = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.tag === 'h1') token.tag = 'h2'
    if (token.type === 'heading_open') {
      const words = inlineTokens(tokens[index + 1]?.children ?? [])
      token.attrSet('id', freeId(words.map(({ content }) => content).join(' '), inUse))
    }
    const aligned = /^text-align:(center|right)$/.exec(String(token.attrGet('style')))?.[1]
    if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== 'style')
    if (aligned) token.attrSet('class', aligned)
    if (token.type === 'fence') token.info = ''
  }
  return tokens
}

// With a beginning of its own: an id becomes a name of the window, and must not take one that is used.
const freeId = (heading: string, inUse: Map<string, number>): string => {
  const wanted = `s-${slugOf(heading) || 'section'}`
  let id = wanted
  // Each goes on where the one before it of the same words ended, or many of them would take very long.
  let next = inUse.get(wanted) ?? 1
  while (inUse.has(id)) id = `${wanted}-${++next}`
  inUse.set(wanted, next)
  if (id !== wanted) inUse.set(id, 1)
  return id
}
