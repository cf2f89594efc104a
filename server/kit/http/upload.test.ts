// A file that is sent: whole, or refused; whatever pieces it comes in.
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from './http.ts'
import { fileOf } from './upload.ts'

const most = 200_000

let app: FastifyInstance
beforeAll(async () => {
  app = await createHttp(pino({ level: 'silent' }), { secure: false })
  const handler = async (request: FastifyRequest) => {
    const { bytes } = await fileOf(request, { field: 'picture', bytes: most, tooLarge: 'Too large.' })
    return { bytes: bytes.length }
  }
  app.route({ method: 'POST', url: '/file', handler })
})
afterAll(() => app.close())

/** In pieces of these lengths, each read before the next is sent. */
const send = async (...lengths: number[]) => {
  const head = '--x\r\ncontent-disposition: form-data; name="picture"; filename="x"\r\ncontent-type: image/png\r\n\r\n'
  async function* pieces() {
    yield head
    for (const length of lengths) {
      yield Buffer.alloc(length)
      for (let turns = 0; turns < 20; turns++) await turn()
    }
    yield '\r\n--x--\r\n'
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/file',
    headers,
    payload: Readable.from(pieces(), { objectMode: false }),
  })
  return { status: statusCode, body: JSON.parse(body) as unknown }
}

test('of the largest length is taken whole', async () => {
  expect(await send(most)).toEqual({ status: 200, body: { bytes: most } })
  expect(await send(most - 1, 1)).toEqual({ status: 200, body: { bytes: most } })
})

test.each([
  ['in one piece', [most + 1]],
  ['the byte too many by itself', [most, 1]],
  ['in many', Array.from({ length: 30 }, () => 10_000)],
])('that is longer is refused, and nothing of it taken: %s', async (_name, lengths) => {
  expect(await send(...lengths)).toMatchObject({
    status: 413,
    body: { message: 'Too large.', details: [{ field: 'picture' }] },
  })
})
