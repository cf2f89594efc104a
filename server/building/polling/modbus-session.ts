// One TCP connection to a Modbus server, or to the gateway before several. One request at a time; whatever is not the
// answer to it is never taken for it.
import { connect, type Socket } from 'node:net'
import {
  decodeAnswer,
  encodeRequest,
  exceptionWords,
  type Framing,
  type Received,
  type Request,
  type Span,
} from '@gatehouse/devices/modbus/frames'
import { clock } from '../../kit/clock.ts'
import { inWords, PollError, type Session } from './poll-error.ts'

export interface ModbusSession extends Session {
  /** Registers or bits, in the order of their addresses. Throws `PollError`, for exceptions `ModbusException`. */
  read(unit: number, span: Span, timeoutMs: number): Promise<readonly number[]>
}

/** The device answered that it does not: by one of the codes of the specification. */
export class ModbusException extends PollError {
  readonly code: number

  constructor(code: number) {
    super(troubleOf(code), exceptionWords[code] ?? 'it refuses')
    this.code = code
  }
}

const troubleOf = (code: number) => {
  if (code === 5 || code === 6) return 'busy'
  if (code === 10 || code === 11) return 'no-answer'
  return code === 4 || code === 8 ? 'device-failure' : 'configuration'
}

/** After so many requests without an answer the connection itself is doubted. */
const silentRequests = 3
/** More than this is waiting to be read: no Modbus device sends so much unasked. */
const mostBytes = 1024

interface Where {
  readonly address: string
  readonly port: number
  readonly framing: Framing
  readonly timeoutMs: number
}

export const openModbus = async ({ address, port, framing, timeoutMs }: Where): Promise<ModbusSession> => {
  const where = `${address}:${port}`
  const socket = await open(address, port, timeoutMs)
  let transaction = 0
  let silent = 0
  let bytes: Uint8Array = new Uint8Array()
  let waiting: { readonly request: Request; settle(answer: Received | PollError): void } | undefined
  let lost: PollError | undefined

  const end = (why: PollError) => {
    lost ??= why
    socket.destroy()
    waiting?.settle(lost)
  }
  const closed = () => new PollError('unreachable', `${where} closed the connection.`)
  socket.on('error', (error) => end(inWords(error, where)))
  socket.on('close', () => end(closed()))
  socket.on('data', (chunk: Buffer) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    if (!waiting && framing === 'rtu-over-tcp') return end(garbage('bytes that nobody asked for'))
    for (let asked = waiting; asked; asked = waiting) {
      const received = decodeAnswer(framing, bytes, asked.request)
      if (received.kind === 'broken') return end(garbage(received.why))
      if (received.kind === 'more') break
      bytes = received.rest
      if (received.kind !== 'late') asked.settle(received)
    }
    if (bytes.length > mostBytes) end(garbage('more than any answer has'))
  })
  const garbage = (why: string) => new PollError('garbage', `What ${where} answered is not to be read: ${why}.`)

  const exchange = async (request: Request, patienceMs: number): Promise<Received> => {
    const { promise, resolve, reject } = Promise.withResolvers<Received>()
    const settle = (answer: Received | PollError) => {
      waiting = undefined
      if (answer instanceof PollError) reject(answer)
      else resolve(answer)
    }
    waiting = { request, settle }
    socket.write(encodeRequest(framing, request))
    try {
      return await clock.within(patienceMs, promise)
    } catch (error) {
      if (error instanceof PollError) throw error
      waiting = undefined
      silent++
      const late = new PollError(
        'no-answer',
        `Unit ${request.unit} at ${where} did not answer within ${patienceMs} ms.`,
      )
      // RTU frames have no number: what comes late would be taken for the answer to the next request.
      if (framing === 'rtu-over-tcp' || silent >= silentRequests) end(late)
      throw late
    }
  }

  return {
    isOpen: () => lost === undefined,
    close: () => end(closed()),
    async read(unit, span, patienceMs) {
      if (lost) throw lost
      transaction = (transaction + 1) & 0xffff
      const received = await exchange({ ...span, unit, transaction }, patienceMs)
      silent = 0
      if (received.kind === 'values') return received.values
      if (received.kind === 'exception') throw new ModbusException(received.code)
      throw garbage(received.kind)
    },
  }
}

const open = async (address: string, port: number, timeoutMs: number): Promise<Socket> => {
  const socket = connect({ host: address, port, noDelay: true, keepAlive: true })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('connect', resolve)
  socket.once('error', reject)
  try {
    await clock.within(timeoutMs, promise)
    socket.off('error', reject)
    return socket
  } catch (error) {
    socket.on('error', () => undefined)
    socket.destroy()
    const isLate = error instanceof Error && !('code' in error)
    throw isLate
      ? new PollError('unreachable', `${address}:${port} did not take the connection within ${timeoutMs} ms.`)
      : inWords(error, `${address}:${port}`)
  }
}
