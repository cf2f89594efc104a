// A file on its way out: how much of it went, and whether its reader has taken all.
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

export interface Left {
  /** Of the file, as they were handed to the connection; broken off, its reader has perhaps not all of them. */
  readonly bytes: number
  readonly whole: boolean
  /** Why not, in words. */
  readonly because: string | null
}

/** Tells once, when the answer has gone or will not go any further. */
export const watchLeaving = (response: ServerResponse, output: unknown, over: (left: Left) => void): void => {
  let bytes = output instanceof Uint8Array ? output.length : 0
  let source: Readable | undefined
  // Counted beside the pipe, not in it: of a long file each piece more that is handed on costs.
  response.once('pipe', (piped: Readable) => {
    source = piped
    // What is there in one piece may be on its way in fewer bytes.
    if (!(output instanceof Uint8Array)) piped.on('data', (chunk: Uint8Array) => (bytes += chunk.length))
  })
  const done = () => {
    const whole = response.writableFinished
    over({ bytes, whole, because: whole ? null : source?.errored ? 'it ended here' : 'its reader went away' })
  }
  // Whoever has gone before there was anything to send.
  if (response.closed) done()
  else response.once('close', done)
}
