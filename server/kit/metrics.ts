// Prometheus figures at /metrics, for loopback or whoever has the token.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopback } from './config.ts'

export interface Metrics {
  observe(operation: string, status: number, ms: number): void
  readonly messages: Counter<'outcome'>
  /** A figure that is read when somebody asks. */
  gauge(name: string, help: string, read: () => number): void
}

export const serveMetrics = (app: FastifyInstance, token: string | undefined): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'gatehouse_call_seconds',
    help: 'Time to answer a call, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const messages = new Counter({
    name: 'gatehouse_device_messages_total',
    help: 'Device messages by what became of them',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const gauge: Metrics['gauge'] = (name, help, read) => {
    const shown: Gauge = new Gauge({ name, help, registers: [], collect: () => shown.set(read()) })
    registry.registerMetric(shown)
  }
  gauge('gatehouse_connections', 'Connections to the HTTP port', app.connections.open)
  gauge('gatehouse_connections_refused', 'Connections to the HTTP port beyond its limits', app.connections.refused)
  app.get('/metrics', async (request, reply) => {
    const allowed = token === undefined ? isLoopback(request.ip) : sameToken(token, request.headers.authorization)
    if (!allowed) return reply.status(404).send({ code: 'NOT_FOUND', message: 'There is nothing at this address.' })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return {
    observe: (operation, status, ms) => calls.observe({ operation, status: String(status) }, ms / 1000),
    messages,
    gauge,
  }
}

const sameToken = (token: string, header: string | undefined) => {
  const expected = Buffer.from(`Bearer ${token}`)
  const given = Buffer.from(header ?? '')
  return expected.length === given.length && timingSafeEqual(expected, given)
}
