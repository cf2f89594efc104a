// The way in for `control.ts`: HTTP on loopback, random port and token, both in a file only its owner can read. Rather
// than a watched file or a socket in the folder because it answers, works on Windows and has no limit of path length.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { NotPlayable, scenarios } from './scenarios.ts'
import type { StageManager } from './stage.ts'

export const controlFile = (folder: string) => join(folder, 'simulator.json')

export const controlAddress = z.object({ url: z.url(), token: z.string() })

export const startControl = async (folder: string, stage: StageManager) => {
  const token = randomBytes(24).toString('base64url')
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (!isToken(request.headers.authorization, token)) return answer(401, { message: 'Wrong token' })
    serve(request, stage).then(
      (body) => answer(200, body),
      (error: unknown) =>
        answer(
          error instanceof NotPlayable || error instanceof z.ZodError || error instanceof SyntaxError ? 422 : 500,
          {
            message: error instanceof z.ZodError ? z.prettifyError(error) : String(error),
          },
        ),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port to listen on')
  const file = controlFile(folder)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ url: `http://127.0.0.1:${address.port}`, token, pid: process.pid }), {
    mode: 0o600,
  })
  return {
    stop: () => {
      rmSync(file, { force: true })
      server.closeAllConnections()
      server.close()
    },
  }
}

const serve = async (request: IncomingMessage, stage: StageManager): Promise<unknown> => {
  const name = /^\/scenarios\/([a-z-]+)$/.exec(request.url ?? '')?.[1]
  if (request.method === 'POST' && name) {
    const { correlationId } = stage.play(name, await bodyOf(request))
    return { playing: name, correlationId }
  }
  if (request.method === 'DELETE' && request.url === '/scenarios') {
    const ended = stage.running().map((r) => r.name)
    stage.endAll()
    return { ended }
  }
  return {
    scenarios: Object.fromEntries(Object.entries(scenarios).map(([key, { description: text }]) => [key, text])),
    running: stage.running().map((r) => r.name),
  }
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > 10_000) throw new NotPlayable('too many options')
  }
  return JSON.parse(text || '{}')
}

const isToken = (header: string | undefined, token: string) => {
  const given = Buffer.from(header ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right)
}
