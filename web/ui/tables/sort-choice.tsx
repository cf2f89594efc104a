// What a list is sorted by, chosen where it has no heads: on a phone.
import { useId } from 'react'
import { type SortedHead, type Sorting, waysOf } from './sorting.ts'

interface SortChoiceProps {
  readonly heads: readonly SortedHead[]
  readonly sorting: Sorting
}

export const SortChoice = ({ heads, sorting }: SortChoiceProps) => {
  const id = useId()
  const ways = waysOf(heads)
  if (ways.length < 2) return null
  const usual = heads.some((head) => head.usual && head.sort !== undefined)
  return (
    <div className="flex items-center gap-2 border-b border-b-line px-4 py-1 text-sm text-muted">
      <label htmlFor={id}>Sorted by</label>
      <select
        id={id}
        className="min-h-touch min-w-0 flex-1 border-0 bg-transparent px-1 py-0 text-lg text-text"
        value={ways.some(([by]) => by === sorting.by) ? sorting.by : ''}
        onChange={({ target }) => sorting.set(target.value)}
      >
        {!usual && <option value="">As usual</option>}
        {ways.map(([by, words]) => (
          <option key={by} value={by}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
