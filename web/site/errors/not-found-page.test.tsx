import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Page } from './not-found-page.tsx'

test('what is said of the page in the head of its document is not in the page, which could not be taken over', () => {
  expect(renderToString(<Page />)).not.toContain('<title>')
})
