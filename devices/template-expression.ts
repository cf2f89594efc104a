// Expressions of the template subset: `value`, `value_json.a['b'][0]`, literals, four filters, comparisons, and/or/not,
// inline if. A recursive descent into closures, so that nothing is parsed again when messages arrive.
import { Undecodable } from './driver.ts'
import { isObject } from './payload.ts'

export type Value = unknown
export interface Scope {
  readonly value: string
  /** Parsed when first asked for; throws `Undecodable` when the payload is not JSON. */
  readonly json: () => unknown
}
export type Expression = (scope: Scope) => Value

export const parseExpression = (source: string): Expression => {
  const parser = new Parser(tokens(source))
  const expression = parser.choice(0)
  parser.end()
  return expression
}

export const truthy = (value: Value): boolean => {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

const maxNesting = 20
const words = new Set(['and', 'or', 'not', 'if', 'else', 'is'])

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(list: readonly Token[]) {
    this.#tokens = list
  }

  end() {
    const rest = this.#tokens[this.#at]
    if (rest) throw new Undecodable(`"${rest.text}" is not understood`)
  }

  choice(depth: number): Expression {
    if (depth > maxNesting) throw new Undecodable('nested too deeply')
    const then = this.#or(depth)
    if (!this.#take('if')) return then
    const when = this.#or(depth)
    const otherwise = this.#take('else') ? this.choice(depth + 1) : () => undefined
    return (scope) => (truthy(when(scope)) ? then(scope) : otherwise(scope))
  }

  #or(depth: number): Expression {
    let left = this.#and(depth)
    while (this.#take('or')) {
      const [a, b] = [left, this.#and(depth)]
      left = (scope) => {
        const value = a(scope)
        return truthy(value) ? value : b(scope)
      }
    }
    return left
  }

  #and(depth: number): Expression {
    let left = this.#not(depth)
    while (this.#take('and')) {
      const [a, b] = [left, this.#not(depth)]
      left = (scope) => {
        const value = a(scope)
        return truthy(value) ? b(scope) : value
      }
    }
    return left
  }

  #not(depth: number): Expression {
    let negations = 0
    while (this.#take('not')) negations++
    const inner = this.#comparison(depth)
    if (negations === 0) return inner
    return (scope) => truthy(inner(scope)) === (negations % 2 === 0)
  }

  #comparison(depth: number): Expression {
    const left = this.#filtered(depth)
    if (this.#take('is')) {
      const negated = this.#take('not')
      const test = this.#word('a test after "is"')
      const holds = own(tests, test)
      if (!holds) throw new Undecodable(`the test "${test}" is not understood`)
      return (scope) => holds(left(scope)) !== negated
    }
    const operator = this.#tokens[this.#at]
    const compare = operator?.kind === 'sign' ? own(comparisons, operator.text) : undefined
    if (!compare) return left
    this.#at++
    const right = this.#filtered(depth)
    return (scope) => compare(left(scope), right(scope))
  }

  #filtered(depth: number): Expression {
    let inner = this.#path(depth)
    while (this.#take('|')) {
      const name = this.#word('a filter')
      const filter = own(filters, name)
      if (!filter) throw new Undecodable(`the filter "${name}" is not understood`)
      const given = this.#arguments(depth)
      if (given.length > filter.most) throw new Undecodable(`the filter "${name}" takes at most ${filter.most}`)
      const before = inner
      inner = (scope) =>
        filter.apply(
          before(scope),
          given.map((argument) => argument(scope)),
        )
    }
    return inner
  }

  #arguments(depth: number): Expression[] {
    const list: Expression[] = []
    if (!this.#take('(') || this.#take(')')) return list
    do list.push(this.choice(depth + 1))
    while (this.#take(','))
    this.#expect(')')
    return list
  }

  #path(depth: number): Expression {
    let inner = this.#primary(depth)
    for (;;) {
      let key: string | number
      if (this.#take('.')) key = this.#word('a name after "."')
      else if (this.#take('[')) {
        const token = this.#tokens[this.#at++]
        if (token?.kind === 'string') key = token.text
        else if (token?.kind === 'number' && Number.isInteger(Number(token.text))) key = Number(token.text)
        else throw new Undecodable('only a quoted name or a whole number may stand in [ ]')
        this.#expect(']')
      } else return inner
      const before = inner
      inner = (scope) => field(before(scope), key)
    }
  }

  #primary(depth: number): Expression {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new Undecodable('it ends too early')
    if (token.kind === 'string') return () => token.text
    if (token.kind === 'number') return constant(Number(token.text))
    if (token.text === '-' && this.#tokens[this.#at]?.kind === 'number')
      return constant(-Number(this.#tokens[this.#at++]?.text))
    if (token.text === '(') {
      const inner = this.choice(depth + 1)
      this.#expect(')')
      return inner
    }
    if (token.text === 'value') return (scope) => scope.value
    if (token.text === 'value_json') return (scope) => scope.json()
    if (Object.hasOwn(constants, token.text)) return constant(own(constants, token.text))
    throw new Undecodable(`"${token.text}" is not understood`)
  }

  #take(text: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind === 'string' || token?.text !== text) return false
    this.#at++
    return true
  }

  #expect(text: string) {
    if (!this.#take(text)) throw new Undecodable(`"${text}" is missing`)
  }

  #word(what: string): string {
    const token = this.#tokens[this.#at++]
    if (token?.kind !== 'word' || words.has(token.text)) throw new Undecodable(`${what} is missing`)
    return token.text
  }
}

