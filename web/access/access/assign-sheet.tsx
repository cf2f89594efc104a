// Levels and groups being given to people or taken from them: what would change is seen before it is done.
import * as access from '@gatehouse/contract/access/access'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { counted } from '../../kit/counted.ts'
import { useTimeZone } from '../../kit/time.ts'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { SheetEnd } from '../../ui/sheets/sheet-end.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { momentOf } from './access-words.ts'
import { Line, Lines, Part } from './parts.tsx'
import { PeriodInputs } from './period-inputs.tsx'
import { PickMany } from './pick-many.tsx'
import { useGroupSearch, useLevelSearch } from './use-choices.ts'
import { ReasonInput, reasonOf } from './word-inputs.tsx'

type Preview = Output<typeof access.previewAssign>

interface AssignSheetProps {
  readonly userIds: readonly string[]
  /** Of a single person. */
  readonly name?: string
  readonly closed: To
  readonly onDone?: () => void
}

const nothing: Chosen = { addLevels: [], removeLevels: [], addGroups: [], removeGroups: [] }

const noLevels = 'There are no access levels yet.'
const noGroups = 'There are no groups yet.'

type Chosen = Record<'addLevels' | 'removeLevels' | 'addGroups' | 'removeGroups', string[]>

export const AssignSheet = ({ userIds, name, closed, onDone }: AssignSheetProps) => {
  const close = useCloseSheet(closed)
  const timeZone = useTimeZone()
  const [chosen, setChosen] = useState<Chosen>(nothing)
  const found = {
    addLevels: useLevelSearch(chosen.addLevels),
    removeLevels: useLevelSearch(chosen.removeLevels),
    addGroups: useGroupSearch(chosen.addGroups),
    removeGroups: useGroupSearch(chosen.removeGroups),
  }
  const { control, getValues, handleSubmit } = useForm({ defaultValues: { from: '', to: '', reason: '' } })
  const [preview, setPreview] = useState<Preview | null>(null)
  const { busy, failure, attempt } = useAttempt()
  const [done, setDone] = useState(false)
  useCloseAfter(done, closed)
  const who = name ?? counted(userIds.length, 'person', 'people')
  const isEmpty = Object.values(chosen).every((ids) => ids.length === 0)
  const input = () => {
    const { from, to } = getValues()
    return { userIds: [...userIds], ...chosen, from: momentOf(from, timeZone), to: momentOf(to, timeZone) }
  }
  const look = handleSubmit(() => attempt(async () => setPreview(await call(access.previewAssign, input()))))
  const send = handleSubmit(({ reason }) =>
    attempt(async () => {
      await call(access.assign, { ...input(), ...reasonOf(reason) })
      toast('success', `What ${who} may open is changed.`)
      setDone(true)
      onDone?.()
    }),
  )
  const choose = (part: keyof Chosen) => (ids: string[]) => {
    setChosen({ ...chosen, [part]: ids })
    setPreview(null)
  }
  const pick = (part: keyof Chosen, legend: string, other: keyof Chosen, empty: string) => (
    <PickMany
      legend={legend}
      options={found[part].options.filter(({ id }) => !chosen[other].includes(id))}
      search={found[part].search}
      chosen={chosen[part]}
      onChange={choose(part)}
      empty={empty}
    />
  )
  return (
    <SideSheet
      wide
      title={`Levels and groups of ${who}`}
      subtitle="You will review changes before saving."
      closed={closed}
      foot={
        <SheetEnd failure={failure} onCancel={close}>
          {preview ? (
            <Button variant="contained" aria-disabled={busy} onClick={() => void send()}>
              {busy ? 'Saving…' : `Change it for ${who}`}
            </Button>
          ) : (
            <Button variant="contained" disabled={isEmpty} aria-disabled={busy} onClick={() => void look()}>
              {busy ? 'Looking…' : 'See what would change'}
            </Button>
          )}
        </SheetEnd>
      }
    >
      <KeepUnsaved what="The choice" unsaved={!isEmpty && !done} />
      <div className="grid grid-cols-1 content-start gap-4">
        {preview && <PreviewList preview={preview} />}
        {pick('addLevels', 'Give levels', 'removeLevels', noLevels)}
        {pick('addGroups', 'Add to groups', 'removeGroups', noGroups)}
        {(chosen.addLevels.length > 0 || chosen.addGroups.length > 0) && (
          <PeriodInputs control={control} from="from" to="to" />
        )}
        {pick('removeLevels', 'Take levels', 'addLevels', noLevels)}
        {pick('removeGroups', 'Remove from groups', 'addGroups', noGroups)}
        <ReasonInput control={control} name="reason" help="Kept on the record of each person; may be left empty." />
      </div>
    </SideSheet>
  )
}

const PreviewList = ({ preview: { differences } }: { readonly preview: Preview }) => (
  <Part title="What would change">
    <output>
      <Lines>
        {differences.map(({ id, name, of, added, retimed, removed }) => {
          const words = [
            added > 0 && counted(added, 'person gets it', 'people get it'),
            retimed > 0 && counted(retimed, 'person has it at another time', 'people have it at another time'),
            removed > 0 && counted(removed, 'person loses it', 'people lose it'),
          ].filter(Boolean)
          return (
            <Line key={`${of} ${id}`}>
              <span>{of === 'group' ? `Group ${name}` : name}</span>
              <StatusWord
                state={removed > 0 ? 'warning' : words.length > 0 ? 'information' : 'normal'}
                word={words.length > 0 ? words.join(', ') : 'Nothing changes'}
              />
            </Line>
          )
        })}
      </Lines>
    </output>
  </Part>
)
