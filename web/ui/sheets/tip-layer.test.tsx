// @vitest-environment happy-dom
// The tip of a value: of the row that has the focus, and not of the sheet that has just opened.
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { settled } from '../../kit/testing/fake-time.testing.ts'
import { TipLayer } from './tip-layer.tsx'

test('a focused row shows the tip inside it; a sheet that takes the focus does not', async () => {
  const browser = aBrowser()
  const value = <time data-tip="|2026-11-21T06:50:00.000Z">2 days ago</time>
  await browser.draw(
    <>
      <TipLayer timeZone="Europe/London" />
      <dialog open tabIndex={-1} role="dialog" aria-label="Sheet">
        {value}
      </dialog>
      <a href="/row">{value}</a>
    </>,
  )
  screen.getByRole('dialog').focus()
  await settled()
  expect(screen.queryByRole('tooltip')).toBeNull()
  screen.getByRole('link').focus()
  await settled()
  expect(screen.getByRole('tooltip').textContent).toBe('Sat, 21 Nov 2026, 06:50:00 GMT')
})
