// The people of a rota: chosen, and put into the order in which they follow each other.
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { moved } from '../../ui/forms/moved.ts'
import { OrderTools } from '../../ui/forms/order-tools.tsx'

interface PeopleInOrderProps {
  readonly people: readonly { readonly id: string; readonly name: string }[]
  readonly ids: readonly string[]
  readonly onChange: (ids: string[]) => void
}

export const PeopleInOrder = ({ people, ids, onChange }: PeopleInOrderProps) => (
  <div className="grid grid-cols-1 gap-4">
    {ids.length > 0 && (
      <ol className="rounded border border-line" aria-label="Order">
        {ids.map((id, index) => {
          const name = people.find((one) => one.id === id)?.name ?? 'Deleted, or hidden from you'
          return (
            <li
              key={id}
              className="flex min-h-touch items-center gap-2 border-t border-t-line ps-4 wrap-anywhere first:border-t-0"
            >
              <span className="text-muted tabular-nums">{index + 1}</span>
              <span className="me-auto min-w-0">{name}</span>
              <OrderTools
                name={name}
                index={index}
                count={ids.length}
                onMove={(to) => onChange(moved(ids, index, to))}
                onRemove={() => onChange(ids.filter((one) => one !== id))}
              />
            </li>
          )
        })}
      </ol>
    )}
    <ChoiceList
      legend="People"
      choices={people}
      chosen={new Set(ids)}
      onChange={(chosen) => onChange([...chosen])}
      empty="Nobody may acknowledge alarms yet: give somebody a role that permits it."
    />
  </div>
)
