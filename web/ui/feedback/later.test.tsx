// A part that lies over the page and does not arrive: it can be put away, and does not come by itself then.
import { screen } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { later } from './later.tsx'

const lost = () => new TypeError('Failed to fetch dynamically imported module: http://gatehouse.example/assets/x.js')
const Palette = ({ onClose }: { readonly onClose: () => void }) => (
  <dialog open aria-label="Palette">
    <button type="button" onClick={onClose}>
      Away with it
    </button>
  </dialog>
)

const aPage = async (load: () => Promise<typeof Palette>) => {
  const Part = later(load, 'over')
  const Page = () => {
    const [isOpen, setOpen] = useState(false)
    return (
      <main>
        <button type="button" onPointerEnter={() => void Part.fetch()} onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Part onClose={() => setOpen(false)} />}
      </main>
    )
  }
  const browser = aBrowser()
  await browser.draw(<Page />)
  const press = async (keysOrClick: () => Promise<void>) => {
    await keysOrClick()
    await advance('500 ms')
  }
  return { ...browser, press, button: screen.getByRole('button', { name: 'Open' }) }
}
const palette = () => screen.queryByRole('dialog', { name: 'Palette' })
const missing = () => screen.queryByText('This part could not be loaded')

test('one that is missing says so, and goes by Escape or its button, which gives the focus back', async () => {
  let isThere = false
  const { user, press, button } = await aPage(async () => {
    if (!isThere) throw lost()
    return Palette
  })
  await press(() => user.click(button))
  expect(missing()?.closest('[role=alert]')).not.toBeNull()
  await press(() => user.keyboard('{Escape}'))
  expect(missing()).toBeNull()
  await press(() => user.click(button))
  await press(() => user.click(screen.getByRole('button', { name: 'Close' })))
  expect(missing()).toBeNull()
  expect(document.activeElement).toBe(button)
  // It can be had again, and is fetched as soon as one is about to press: it does not open by that.
  isThere = true
  await press(() => user.unhover(button))
  await press(() => user.hover(button))
  expect(palette()).toBeNull()
  await press(() => user.click(button))
  expect(palette()).not.toBeNull()
})

test('one that is open and missing is asked for again every 5 seconds, and comes by itself', async () => {
  let isThere = false
  const { user, press, button } = await aPage(async () => {
    if (!isThere) throw lost()
    return Palette
  })
  await press(() => user.click(button))
  expect(missing()).not.toBeNull()
  isThere = true
  await advance('4 s')
  expect(missing()).not.toBeNull()
  await advance('1 s')
  expect(palette()).not.toBeNull()
  expect(missing()).toBeNull()
})

test('one that was put away while it was on its way does not come any more', async () => {
  const way = Promise.withResolvers<typeof Palette>()
  const { user, press, button } = await aPage(() => way.promise)
  await press(() => user.click(button))
  await press(() => user.keyboard('{Escape}'))
  way.resolve(Palette)
  await advance('1 s')
  expect(palette()).toBeNull()
})
