// What would happen if this person came to this door at this time: asked of the rules, and on no log.
import * as decisions from '@gatehouse/contract/access/decisions'
import type { Input } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { atOf, ChooseTime } from './choose-time.tsx'
import { Asked, ChooseDoor, ChoosePerson } from './choose.tsx'
import { Path, VerdictWord } from './verdict.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'

export const WouldOpen = () => {
  const filters = useUrlFilters(['ask'])
  const [userId, doorId, at] = [filters.get('person'), filters.get('door'), filters.get('at')]
  const direction = filters.get('way') === 'exit' ? 'exit' : 'entry'
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <Asked>
        <ChoosePerson value={userId} onChange={(person) => filters.set({ person })} />
        <ChooseDoor value={doorId} onChange={(door) => filters.set({ door })} />
        <SelectField
          label="Way"
          value={direction}
          options={[
            ['entry', 'In'],
            ['exit', 'Out'],
          ]}
          onChange={(way) => filters.set({ way: way === 'exit' ? 'exit' : '' })}
        />
        <ChooseTime value={at} onChange={(moment) => filters.set({ at: moment })} />
      </Asked>
      {userId === '' || doorId === '' ? (
        <Empty title="Choose a person and a door">
          <p>Nothing is opened, and nothing of it is on the log.</p>
        </Empty>
      ) : (
        <Answer userId={userId} doorId={doorId} direction={direction} {...atOf(at)} />
      )}
    </div>
  )
}

const Answer = (asked: Input<typeof decisions.ask>) => {
  const timeZone = useTimeZone()
  const query = useQuery({
    ...queryOf(decisions.ask, asked),
    refetchOnMount: 'always',
  })
  return (
    <View op={decisions.ask} query={query} rows={6} failed="The rules could not be asked">
      {(answer) => (
        <div className="grid max-w-[48rem] gap-3 rounded border border-line bg-surface p-4" data-testid="verdict">
          <p>
            <VerdictWord verdict={answer.verdict} />
            <span className="text-muted">
              {' '}
              {answer.shown === null ? '' : `with ${answer.shown}, `}
              {exactTime(answer.at, timeZone)}
            </span>
          </p>
          <Path path={answer.verdict.path} label="What would be asked" />
        </div>
      )}
    </View>
  )
}
