// Levels and groups being given to people or taken from them: what would change is seen before it is done.
import * as access from '@gatehouse/contract/access/access'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call, messageOf } from '../../kit/data/api.ts'
import { usePreview } from '../../kit/data/use-preview.ts'
import { counted } from '../../kit/counted.ts'
import { useTimeZone } from '../../kit/time.ts'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { SheetEnd } from '../../ui/sheets/sheet-end.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { leftOutFault } from '../../ui/time/wall-time.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { momentOf } from './access-words.ts'
import { Line, Lines, Part } from './parts.tsx'
import { PeriodInputs } from './period-inputs.tsx'
import { PickMany } from './pick-many.tsx'
import { useGroupSearch, useLevelSearch } from './use-choices.ts'
import { ReasonInput, reasonOf } from './word-inputs.tsx'

type Preview = Output<typeof access.previewAssign>

/** What one person holds by themselves, and through which groups they hold levels besides. */
interface Held {
  readonly levels: readonly string[]
  readonly groups: readonly string[]
  readonly byGroup: ReadonlyMap<string, readonly string[]>
}

interface AssignSheetProps {
  readonly userIds: readonly string[]
  /** Of a single person. */
  readonly name?: string
  /** Of a single person: it is ticked, and unticked it is taken. Of several what to take is chosen by itself. */
  readonly held?: Held
  readonly closed: To
  readonly onDone?: () => void
}

const noLevels = 'There are no access levels yet.'
const noGroups = 'There are no groups yet.'

type Chosen = Record<'levels' | 'groups' | 'removeLevels' | 'removeGroups', string[]>

const without = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id))

export const AssignSheet = ({ userIds, name, held, closed, onDone }: AssignSheetProps) => {
  const close = useCloseSheet(closed)
  const timeZone = useTimeZone()
  const [chosen, setChosen] = useState<Chosen>(() => ({
    levels: [...(held?.levels ?? [])],
    groups: [...(held?.groups ?? [])],
    removeLevels: [],
    removeGroups: [],
  }))
  const found = {
    levels: useLevelSearch(chosen.levels),
    groups: useGroupSearch(chosen.groups),
    removeLevels: useLevelSearch(chosen.removeLevels),
    removeGroups: useGroupSearch(chosen.removeGroups),
  }
  const { control, handleSubmit } = useForm({ defaultValues: { from: '', to: '', reason: '' } })
  const { busy, failure, attempt } = useAttempt()
  const [done, setDone] = useState(false)
  useCloseAfter(done, closed, onDone)
  const who = name ?? counted(userIds.length, 'person', 'people')
  const changes = {
    addLevels: without(chosen.levels, held?.levels ?? []),
    addGroups: without(chosen.groups, held?.groups ?? []),
    removeLevels: held ? without(held.levels, chosen.levels) : chosen.removeLevels,
    removeGroups: held ? without(held.groups, chosen.groups) : chosen.removeGroups,
  }
  const isEmpty = Object.values(changes).every((ids) => ids.length === 0)
  const [from, to] = useWatch({ control, name: ['from', 'to'] })
  const isTime = [from, to].every((text) => leftOutFault(text, timeZone) === null)
  const input =
    isEmpty || done || !isTime
      ? null
      : { userIds: [...userIds], ...changes, from: momentOf(from, timeZone), to: momentOf(to, timeZone) }
  const preview = usePreview(access.previewAssign, input)
  const send = handleSubmit(({ reason }) =>
    attempt(async () => {
      if (input === null) return
      await call(access.assign, { ...input, ...reasonOf(reason) })
      toast('success', `What ${who} may open is changed.`)
      setDone(true)
    }),
  )
  const choose = (part: keyof Chosen) => (ids: string[]) => setChosen({ ...chosen, [part]: ids })
  const pick = (part: keyof Chosen, legend: string, empty: string, other?: keyof Chosen) => (
    <PickMany
      legend={legend}
      options={found[part].options
        .filter(({ id }) => other === undefined || !chosen[other].includes(id))
        .map((option) => ({ ...option, note: noteOf(held?.byGroup.get(option.id), option.note) }))}
      search={found[part].search}
      chosen={chosen[part]}
      onChange={choose(part)}
      empty={empty}
    />
  )
  return (
    <SideSheet
      wide
      title={held ? `Access of ${who}` : `Levels and groups of ${who}`}
      subtitle="You will review changes before saving."
      closed={closed}
      foot={
        <>
          {preview.shown && (
            <ScrollRegion label="Preview" className="max-h-[16rem] min-w-0 flex-[1_1_100%] overflow-auto">
              <PreviewList preview={preview.shown} />
            </ScrollRegion>
          )}
          <SheetEnd
            failure={failure ?? (preview.error && messageOf(preview.error, 'The preview could not be loaded.'))}
            onCancel={close}
          >
            <Button variant="contained" disabled={!preview.isCurrent} aria-disabled={busy} onClick={() => void send()}>
              {busy ? 'Saving…' : 'Save changes'}
            </Button>
          </SheetEnd>
        </>
      }
    >
      <KeepUnsaved what="The choice" unsaved={!isEmpty && !done} />
      <div className="grid grid-cols-1 content-start gap-4">
        {held ? (
          <>
            {pick('levels', 'Levels', noLevels)}
            {pick('groups', 'Groups', noGroups)}
          </>
        ) : (
          <>
            {pick('levels', 'Give levels', noLevels, 'removeLevels')}
            {pick('groups', 'Add to groups', noGroups, 'removeGroups')}
          </>
        )}
        {(changes.addLevels.length > 0 || changes.addGroups.length > 0) && (
          <PeriodInputs control={control} from="from" to="to" />
        )}
        {!held && pick('removeLevels', 'Take levels', noLevels, 'levels')}
        {!held && pick('removeGroups', 'Remove from groups', noGroups, 'groups')}
        <ReasonInput control={control} name="reason" help="Kept on the record of each person; may be left empty." />
      </div>
    </SideSheet>
  )
}

/** Through which groups a level is held already; else what it says of itself. */
const noteOf = (groups: readonly string[] = [], note: string | undefined): string | undefined =>
  groups.length > 0 ? `Held by ${groups.length > 1 ? 'groups' : 'group'} ${groups.join(', ')}` : note

const PreviewList = ({ preview: { differences } }: { readonly preview: Preview }) => (
  <Part title="Preview">
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
