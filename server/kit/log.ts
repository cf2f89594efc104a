// The log: JSON lines on stderr. Of an error it says what helps, and nothing of the connection that it happened on.
import pino, { type Logger } from 'pino'

export const createLog = (level: string): Logger =>
  pino({ level, serializers: { error: brief } }, pino.destination({ dest: 2, sync: false }))

const brief = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(cause !== undefined && { cause: brief(cause) }),
  }
}

/** A line of the log, as it is told to who keeps it. */
export interface Line {
  readonly level: 'information' | 'warning' | 'error'
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * The same log, of which everything from warnings up is told to `hear` as well, whatever the log itself lets through.
 * Nobody waits for that, and what it does must not write to this log.
 */
export const withListener = (log: Logger, listener: (line: Line) => void): Logger =>
  pino(
    {
      level: log.levelVal < warning ? log.level : 'warn',
      base: null,
      hooks: {
        logMethod(args, _write, level) {
          const bindings = this.bindings()
          const own = Object.keys(bindings).length === 0 ? log : log.child(bindings)
          own[nameOf(level)](...args)
          if (level >= warning) listener(lineOf(level, args))
        },
      },
    },
    // Written by the log itself.
    { write: () => undefined },
  )

const [warning, fault] = [40, 50]

const names = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
const nameOf = (level: number): (typeof names)[number] => names[Math.floor(level / 10) - 1] ?? 'error'

const lineOf = (level: number, args: readonly unknown[]): Line => {
  const [first, second] = args
  const message = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  const given = first instanceof Error ? { error: first } : isRecord(first) ? first : {}
  const details = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, brief(value)]))
  return { level: level >= fault ? 'error' : 'warning', message, details }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
