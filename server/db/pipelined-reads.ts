// Short reads share one connection and do not wait for each other's answers: sixteen people who look at a list cost
// the store one process that stays awake instead of many that are woken in turn, and us one write instead of many.
import type pg from 'pg'

/** A statement's rows, each an array in the order of its columns, which costs the driver half of what objects cost. */
export type ReadRows = <Row extends unknown[]>(text: string, values: unknown[]) => Promise<Row[]>

// Answers come in the order of the questions. When one takes longer than this, whoever comes later does not wait for it.
const slowMs = 20

/** `connect` gives a connection that pipelines; `otherwise` reads while that one is held up. */
export const createPipelinedReads = (connect: () => Promise<pg.Client>, otherwise: ReadRows) => {
  let connected: Promise<pg.Client> | null = null
  let unanswered = 0
  let lastAnswer = 0

  const open = () => {
    const opening = connect()
    const forget = () => {
      if (connected === opening) connected = null
    }
    opening.then((client) => client.once('end', forget), forget)
    return opening
  }

  const read: ReadRows = async <Row extends unknown[]>(text: string, values: unknown[]) => {
    if (unanswered === 0) lastAnswer = performance.now()
    else if (performance.now() - lastAnswer > slowMs) return otherwise<Row>(text, values)
    unanswered++
    try {
      connected ??= open()
      const client = await connected
      const { rows } = await client.query<Row>({ text, values, rowMode: 'array' })
      return rows
    } finally {
      unanswered--
      lastAnswer = performance.now()
    }
  }

  const close = async () => {
    const client = await connected?.catch(() => null)
    await client?.end()
  }

  return { read, close }
}
