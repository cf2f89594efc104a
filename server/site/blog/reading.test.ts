// Reading the longest text stops nobody else, and one that would never end is given up.
import { messages } from '@gatehouse/contract/site/blog'
import { expect, test } from 'vitest'
import { htmlOf, readText } from './reading.ts'

const table = `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(9990)}`

test('the server goes on while the longest text is read', async () => {
  // The thread is there.
  await readText('x')
  let looks = 0
  const ticking = setInterval(() => looks++, 1)
  const [began, beganHere] = [process.cpuUsage(), process.threadCpuUsage()]
  const { html, words } = await readText(table, new Map())
  const [took, tookHere] = [process.cpuUsage(began), process.threadCpuUsage(beganHere)]
  clearInterval(ticking)
  expect([words, html.length]).toEqual([19_982, 329_823])
  // Of the processor, whoever else wants it: a server that reads by itself does all of it, and does not look up.
  expect((tookHere.user + tookHere.system) / (took.user + took.system)).toBeLessThan(0.5)
  expect(looks).toBeGreaterThanOrEqual(10)
}, 60_000)

test('what is public comes before what is being written, and each text by itself', async () => {
  const order: string[] = []
  const writing = ['one', 'two'].map(async (word) => {
    const { html } = await readText(word, new Map())
    order.push(html)
  })
  const reading = htmlOf('read', new Map()).then((html) => order.push(html))
  await Promise.all([...writing, reading])
  expect(order).toEqual(['<p>one</p>\n', '<p>read</p>\n', '<p>two</p>\n'])
})

test('who asks for too many at once is told to come back', async () => {
  const asked = Array.from({ length: 60 }, () =>
    readText('words').then(
      () => 200,
      ({ status }) => status as unknown,
    ),
  )
  const statuses = await Promise.all(asked)
  expect(statuses.filter((status) => status === 503)).toHaveLength(19)
  expect(statuses.filter((status) => status === 200)).toHaveLength(41)
  expect(messages.busy).toContain('Try again')
})
