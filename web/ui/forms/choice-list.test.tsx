import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChoiceList } from './choice-list.tsx'

const ticksOf = (count: number) => {
  const choices = Array.from({ length: count }, (_, n) => ({ id: `${n}`, name: `Door ${n}` }))
  const drawn = renderToStaticMarkup(
    <ChoiceList
      legend="Doors"
      choices={choices}
      chosen={new Set(['3'])}
      onChange={() => {}}
      empty="There is no door."
    />,
  )
  expect(drawn).toContain('1 chosen')
  return drawn.split('type="checkbox"').length - 1
}

test('all of a short list are drawn, and of a thousand only what can be seen', () => {
  expect(ticksOf(100)).toBe(100)
  const drawn = ticksOf(1_000)
  expect(drawn).toBeGreaterThan(7)
  expect(drawn).toBeLessThan(40)
})
