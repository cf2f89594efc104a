// A change of set points: what it would do is seen before it is made, or proposed where the company wants a second person.
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { SetPointChange } from '@gatehouse/contract/safety/set-points'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useController, type UseFormReturn, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { ApiError, call, isApiError, isStatus, messageOf } from '../../kit/data/api.ts'
import { usePreview } from '../../kit/data/use-preview.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import { CheckField } from '../../ui/forms/check-field.tsx'
import { FieldFault } from '../../ui/forms/choices-field.tsx'
import { atLastPart } from '../../ui/forms/form-faults.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { useQuiet } from '../../ui/use-quiet.ts'
import { type ChangeFields, reasonFault } from './change-fields.ts'
import { Differences, type NameOf } from './differences.tsx'
import { profileTitle, slotTitle, valueText } from './set-point-words.ts'

interface ChangeSheetProps {
  readonly title: string
  readonly subtitle: string
  readonly form: UseFormReturn<ChangeFields>
  readonly draft: string
  /** What leaving would lose: `The new area`. */
  readonly what: string
  readonly closed: To
  /** null: what is typed is no change yet. */
  readonly changeOf: (fields: ChangeFields) => SetPointChange | null
  readonly isSecondPersonWanted: boolean
  readonly nameOf: NameOf
  readonly areaName: (areaId: string | null, isNewArea: boolean) => string
  /** `The set point is changed.` */
  readonly done: string
  readonly children?: ReactNode
}

const quietMs = 400

export const ChangeSheet = (props: ChangeSheetProps) => {
  const { form, changeOf, isSecondPersonWanted, nameOf, areaName, done, children, ...sheet } = props
  const { control } = form
  const cache = useQueryClient()
  const fields = useWatch({ control, compute: (typed: ChangeFields) => typed })
  const { quiet, isNewest } = useQuiet(changeOf(fields), quietMs)
  const preview = usePreview(setPoints.preview, quiet && { change: quiet })
  useReadAgain(['preview', setPoints.preview.name], setPoints.changed, () => true)
  const [isAsked, setAsked] = useState(false)
  const { shown } = preview
  const isLooser = shown !== undefined && asksLater(shown)

  const send = async (typed: ChangeFields): Promise<string> => {
    const change = changeOf(typed)
    if (change === null) throw new ApiError(0, { code: 'FAULT', message: 'Complete the change first.' })
    try {
      // What was seen may be of what was typed before, or of what somebody else has changed since.
      const now = await call(setPoints.preview, { change })
      if (now.differences.length === 0)
        throw new ApiError(0, { code: 'FAULT', message: 'This changes nothing: it is so already.' })
      if (asksLater(now) && !typed.isLooserConfirmed) {
        setAsked(true)
        throw new ApiError(0, {
          code: 'FAULT',
          message: '',
          details: [{ field: 'isLooserConfirmed', message: 'Confirm that the looser values are meant' }],
        })
      }
      const asked = { change, reason: typed.reason.trim(), isLooserConfirmed: typed.isLooserConfirmed }
      if (!isSecondPersonWanted) {
        await call(setPoints.apply, asked)
        return done
      }
      await call(setPoints.propose, asked)
      return `The change is proposed. Somebody else decides it within ${setPoints.proposalDays} days.`
    } catch (error) {
      // Whether a second person is wanted, and what is in force, may be another thing by now.
      if (isStatus(error, 409)) await cache.invalidateQueries({ queryKey: keyOf(setPoints.list) })
      throw atLastPart(error)
    }
  }

  return (
    <FormSheet
      {...sheet}
      wide
      form={form}
      label={isSecondPersonWanted ? 'Propose change' : 'Apply change'}
      working={isSecondPersonWanted ? 'Proposing…' : 'Applying…'}
      send={send}
    >
      {isSecondPersonWanted && (
        <p className="text-muted">
          Your company wants a second person: another holder of the permission to manage gas approves this change, or
          rejects it, within {setPoints.proposalDays} days.
        </p>
      )}
      {children}
      <section aria-label="Preview" className="grid grid-cols-1 gap-3 rounded border border-line bg-sunken p-4">
        <h3 className="m-0!">Preview</h3>
        <div aria-busy={quiet !== null && !(preview.isCurrent && isNewest)} aria-live="polite" className="grid gap-3">
          {quiet === null ? (
            <p className="text-muted">Complete the change to see what it does.</p>
          ) : preview.error ? (
            <p className="text-critical">{faultText(preview.error)}</p>
          ) : shown === undefined ? (
            <p className="text-muted">Loading…</p>
          ) : shown.differences.length === 0 ? (
            <p>Nothing changes: it is so already.</p>
          ) : (
            <>
              <Differences differences={shown.differences} nameOf={nameOf} areaName={areaName} />
              {shown.looser.map((one) => (
                <p key={`${one.channel} ${one.stage}`}>
                  <StatusWord state="warning" word="Looser than the profile" /> {slotTitle(one)}:{' '}
                  {profileTitle(one.profile)} has {valueText({ value: one.limit, seconds: 0 }, one.channel)} (
                  {one.source}).
                </p>
              ))}
            </>
          )}
        </div>
      </section>
      {(isLooser || isAsked) && <LooserInput form={form} />}
      <TextInput
        control={control}
        name="reason"
        label="Reason"
        required
        multiline
        help="It is kept in the history of the set points."
        rule={reasonFault}
      />
    </FormSheet>
  )
}

/** Why there is no preview: what is wrong with the change, where it is that. */
const faultText = (error: Error): string =>
  isApiError(error) && error.details.length > 0
    ? error.details.map(({ message }) => message).join('. ')
    : messageOf(error, 'The preview could not be loaded.')

type Previewed = Pick<Parameters<typeof Differences>[0], 'differences'> & { readonly looser: readonly unknown[] }

/** Something of it asks for a response later than before, or than the profile. */
const asksLater = ({ differences, looser }: Previewed): boolean =>
  looser.length > 0 || differences.some((one) => one.what === 'set-point' && one.isLooser)

const LooserInput = ({ form }: Pick<ChangeSheetProps, 'form'>) => {
  const {
    field: { ref, value, onChange },
    fieldState: { error },
  } = useController({ control: form.control, name: 'isLooserConfirmed' })
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-1">
      <CheckField
        label="The looser values are meant: they ask for a response later"
        checked={value}
        onChange={(isMeant) => {
          form.clearErrors('isLooserConfirmed')
          onChange(isMeant)
        }}
      />
      <FieldFault text={error?.message} />
    </div>
  )
}
