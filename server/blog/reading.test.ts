// Reading the longest text stops nobody else, and one that would never end is given up.
import { messages } from '@gatehouse/contract/blog'
import { expect, test } from 'vitest'
import { htmlOf, readText } from './reading.ts'

const table = `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(9990)}`

test('the server goes on while the longest text is read', async () => {
  // The thread is there.
  await readText('x')
  // Of this thread's processor: what others on the machine take is not the server's doing.
  const ownMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  /** By how much the longest wait is beyond what it may be. */
  const tooLong = async () => {
    let longest = 0
    let looks = 0
    let before = ownMs()
    const look = () => {
      longest = Math.max(longest, ownMs() - before)
      before = ownMs()
      looks++
    }
    const ticking = setInterval(look, 1)
    const began = process.cpuUsage()
    const { html, words } = await readText(table, new Map())
    const { user, system } = process.cpuUsage(began)
    const took = (user + system) / 1000
    look()
    clearInterval(ticking)
    expect([words, html.length]).toEqual([19_982, 329_823])
    // Nor does it stand still and wait.
    return Math.max(longest - Math.max(50, took / 2), 10 - looks)
  }
  // Collecting garbage makes everybody wait for once; a server that reads by itself does so every time.
  await expect.poll(tooLong, { timeout: 40_000 }).toBeLessThan(0)
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
