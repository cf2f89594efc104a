// The small part of Jinja that device descriptions need, read from an untrusted network: no eval, own fields only,
// everything outside the grammar refused when the description arrives, with the template shown.
import { Undecodable } from './driver.ts'
import { type Expression, parseExpression, type Scope, truthy, type Value } from './template-expression.ts'

/** Renders a payload; throws `Undecodable` where the template cannot be applied to it. */
export type Template = (text: string, json: () => unknown) => string

const maxLength = 2000
const maxNesting = 10

export const compile = (source: string): Template => {
  if (source.length > maxLength) throw refused(source, 'longer than 2000 characters')
  const parser = new Blocks(source)
  const render = parser.blocks(0, [])
  if (parser.ended) throw refused(source, `"${parser.ended}" without its beginning`)
  return (text, json) => {
    try {
      return render({ value: text, json })
    } catch (error) {
      if (error instanceof Undecodable) throw refused(source, error.message)
      throw error
    }
  }
}

export const refused = (source: string, reason: string) =>
  new Undecodable(`Template not supported: ${source.slice(0, 200)} (${reason})`)

type Render = (scope: Scope) => string

interface Tag {
  readonly kind: 'text' | 'print' | 'statement'
  readonly body: string
}

class Blocks {
  readonly #source: string
  readonly #tags: Tag[]
  #at = 0
  /** The statement that ended the last block. */
  ended = ''
  #condition = ''

  constructor(source: string) {
    this.#source = source
    this.#tags = split(source)
  }

  /** Everything up to one of `ends`, or to the end of the template when there are none. */
  blocks(depth: number, ends: readonly string[]): Render {
    if (depth > maxNesting) throw refused(this.#source, 'nested too deeply')
    const parts: Render[] = []
    this.ended = ''
    while (this.#at < this.#tags.length) {
      const tag = this.#tags[this.#at++]
      if (tag === undefined) break
      if (tag.kind === 'text') parts.push(() => tag.body)
      else if (tag.kind === 'print') {
        const expression = this.#expression(tag.body)
        parts.push((scope) => printed(expression(scope)))
      } else {
        const [word = '', condition = ''] = /^(\w+)\s*(.*)$/s.exec(tag.body)?.slice(1) ?? []
        if (ends.includes(word)) {
          this.ended = word
          this.#condition = condition
          return join(parts)
        }
        if (word !== 'if') throw refused(this.#source, `{% ${tag.body.slice(0, 50)} %} is not understood`)
        parts.push(this.#choice(condition, depth))
      }
    }
    if (ends.length > 0) throw refused(this.#source, '{% endif %} is missing')
    return join(parts)
  }

  #choice(first: string, depth: number): Render {
    const branches: { when: Expression; show: Render }[] = []
    let when: Expression | null = this.#expression(first)
    let otherwise: Render = () => ''
    for (;;) {
      const block = this.blocks(depth + 1, when ? ['elif', 'else', 'endif'] : ['endif'])
      if (when) branches.push({ when, show: block })
      else otherwise = block
      if (this.ended === 'endif') break
      when = this.ended === 'elif' ? this.#expression(this.#condition) : null
    }
    this.ended = ''
    return (scope) => (branches.find((branch) => truthy(branch.when(scope)))?.show ?? otherwise)(scope)
  }

  #expression(body: string): Expression {
    try {
      return parseExpression(body)
    } catch (error) {
      if (error instanceof Undecodable) throw refused(this.#source, error.message)
      throw error
    }
  }
}

const join =
  (parts: readonly Render[]): Render =>
  (scope) =>
    parts.map((part) => part(scope)).join('')

/** As Home Assistant prints: Python's words for truth, nothing for what is not there. */
const printed = (value: Value): string => {
  if (value === undefined) return ''
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new Undecodable('it yields a whole object or list')
}

const opening = /\{\{-?|\{%-?|\{#/g

const split = (source: string): Tag[] => {
  const tags: Tag[] = []
  let at = 0
  let trim = false
  const text = (end: number, trimEnd: boolean) => {
    let body = source.slice(at, end)
    if (trim) body = body.trimStart()
    if (trimEnd) body = body.trimEnd()
    if (body) tags.push({ kind: 'text', body })
  }
  for (;;) {
    opening.lastIndex = at
    const open = opening.exec(source)
    if (!open) break
    text(open.index, open[0].endsWith('-'))
    const from = open.index + open[0].length
    const close = open[0].startsWith('{{') ? '}}' : open[0] === '{#' ? '#}' : '%}'
    const end = source.indexOf(close, from)
    if (end === -1) throw refused(source, `${close} is missing`)
    const body = source.slice(from, end)
    trim = body.endsWith('-')
    if (close !== '#}')
      tags.push({ kind: close === '}}' ? 'print' : 'statement', body: (trim ? body.slice(0, -1) : body).trim() })
    at = end + 2
  }
  text(source.length, false)
  return tags
}
