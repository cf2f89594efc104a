// One set point: its value with where it is written, who changed it last, what other profiles have, and its change.
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { SetPoint, SetPointArea } from '@gatehouse/contract/safety/set-points'
import { profileNames, inProfile } from '@gatehouse/contract/safety/gas-profiles'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, type To } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { unitWord } from '../../kit/gas-words.ts'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { ChangedMeanwhile } from '../../ui/sheets/changed-meanwhile.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { When } from '../../ui/time/when.tsx'
import {
  type ChangeFields,
  fieldsOfPoint,
  hysteresisFault,
  secondsFault,
  sourceFault,
  valueChange,
  valueFault,
} from './change-fields.ts'
import { ChangeSheet } from './change-sheet.tsx'
import type { NameOf } from './differences.tsx'
import {
  areaTitle,
  limitText,
  normalText,
  profileTitle,
  type Slot,
  slotKey,
  slotTitle,
  valueText,
} from './set-point-words.ts'

interface ValueSheetProps {
  readonly slot: Slot
  readonly area: SetPointArea
  readonly isSecondPersonWanted: boolean
  readonly nameOf: NameOf
  readonly areaName: (areaId: string | null, isNewArea: boolean) => string
  /** The address of its history; undefined: there is no set point yet. */
  readonly toHistory: (ruleId: string) => To
  readonly closed: To
}

export const ValueSheet = (props: ValueSheetProps) => {
  const { slot, area, closed } = props
  const mayChange = useMissing(setPoints.apply).length === 0
  const point = area.setPoints.find(({ channel, stage }) => channel === slot.channel && stage === slot.stage)
  if (mayChange) return <ValueForm {...props} point={point} />
  return (
    <SideSheet wide title={slotTitle(slot)} subtitle={areaTitle(area)} closed={closed}>
      <div className="grid gap-5">
        {point ? <PointFacts point={point} toHistory={props.toHistory} /> : <p>There is no set point at this stage.</p>}
        <Profiles slot={slot} />
      </div>
    </SideSheet>
  )
}

const ValueForm = ({ point, toHistory, ...props }: ValueSheetProps & { readonly point: SetPoint | undefined }) => {
  const { slot, area } = props
  const [before] = useState(() => fieldsOfPoint(point))
  const form = useForm<ChangeFields>({ defaultValues: before })
  const { control } = form
  const [version, isRemoved] = useWatch({ control, name: ['version', 'isRemoved'] })
  const unit = unitWord(unitOfGas[slot.channel])
  return (
    <ChangeSheet
      {...props}
      title={slotTitle(slot)}
      subtitle={areaTitle(area)}
      form={form}
      draft={`set point ${slotKey(slot)}`}
      what={`The change of ${slotTitle(slot)}`}
      changeOf={(fields) => valueChange(slot, fields)}
      done={`${slotTitle(slot)} is changed.`}
    >
      {point && version < point.version && (
        <ChangedMeanwhile
          what="set point"
          by={point.changed.by}
          at={point.changed.at}
          onKeepMine={() => form.setValue('version', point.version)}
          onLoadTheirs={() => form.reset(fieldsOfPoint(point))}
        >
          <p className="font-semibold">{limitText(point)}</p>
        </ChangedMeanwhile>
      )}
      {point ? (
        <PointFacts point={point} toHistory={toHistory} />
      ) : (
        <p className="text-muted">There is no set point at this stage yet.</p>
      )}
      <Profiles
        slot={slot}
        onUse={(value, seconds, source) => {
          const how = { shouldDirty: true, shouldValidate: true }
          form.setValue('isRemoved', false, how)
          form.setValue('value', String(value), how)
          form.setValue('seconds', String(seconds), how)
          form.setValue('hysteresis', '', how)
          form.setValue('source', source, how)
        }}
      />
      {point && <CheckInput control={control} name="isRemoved" label="No set point at this stage any more" />}
      {!isRemoved && (
        <FieldPair>
          <TextInput
            control={control}
            name="value"
            label="Value"
            required
            rule={(text) => valueFault(text, slot.channel)}
            slotProps={{
              htmlInput: { inputMode: 'decimal' },
              input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
            }}
          />
          <TextInput
            control={control}
            name="seconds"
            label="Delay"
            help="How long it has to hold before it is an alarm. 0: at once."
            rule={secondsFault}
            slotProps={{
              htmlInput: { inputMode: 'numeric' },
              input: { endAdornment: <InputAdornment position="end">s</InputAdornment> },
            }}
          />
          <TextInput
            control={control}
            name="hysteresis"
            label="Hysteresis"
            help="How far short of the value it is normal again. Empty: as usual, a twentieth of it."
            rule={(text) => hysteresisFault(text, form.getValues('value'), slot.channel)}
            slotProps={{
              htmlInput: { inputMode: 'decimal' },
              input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
            }}
          />
        </FieldPair>
      )}
      <TextInput
        control={control}
        name="source"
        label="Source"
        required
        help="Where this value is written: a law, a standard, a risk assessment."
        rule={sourceFault}
      />
    </ChangeSheet>
  )
}

interface PointFactsProps {
  readonly point: SetPoint
  readonly toHistory: ValueSheetProps['toHistory']
}

const PointFacts = ({ point, toHistory }: PointFactsProps) => {
  const { source, changed, version, ruleId } = point
  return (
    <Facts flush>
      <Fact label="In force">
        <strong>{limitText(point)}</strong>
      </Fact>
      <Fact label="Normal again">{normalText(point)}</Fact>
      <Fact label="Source">
        {source.text} {source.profile === null && <span className="text-muted">(value of your own)</span>}
      </Fact>
      <Fact label="Changed">
        {changed.by ?? 'Gatehouse'}, <When at={changed.at} />
        {changed.approvedBy !== null && `, approved by ${changed.approvedBy}`}
      </Fact>
      {changed.reason !== null && <Fact label="Reason">{changed.reason}</Fact>}
      <Fact label="Version">
        {version} <Link to={toHistory(ruleId)}>History</Link>
      </Fact>
    </Facts>
  )
}

interface ProfilesProps {
  readonly slot: Slot
  readonly onUse?: (value: number, seconds: number, source: string) => void
}

/** What each profile has at a stage. */
const Profiles = ({ slot: { channel, stage }, onUse }: ProfilesProps) => (
  <section aria-label="Profiles" className="grid gap-1">
    <h3>Profiles</h3>
    <ul className="grid">
      {profileNames.map((name) => {
        const has = inProfile(name, channel, stage)
        return (
          <li
            key={name}
            className="grid grid-cols-[9rem_minmax(0,1fr)_auto] min-h-row items-center gap-x-3 border-t border-t-line py-1 below-sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="text-muted below-sm:col-span-full">{profileTitle(name)}</span>
            {has ? (
              <span className="wrap-anywhere">
                {valueText(has, channel)} <span className="text-sm text-muted">{has.source}</span>
              </span>
            ) : (
              <span className="text-muted">None</span>
            )}
            {has && onUse && (
              <Button
                size="small"
                aria-label={`Use the value of ${profileTitle(name)}`}
                onClick={() => onUse(has.value, has.seconds, has.source)}
              >
                Use
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  </section>
)
