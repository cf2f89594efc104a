// The reference for pixels: Socket.IO and nothing else, telling everybody the same readings at the same pace, and a page
// that does nothing but show them.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { z } from 'zod'

const settings = z.object({
  port: z.int(),
  base: z.number(),
  keys: z.array(z.string()),
  everyMs: z.number(),
  channel: z.string(),
  unit: z.string(),
})

process.once('message', (message) => {
  const { port, base, keys, everyMs, channel, unit } = settings.parse(message)
  const tiles = keys.map((key) => `<p><span data-testid="gas-${key}-${channel}">-</span> ${unit}</p>`).join('')
  const http = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end(`<!doctype html><title>Bare</title><body>${tiles}<script src="/socket.io/socket.io.js"></script>
<script>
io('/telemetry').on('events', (batch) => {
  for (const [, { key, value }] of batch) document.querySelector('[data-testid="gas-' + key + '-${channel}"]').textContent = value
})
</script>`)
  })
  const telemetry = new Server(http, { perMessageDeflate: false }).of('/telemetry')
  const deviceIds = keys.map(() => randomUUID())
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    const device = turn++ % keys.length
    const now = Date.now()
    const at = new Date(now).toISOString()
    const reading = { deviceId: deviceIds[device], key: keys[device], channel, value: now - base, unit }
    telemetry.emit('events', [['gas.recorded', { ...reading, quality: 'good', at, receivedAt: at }]])
  }
  process.on('message', (word) => {
    clearInterval(timer)
    if (word === 'talk') timer = setInterval(send, everyMs)
  })
  http.listen(port, '127.0.0.1')
})
process.once('disconnect', () => process.exit(0))
