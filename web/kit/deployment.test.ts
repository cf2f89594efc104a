import { expect, test } from 'vitest'
import { createReloadIfReplaced, type Served } from './deployment.ts'

const first: Served = { build: 'b1', entrances: ['/assets/index-1.js', '/assets/public-1.js'] }
const second: Served = { build: 'b2', entrances: ['/assets/index-2.js', '/assets/public-2.js'] }
const third: Served = { build: 'b3', entrances: ['/assets/index-3.js'] }

/** A tab, and the server that it asks; loading it anew brings the document that the server has at that time. */
const aTab = (storage: 'keeps' | 'forgets' = 'keeps') => {
  let serves: Served | null = first
  let hands: Served = first
  let entrance: string | null = '/assets/index-1.js'
  let stored = ''
  let reloads = 0
  const reloadIfReplaced = createReloadIfReplaced({
    entrance: () => entrance,
    served: async () => serves,
    tried: () => stored,
    keep: (tried) => {
      if (storage === 'forgets') return false
      stored = tried
      return true
    },
    reload: () => {
      reloads += 1
      entrance = hands.entrances[0] ?? null
    },
  })
  return {
    partIsMissing: reloadIfReplaced,
    deploy: (next: Served | null, document = next) => {
      serves = next
      if (document) hands = document
    },
    reloads: () => reloads,
    withoutScript: () => (entrance = null),
  }
}

test('a part that is missing while the same build is served is not loaded anew', async () => {
  const tab = aTab()
  expect(await tab.partIsMissing()).toBe(false)
  expect(tab.reloads()).toBe(0)
})

test('a part that is missing while the server is away is not loaded anew', async () => {
  const tab = aTab()
  tab.deploy(null)
  expect(await tab.partIsMissing()).toBe(false)
  expect(tab.reloads()).toBe(0)
})

test('after a new deployment the page is loaded anew, once, and then stays', async () => {
  const tab = aTab()
  tab.deploy(second)
  expect(await tab.partIsMissing()).toBe(true)
  expect(await tab.partIsMissing()).toBe(false)
  tab.deploy(third)
  expect(await tab.partIsMissing()).toBe(true)
  expect(tab.reloads()).toBe(2)
})

test('a cache in between that hands out the old document does not make it go round', async () => {
  const tab = aTab()
  tab.deploy(second, first)
  for (let n = 0; n < 5; n += 1) await tab.partIsMissing()
  expect(tab.reloads()).toBe(1)
})

test('two machines that serve different builds in turn do not make it go round', async () => {
  const tab = aTab()
  for (let n = 0; n < 6; n += 1) {
    tab.deploy(n % 2 === 0 ? second : first, n % 2 === 0 ? first : second)
    await tab.partIsMissing()
  }
  expect(tab.reloads()).toBeLessThanOrEqual(2)
})

test('where nothing can be kept over loading anew, it is not done: it could go on for ever', async () => {
  const tab = aTab('forgets')
  tab.deploy(second)
  expect(await tab.partIsMissing()).toBe(false)
  expect(tab.reloads()).toBe(0)
})

test('a document without a script of the build, as while developing, is left alone', async () => {
  const tab = aTab()
  tab.withoutScript()
  tab.deploy(second)
  expect(await tab.partIsMissing()).toBe(false)
})
