// What of the list is shown: one state, or one zone, with how many there are of each.
import type { Status, Tally } from '@gatehouse/contract/access/muster'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { statusWords } from './muster-words.ts'
import styles from './roll-call-filters.module.css'

interface RollCallFiltersProps {
  readonly tally: Tally
  readonly status: Status | ''
  readonly zone: string
  readonly zones: readonly { readonly id: string; readonly name: string }[]
  readonly onChange: (values: Readonly<Record<string, string>>) => void
}

export const RollCallFilters = ({ tally, status, zone, zones, onChange }: RollCallFiltersProps) => (
  <div className="flex flex-wrap items-center gap-3 below-sm:[&>:not(fieldset)]:flex-1">
    <fieldset
      className="m-0 flex min-w-0 [scrollbar-width:none] gap-2 overflow-x-auto border-0 p-[2px] below-sm:-mx-4 below-sm:px-4"
      aria-label="State"
    >
      <Chip label="All" people={tally.people} pressed={status === ''} onPress={() => onChange({ status: '' })} />
      {shown
        .filter(([name, of]) => name !== 're-entered' || tally[of] > 0)
        .map(([name, of]) => (
          <Chip
            key={name}
            status={name}
            label={statusWords[name].word}
            people={tally[of]}
            pressed={status === name}
            onPress={() => onChange({ status: status === name ? '' : name })}
          />
        ))}
    </fieldset>
    {zones.length > 1 && (
      <FilterChoice
        label="Zone"
        value={zone}
        options={[['', 'All zones'], ...zones.map(({ id, name }) => [id, name] as const)]}
        onChange={(id) => onChange({ zone: id })}
      />
    )}
  </div>
)

const shown = [
  ['re-entered', 'reEntered'],
  ['unaccounted', 'unaccounted'],
  ['missing', 'missing'],
  ['safe', 'safe'],
  ['left', 'left'],
  ['not-here', 'notHere'],
] as const satisfies readonly (readonly [Status, keyof Tally])[]

interface ChipProps {
  readonly status?: Status
  readonly label: string
  readonly people: number
  readonly pressed: boolean
  readonly onPress: () => void
}

const Chip = ({ status, label, people, pressed, onPress }: ChipProps) => (
  <button
    type="button"
    className={`${styles.chip} data-[state]:[&_svg]:text-state`}
    data-state={status ? statusWords[status].state : undefined}
    aria-pressed={pressed}
    onClick={onPress}
  >
    {status && <Icon name={statusWords[status].icon} />}
    <span>{label}</span>
    <strong>{people}</strong>
  </button>
)
