// Choosing what an account holds: what is ticked otherwise than it is held is summed up before it is sent.
import Button from '@mui/material/Button'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { type Choice, ChoiceList } from '../../ui/forms/choice-list.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { toast } from '../../ui/feedback/toast.ts'

/** null: as it is, also when somebody else changes it meanwhile. */
export type Wish = ReadonlySet<string> | null

/** Whether what is wished for is otherwise than what is held. */
export const differs = (wish: Wish, held: readonly string[]): boolean =>
  wish !== null && (wish.size !== held.length || held.some((one) => !wish.has(one)))

interface Change {
  readonly add: string[]
  readonly remove: string[]
  readonly all: string[]
}

interface ChoosingProps {
  readonly legend: string
  readonly empty: string
  readonly choices: readonly Choice[]
  readonly held: readonly string[]
  readonly wish: Wish
  readonly onWish: (wish: Wish) => void
  readonly saved: string
  readonly save: (change: Change) => Promise<unknown>
}

export const Choosing = ({ legend, empty, choices, held, wish, onWish, saved, save }: ChoosingProps) => {
  const chosen = wish ?? new Set(held)
  const { busy, failure, attempt } = useAttempt('It could not be saved.')
  const add = [...chosen].filter((id) => !held.includes(id))
  const remove = held.filter((id) => !chosen.has(id))
  const changed = add.length + remove.length > 0
  const names = (ids: readonly string[]) =>
    choices
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ')
  const submit = () =>
    attempt(async () => {
      await save({ add, remove, all: [...chosen] })
      toast('success', saved)
      onWish(null)
    })
  return (
    <section className="grid grid-cols-1 content-start gap-4">
      <ChoiceList legend={legend} empty={empty} choices={choices} chosen={chosen} onChange={onWish} />
      {changed && (
        <div className="flex flex-wrap items-center justify-end gap-2 [&_output]:flex-[1_1_14rem] [&_output]:font-[550] below-sm:[&_output]:basis-full">
          <output>
            {[
              ...(add.length > 0 ? [`Give ${names(add)}`] : []),
              ...(remove.length > 0 ? [`Take ${names(remove)}`] : []),
            ].join('. ')}
            .
          </output>
          <Button onClick={() => onWish(null)}>Undo</Button>
          <Button variant="contained" aria-disabled={busy} onClick={() => void submit()}>
            {busy ? 'Saving…' : `Save ${legend.toLowerCase()}`}
          </Button>
        </div>
      )}
      <Failure text={failure} />
    </section>
  )
}
