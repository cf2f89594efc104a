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