const constant =
  (value: Value): Expression =>
  () =>
    value

/** Own fields of objects and items of lists; never a prototype's, never a string's. */
const field = (value: Value, key: string | number): Value => {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined
  return isObject(value) && typeof key === 'string' && Object.hasOwn(value, key) ? value[key] : undefined
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const constants: Record<string, boolean | null> = {
  true: true,
  True: true,
  false: false,
  False: false,
  none: null,
  None: null,
}

const tests: Record<string, (value: Value) => boolean> = {
  defined: (value) => value !== undefined,
  none: (value) => value === null,
  true: (value) => value === true,
  false: (value) => value === false,
}

const ordered =
  (compare: (a: number | string, b: number | string) => boolean) =>
  (a: Value, b: Value): boolean => {
    if (typeof a === 'number' && typeof b === 'number') return compare(a, b)
    if (typeof a === 'string' && typeof b === 'string') return compare(a, b)
    throw new Undecodable('it compares what has no order')
  }

const comparisons: Record<string, (a: Value, b: Value) => boolean> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': ordered((a, b) => a < b),
  '>': ordered((a, b) => a > b),
  '<=': ordered((a, b) => a <= b),
  '>=': ordered((a, b) => a >= b),
}

interface Filter {
  readonly most: number
  readonly apply: (value: Value, given: readonly Value[]) => Value
}

const number = (value: Value): number | null => {
  if (typeof value === 'boolean') return value ? 1 : 0
  const parsed =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN
  return Number.isFinite(parsed) ? parsed : null
}

const numeric = (make: (value: number) => number): Filter => ({
  most: 1,
  apply: (value, given) => {
    const parsed = number(value)
    if (parsed !== null) return make(parsed)
    if (given.length > 0) return given[0]
    throw new Undecodable('it expects a number and got none')
  },
})

const fallback: Filter = {
  most: 2,
  apply: (value, [other = '', alsoFalse]) =>
    value === undefined || (alsoFalse === true && !truthy(value)) ? other : value,
}

const filters: Record<string, Filter> = {
  int: numeric(Math.trunc),
  float: numeric((value) => value),
  round: {
    most: 1,
    apply: (value, [digits = 0]) => {
      const parsed = number(value)
      if (parsed === null) throw new Undecodable('it rounds what is not a number')
      if (typeof digits !== 'number' || !Number.isInteger(digits) || digits < 0 || digits > 10)
        throw new Undecodable('it rounds to something else than 0 to 10 digits')
      return Number(parsed.toFixed(digits))
    },
  },
  default: fallback,
  d: fallback,
}

interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign'
  readonly text: string
}

const lexer = /\s*(?:([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|'([^'\\]*)'|"([^"\\]*)"|(==|!=|<=|>=|[<>|.,()[\]-]))/y

const tokens = (source: string): Token[] => {
  const list: Token[] = []
  const end = source.trimEnd().length
  lexer.lastIndex = 0
  while (lexer.lastIndex < end) {
    const at = lexer.lastIndex
    const match = lexer.exec(source)
    if (!match) throw new Undecodable(`"${source.slice(at, at + 20).trim()}" is not understood`)
    const [, word, digits, single, double, sign] = match
    if (word !== undefined) list.push({ kind: 'word', text: word })
    else if (digits !== undefined) list.push({ kind: 'number', text: digits })
    else if (sign !== undefined) list.push({ kind: 'sign', text: sign })
    else list.push({ kind: 'string', text: single ?? double ?? '' })
  }
  return list
}
