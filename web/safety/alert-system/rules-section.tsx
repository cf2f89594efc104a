// The alarm rules of the company: found by words, severity and measure, each opened in its editor.
import * as schedules from '@gatehouse/contract/access/schedules'
import * as sites from '@gatehouse/contract/building/sites'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import * as alarms from '@gatehouse/contract/safety/alarms'
import { measureNames } from '@gatehouse/contract/safety/measures'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Can, useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, NoPermission } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { type UrlFilters, useUrlFilters } from '../../ui/tables/url-filters.ts'
import { ruleParams, useRuleAddress } from './rule-address.ts'
import { conditionText, measureText, type NameOf, scopeText } from './rule-words.ts'
import { ruleCard, rulesColumns } from './rules-columns.tsx'
import { severities, severityWords } from '../../ui/theme/severity.ts'

const RuleEditor = later(async () => (await import('./rule-editor.tsx')).RuleEditor, 'over')

export const RulesSection = () => {
  const missing = useMissing(alarmRules.list)
  return missing.length > 0 ? <NoPermission missing={missing} /> : <Rules />
}

const filterNames = ['q', 'severity', 'measure'] as const

const Rules = () => {
  const address = useRuleAddress()
  const filters = useUrlFilters(ruleParams)
  const nameOf = useNames()
  const pages = useWhole(alarmRules.list, {})
  const opens = useMissing(alarms.list).length === 0
  const set = filterNames.filter((name) => filters.get(name) !== '')
  const adding = (
    <Can op={alarmRules.create}>
      <AddLink to={address.to('new')}>Add rule</AddLink>
    </Can>
  )
  return (
    <>
      <FilterBar
        count={set.length}
        onClear={filters.clear}
        first={<SearchField label="Search rules" value={filters.get('q')} onChange={(q) => filters.set({ q })} />}
        views={adding}
      >
        <FilterChoice
          label="Severity"
          value={filters.get('severity')}
          options={[['', 'Any'], ...severities.map((one) => [one, severityWords[one].word] as const)]}
          onChange={(severity) => filters.set({ severity })}
        />
        <FilterChoice
          label="Measure"
          value={filters.get('measure')}
          options={[['', 'Any'], ...measureNames.map((one) => [one, measureText(one)] as const)]}
          onChange={(measure) => filters.set({ measure })}
        />
      </FilterBar>
      <DataTable
        name="alarm-rules"
        label="Alarm rules"
        noun={['rule', 'rules']}
        pages={pages}
        rows={({ rules }) => rules.filter((rule) => passes(rule, filters, nameOf))}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={rulesColumns(nameOf, opens)}
        card={ruleCard(nameOf)}
        to={({ id }) => address.to(id)}
        csv="alarm-rules"
        failed="The alarm rules could not be loaded"
        empty={
          set.length > 0 ? (
            <Empty title="No rules match">
              <Button variant="outlined" onClick={filters.clear}>
                Clear the filters
              </Button>
            </Empty>
          ) : (
            <Empty title="No alarm rule yet">
              <p>A rule raises an alarm when a value, a state or an event asks for a response.</p>
              {adding}
            </Empty>
          )
        }
      />
      {address.id !== null && (
        <RuleEditor
          key={`${address.id} ${address.copy ?? ''}`}
          id={address.id}
          copy={address.copy}
          toCopy={address.toCopy}
          closed={address.closed}
        />
      )}
    </>
  )
}

const passes = (rule: AlarmRule, { get }: Pick<UrlFilters, 'get'>, nameOf: NameOf): boolean => {
  const { name, severity, condition, scope } = rule
  const [sought, wanted, measure] = [get('q').trim().toLowerCase(), get('severity'), get('measure')]
  if (wanted !== '' && severity !== wanted) return false
  if (measure !== '' && (!('measure' in condition) || condition.measure !== measure)) return false
  return [name, conditionText(condition, nameOf), scopeText(scope, nameOf)].some((text) =>
    text.toLowerCase().includes(sought),
  )
}

/** Of schedules and places: the words of a rule do without those that one may not see. */
const useNames = (): NameOf => {
  const seesTimes = useMissing(schedules.list).length === 0
  const seesPlaces = useMissing(sites.list).length === 0
  const times = useQuery({ ...queryOf(schedules.list, {}), enabled: seesTimes }).data?.schedules ?? []
  const places = useQuery({ ...queryOf(sites.list, {}), enabled: seesPlaces }).data?.sites ?? []
  const named = [...times, ...places, ...places.flatMap(({ zones }) => zones)]
  return (id) => named.find((one) => one.id === id)?.name
}
