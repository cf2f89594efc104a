// The tip of a value: of the row that has the focus, and not of the sheet that has just opened.
import Drawer from '@mui/material/Drawer'
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
      <Drawer open slotProps={{ paper: { role: 'dialog', 'aria-label': 'Sheet' } }}>
        <a href="/row">{value}</a>
      </Drawer>
    </>,
  )
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull()
  screen.getByRole('link').focus()
  await settled()
  expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe('Sat, 21 Nov 2026, 06:50:00 GMT')
})
