// What may stand in the way of a start without anything being broken: each in one line that says what to do.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { CannotStart, type Config } from './config.ts'

/** A port that cannot be opened; any other error stays what it is. */
export const cannotListen = (error: unknown, host: string, port: number, setting: string): unknown => {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} is in use. Stop the program that has it, or set ${setting} to another port.`)
  if (code === 'EACCES')
    return new CannotStart(`Port ${port} is not for ordinary users. Set ${setting} to one above 1023.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new CannotStart(
      `HOST=${host} is no address of this machine. Set HOST to one that it has, such as 127.0.0.1, or to 0.0.0.0 for all of them.`,
    )
  return error
}

/** Refuses a port that somebody has before anything is made that would take time, such as the companies of the demo. */
export const expectPorts = async ({ host, port, mqttPort }: Config): Promise<void> => {
  for (const [wanted, setting] of [
    [port, 'PORT'],
    [mqttPort, 'MQTT_PORT'],
  ] as const) {
    const probe = createServer().listen({ port: wanted, host, exclusive: true })
    await once(probe, 'listening').catch((error: unknown) => {
      throw cannotListen(error, host, wanted, setting)
    })
    probe.close()
    await once(probe, 'close')
  }
}

/** A data folder that cannot be made or written. */
export const cannotKeep = (error: unknown, dataDir: string): unknown =>
  codeOf(error) === '' || error instanceof CannotStart
    ? error
    : new CannotStart(`DATA_DIR=${dataDir} cannot be used (${reasonOf(error)}). Set it to another folder.`)

/** A PostgreSQL of the user's own that is not there or does not let us in. */
export const cannotReach = (error: unknown): unknown =>
  error instanceof CannotStart
    ? error
    : new CannotStart(
        `The PostgreSQL of DATABASE_URL cannot be used (${reasonOf(error)}). Start it, or correct DATABASE_URL.`,
      )

/** What a start that failed writes: one line where it was foreseen, else all there is. */
export const whyNotStarted = (error: unknown): string => {
  if (error instanceof CannotStart) return `Gatehouse cannot start. ${error.message}`.replaceAll(/\s*\n\s*/g, ' ')
  return String(error instanceof Error ? error.stack : error)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

// A name with several addresses fails with one error for each and no words of its own.
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
