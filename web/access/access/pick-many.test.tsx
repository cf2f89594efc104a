import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PickMany, type Searched } from './pick-many.tsx'

const drawn = (search: Partial<Searched>, options = [{ id: 'g', name: 'Guards' }]) =>
  renderToStaticMarkup(
    <PickMany
      legend="Groups"
      options={options}
      chosen={[]}
      onChange={() => {}}
      empty="There is no group."
      search={{ sought: '', late: false, more: false, onSearch: () => {}, ...search }}
    />,
  )

test('nothing is said to be missing before it was looked for, and the field stays while one types', () => {
  expect(drawn({ sought: 'cleaners', late: true }, [])).toContain('Looking…')
  expect(drawn({ sought: 'cleaners', late: true }, [])).not.toContain('Nothing is called')
  expect(drawn({ sought: 'cleaners' }, [])).toContain('Nothing is called “cleaners”.')
  expect(drawn({ late: true }, [])).not.toContain('There is no group.')
  expect(drawn({}, [])).toContain('There is no group.')
  expect(drawn({ late: true })).toContain('type="search"')
  expect(drawn({})).not.toContain('type="search"')
})
