// Sites against each other, and each against itself in the period before.
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { atLeast, peopleText } from '../../kit/people-words.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartOrTable, tableLook } from '../../ui/charts/chart-or-table.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import type { Bounds } from '../../ui/time/time-range.ts'
import { CsvButton } from './csv-button.tsx'
import { spanOf, useSpanQuery } from './span-query.ts'

const swatch =
  "before:me-2 before:inline-block before:h-[10px] before:w-[10px] before:rounded-[2px] before:content-['']"

export const ComparisonCard = ({ bounds }: { readonly bounds: Bounds }) => {
  const query = useSpanQuery(peopleCount.compare, spanOf(bounds))
  const sites = query.data?.sites ?? null
  return (
    <Card
      title="Sites compared"
      note="with the period before, which is as long"
      action={
        <CsvButton
          name="Sites compared"
          rows={
            sites && [
              ['Site', 'In', 'In the period before', 'Change in %'],
              ...sites.map((one) => [one.site.name, String(one.in), String(one.inBefore), `${one.change ?? ''}`]),
            ]
          }
        />
      }
    >
      <View op={peopleCount.compare} query={query} rows={4} failed="The sites could not be compared">
        {(answer) =>
          answer.sites.length === 0 ? (
            <p className="px-4 pb-4 text-muted">There is no site of which you may see every zone.</p>
          ) : (
            <ChartOrTable
              label="Sites compared"
              beside={
                <p className="flex flex-wrap gap-4 text-sm text-muted">
                  <span className={`${swatch} before:bg-series-1`}>In this period</span>
                  <span className={`${swatch} before:bg-series-2`}>In the period before</span>
                </p>
              }
              chart={
                <Bars
                  description={answer.sites.map(sentenceOf).join('; ')}
                  labels={{ phone: 3, desk: 8 }}
                  groups={answer.sites.map((one) => ({
                    key: one.site.id,
                    label: one.site.name,
                    tip: sentenceOf(one),
                    values: [atLeast(one.in), atLeast(one.inBefore)],
                  }))}
                />
              }
              table={
                <PlainTable
                  {...tableLook}
                  heads={['Site', 'In', 'Before', 'Change']}
                  rows={answer.sites.map((one) => ({
                    key: one.site.id,
                    cells: [one.site.name, peopleText(one.in), peopleText(one.inBefore), changeText(one.change)],
                  }))}
                />
              }
            />
          )
        }
      </View>
    </Card>
  )
}

/** `+12.5 %`; null: there is too little to compare. */
export const changeText = (change: number | null): string => {
  if (change === null) return 'Too few'
  return `${change > 0 ? '+' : ''}${change.toLocaleString('en-GB')} %`
}

type Site = peopleCount.SiteCompared

const sentenceOf = ({ site, in: people, inBefore, change }: Site): string =>
  `${site.name}: ${peopleText(people)} in, ${peopleText(inBefore)} before, ${changeText(change)}`
