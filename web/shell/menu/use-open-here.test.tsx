// @vitest-environment happy-dom
// What lies over a page goes with it, and stays where it was opened while the next page was on its way.
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { PlaceProvider } from '../../kit/place.tsx'
import { useOpenHere } from './use-open-here.ts'

const Menu = () => {
  const [open, setOpen] = useOpenHere<string>()
  return (
    <button type="button" onClick={() => setOpen('open')}>
      {open}
    </button>
  )
}

const atPage = () => {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const arrives = () => {
    const { pathname } = window.location
    const place = { pathname, search: '', hash: '', state: null, go: () => undefined }
    act(() =>
      root.render(
        <PlaceProvider value={{ place, Link: () => null }}>
          <Menu />
        </PlaceProvider>,
      ),
    )
  }
  arrives()
  return {
    opens: () => act(() => element.querySelector('button')?.click()),
    /** The address of the browser changes first; the page is shown once it has come. */
    follows: (to: string) => window.history.pushState(null, '', to),
    arrives,
    shown: () => element.textContent,
  }
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  window.history.replaceState(null, '', '/doors')
})

test('a menu closes with its page, and does not come again with it', () => {
  const page = atPage()
  page.opens()
  page.follows('/people')
  expect(page.shown()).toBe('open')
  page.arrives()
  expect(page.shown()).toBe('')
  page.follows('/doors')
  page.arrives()
  expect(page.shown()).toBe('')
})

test('a menu that was opened while a page was on its way stays as it arrives, and closes with that one', () => {
  const page = atPage()
  page.follows('/people')
  page.opens()
  page.arrives()
  expect(page.shown()).toBe('open')
  page.follows('/doors')
  page.arrives()
  expect(page.shown()).toBe('')
})
