// The matrix of causes and effects: a row for each alarm rule that switches something, a column for each actuator.
import * as causeEffect from '@gatehouse/contract/safety/cause-effect'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'

export const EffectMatrix = () => {
  const query = useQuery(queryOf(causeEffect.matrix, {}))
  return (
    <Card title="Matrix" note="alarm rules down, actuators across">
      <View op={causeEffect.matrix} query={query} rows={5} failed="The matrix could not be loaded">
        {({ actuators, effects, causes }) => {
          const nameOf = new Map(effects.map(({ id, name }) => [id, name]))
          const rows = causes.filter(({ cells }) => cells.some(({ effectIds }) => effectIds.length > 0))
          return rows.length === 0 ? (
            <p className="px-4 pb-4 text-muted">No effect that is enabled has a cause.</p>
          ) : (
            <ScrollRegion label="Matrix of causes and effects" className="overflow-x-auto px-4 pb-4">
              <PlainTable
                heads={['Alarm rule', ...actuators.map(({ name }) => name)]}
                row="border-t border-t-line"
                first="py-2 pe-4 text-start font-normal"
                cell="px-3 py-2 text-center font-normal"
                rows={rows.map(({ ruleId, rule, cells }) => ({
                  key: ruleId,
                  cells: [
                    rule,
                    ...actuators.map(({ id }) => {
                      const by = cells.find(({ actuatorId }) => actuatorId === id)?.effectIds ?? []
                      return by.length === 0 ? '' : by.map((one) => nameOf.get(one) ?? 'on').join(', ')
                    }),
                  ],
                }))}
              />
            </ScrollRegion>
          )
        }}
      </View>
    </Card>
  )
}
