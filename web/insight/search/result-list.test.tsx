import { type ResultType, type SearchResult, type } from '@gatehouse/contract/insight/search'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ResultList } from './result-list.tsx'

const shown = (changes: Partial<SearchResult>): string => {
  const result: SearchResult = {
    id: 'one',
    type: 'page',
    title: 'One',
    description: '',
    priority: 'low',
    path: '/one',
    requiredPermissions: [],
    ...changes,
  }
  return renderToStaticMarkup(
    <ResultList
      id="list"
      groups={[{ title: 'Found', results: [result] }]}
      chosen={0}
      onChoose={() => {}}
      onOpen={() => {}}
    />,
  )
}
const firstIcon = (html: string) => /<path d="([^"]+)"/.exec(html)?.[1]

test('a result has the icon and the word of its type: articles, persons and events each another', () => {
  const words: Readonly<Record<ResultType, string>> = {
    article: 'Article',
    person: 'Person',
    alarm: 'Alarm',
    event: 'Event',
    door: 'Door',
    device: 'Device',
    company: 'Company',
    page: 'Page',
    command: 'Command',
  }
  for (const one of type.options) expect(shown({ type: one })).toContain(`${words[one]}: `)
  expect(new Set(type.options.map((one) => firstIcon(shown({ type: one })))).size).toBe(type.options.length)
})

test('what was sought is marked, and nothing in a text is taken for markup', () => {
  const html = shown({
    title: '<b>Róbin</b> Vane',
    marks: {
      title: [
        [3, 8],
        [13, 15],
      ],
      description: [],
    },
  })
  expect(html.replaceAll(/<(?!\/?mark)[^>]+>/g, '').replaceAll(/ class="[^"]*"/g, '')).toContain(
    '&lt;b&gt;<mark>Róbin</mark>&lt;/b&gt; <mark>Va</mark>ne',
  )
  expect(shown({ title: 'Plain' })).not.toContain('<mark')
})

test('high priority is marked, in colour and in words; anything less is not', () => {
  expect(shown({ priority: 'high' })).toMatch(/data-priority="high".*High priority/s)
  for (const priority of ['low', 'medium'] as const) expect(shown({ priority })).not.toContain('High priority')
})

test('an alarm has the word and the colour of its severity, and leads to its sheet', () => {
  const html = shown({ type: 'alarm', severity: 'critical', priority: 'high', path: '/alarms/one' })
  expect(html).toMatch(/href="\/alarms\/one"/)
  expect(html).toMatch(/data-state="critical".*Critical/s)
  expect(html).not.toContain('High priority')
  expect(shown({ type: 'alarm', severity: 'medium' })).toMatch(/data-state="warning".*Medium/s)
})
