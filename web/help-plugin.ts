// The help of the product, made ahead: each page of docs/ that the contract lists is a module of elements, and one module has
// all their sections for search.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import type { Plugin } from 'vite'
import { type HelpNode, type HelpPage, type HelpSection, helpPages } from '@gatehouse/contract/system/help'

const prefix = 'virtual:help/'

/** `virtual:help/doors` and so on, `virtual:help/articles`, which loads each by its name, and `virtual:help/sections`. */
export const help = (): Plugin => ({
  name: 'gatehouse-help',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return null
    const name = id.slice(prefix.length + 1)
    if (name === 'articles') return articlesModule
    for (const page of helpPages) this.addWatchFile(fileOf(page))
    if (name === 'sections') return `export const sections = ${JSON.stringify(helpPages.flatMap(sectionsOf))}`
    const page = helpPages.find((one) => one.name === name)
    return page ? `export const nodes = ${JSON.stringify(nodesOf(page))}` : null
  },
})

const articlesModule = `export const articles = {${helpPages
  .map(({ name }) => [name, prefix + name].map((text) => JSON.stringify(text)))
  .map(([name, module]) => `${name}: () => import(${module})`)
  .join(',')}}`

const fileOf = ({ name }: HelpPage): string => join(import.meta.dirname, '../docs', `${name}.md`)

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false })

/** Without the title of the document, which whoever shows it has already. */
const tokensOf = (page: HelpPage): Token[] => {
  const tokens = parser.parse(readFileSync(fileOf(page), 'utf8'), {})
  return tokens[0]?.tag === 'h1' ? tokens.slice(3) : tokens
}

/** The document as elements; its links lead to other pages of help, or outside. */
export const nodesOf = (page: HelpPage): readonly HelpNode[] => {
  const tokens = tokensOf(page)
  for (const [index, token] of tokens.entries())
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''))
  return within(tokens)
}

const within = (tokens: readonly Token[]): HelpNode[] => {
  const open: { readonly token: Token | null; readonly inside: HelpNode[] }[] = [{ token: null, inside: [] }]
  for (const token of tokens) {
    if (token.hidden) continue
    if (token.nesting === 1) open.push({ token, inside: [] })
    else if (token.nesting === 0) open.at(-1)?.inside.push(...leavesOf(token))
    else {
      const ended = open.pop()
      if (ended?.token) open.at(-1)?.inside.push(...elementOf(ended.token, ended.inside))
    }
  }
  return open[0]?.inside ?? []
}

const leavesOf = (token: Token): HelpNode[] => {
  if (token.type === 'inline') return within(token.children ?? [])
  if (token.type === 'softbreak') return [' ']
  // Pictures of the screens are for readers who do not stand before them.
  if (token.type === 'image') return []
  if (token.type === 'code_inline') return [['code', {}, token.content]]
  if (token.type === 'fence' || token.type === 'code_block')
    return [['pre', { tabindex: '0' }, ['code', {}, token.content]]]
  return token.tag === '' ? [token.content] : [[token.tag, {}]]
}

// What the documents link to in the source is not in the product: its name stays as text.
const elementOf = ({ tag, attrs }: Token, inside: readonly HelpNode[]): readonly HelpNode[] => {
  const { href, id, style } = Object.fromEntries((attrs ?? []).map(([name, value]) => [name, String(value)]))
  if (tag === 'table')
    return [['div', { role: 'region', 'aria-label': 'Table', tabindex: '0' }, ['table', {}, ...inside]]]
  if (tag === 'p' && inside.length === 0) return []
  if (tag !== 'a') return [[tag, { ...(id && { id }), ...(style && { class: style.replace(/.*:/, '') }) }, ...inside]]
  const to = addressOf(href ?? '')
  if (to === null) return inside
  // Documents call each other by their files, and help by their titles.
  const page = helpPages.find(({ name }) => inside.length === 1 && inside[0] === `${name}.md`)
  return [['a', { href: to }, ...(page ? [page.title] : inside)]]
}

/** As code hosts make them, which the documents' own links follow. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Null: the product has nothing at that address. */
const addressOf = (href: string): string | null => {
  if (/^(?:https?:|#)/.test(href)) return href
  const [, name, hash = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return helpPages.some((page) => page.name === name) ? `/help/${name}${hash}` : null
}

/** From heading to heading; the first says what the page is about. */
export const sectionsOf = (page: HelpPage): HelpSection[] => {
  const tokens = tokensOf(page)
  const sections: HelpSection[] = [{ page: page.name, heading: page.title, anchor: '', text: page.about }]
  for (const [index, token] of tokens.entries()) {
    const last = sections.at(-1)
    const next = tokens[index + 1]
    if (token.type === 'heading_open')
      sections.push({ page: page.name, heading: plain(next), anchor: anchorOf(next?.content ?? ''), text: '' })
    else if (last && tokens[index - 1]?.type !== 'heading_open' && token.nesting === 0)
      sections[sections.length - 1] = { ...last, text: `${last.text} ${plain(token)}`.trim() }
  }
  return sections
}

const plain = (token: Token | undefined): string =>
  (token?.children ?? (token ? [token] : []))
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'image' ? '' : content))
    .join('')
    .replaceAll(/\s+/g, ' ')
