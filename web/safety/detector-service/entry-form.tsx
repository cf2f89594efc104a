// An entry of the ledger being recorded: whether a test is passed is seen while it is typed, and computed by the server.
import * as service from '@gatehouse/contract/safety/detector-service'
import type { DetectorService, LedgerEntry, ServicedChannel } from '@gatehouse/contract/safety/detector-service'
import InputAdornment from '@mui/material/InputAdornment'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { channelName } from '../../kit/channel-name.ts'
import { serverNow } from '../../kit/clock.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { gasTitle, numberText, unitWord } from '../../kit/gas-words.ts'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { atMost } from '../../ui/forms/text-rules.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { leftOutFault } from '../../ui/time/wall-time.ts'
import { begun, concentrationFault, type EntryFields, fieldsOf, inputOf, isTest, resultOf } from './entry-fields.ts'
import { exactFault, numberIn, optionalExactFault } from './number-fields.ts'
import { entryKinds, failWords, kindWords } from './service-words.ts'

interface EntryFormProps {
  readonly detector: DetectorService
  /** null: it is chosen in the form. */
  readonly channel: ServicedChannel | null
  /** The entry that is void from then on; null: it stands by itself. */
  readonly corrected: LedgerEntry | null
  readonly closed: To
}

export const EntryForm = ({ detector, channel, corrected, closed }: EntryFormProps) => {
  const { deviceId, name, timeZone, channels } = detector
  const [before] = useState((): EntryFields => {
    const kind = entryKinds.find((one) => one === corrected?.kind)
    if (corrected && kind) return fieldsOf(corrected, kind, timeZone)
    return begun({ channel: channel ?? channels[0]?.channel ?? 'CO', now: serverNow(), timeZone })
  })
  const form = useForm<EntryFields>({ defaultValues: before })
  const { control } = form
  const [kind, chosen] = useWatch({ control, name: ['kind', 'channel'] })
  const unit = unitWord(channels.find((one) => one.channel === chosen)?.unit ?? '')
  return (
    <FormSheet
      wide
      title={corrected ? 'Correct an entry' : 'Record service'}
      subtitle={name}
      closed={closed}
      form={form}
      draft={`gas service ${deviceId} ${corrected?.id ?? 'new'}`}
      what="The entry of the ledger"
      label="Record entry"
      working="Recording…"
      send={async (fields) => {
        const { entry } = await call(
          service.recordEntry,
          inputOf(fields, { deviceId, timeZone, corrected: corrected?.id ?? null }),
        )
        const result = entry.result === null ? '' : entry.result === 'pass' ? ': passed' : ': failed'
        return `${kindWords[entry.kind]} of ${name} is recorded${result}.`
      }}
    >
      {corrected && (
        <>
          <p className="text-muted">The entry stays in the ledger as void, and this one stands in its place.</p>
          <TextInput
            control={control}
            name="voids.reason"
            label="What is wrong with it"
            required
            multiline
            rule={(text) => (text.trim().length < 3 ? 'Write the reason in a few words' : atMost(500)(text))}
          />
        </>
      )}
      <FieldPair>
        <SelectInput
          control={control}
          name="channel"
          label="Channel"
          options={channels.map((one) => ({
            value: one.channel,
            label: `${gasTitle(one.channel)} (${channelName(one.channel)})`,
          }))}
        />
        <SelectInput
          control={control}
          name="kind"
          label="Work"
          options={entryKinds.map((value) => ({ value, label: kindWords[value] }))}
        />
      </FieldPair>
      <FieldPair>
        <TextInput
          control={control}
          name="at"
          type="datetime-local"
          label="Done at"
          required
          help={`In the time of ${timeZone.replaceAll('_', ' ')}.`}
          rule={(text) => (text === '' ? 'Choose a day and a time' : leftOutFault(text, timeZone))}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextInput
          control={control}
          name="contractor"
          label="Contractor"
          help="Who did it, where that was not you."
          rule={atMost(200)}
        />
      </FieldPair>
      {isTest(kind) && (
        <TestFields control={control} unit={unit} hasZero={kind === 'calibration'} timeZone={timeZone} />
      )}
      {kind === 'sensor-replaced' && (
        <FieldPair>
          <TextInput control={control} name="sensor.type" label="Type of the new sensor" rule={atMost(100)} />
          <TextInput control={control} name="sensor.serial" label="Serial of the new sensor" rule={atMost(100)} />
        </FieldPair>
      )}
      <TextInput control={control} name="remark" label="Remark" multiline rule={atMost(2000)} />
      <p className="text-sm text-muted">A certificate is added to the entry in the ledger once it is recorded.</p>
    </FormSheet>
  )
}

interface TestFieldsProps {
  readonly control: Control<EntryFields>
  readonly unit: string
  readonly hasZero: boolean
  readonly timeZone: string
}

const TestFields = ({ control, unit, hasZero, timeZone }: TestFieldsProps) => {
  const number = {
    control,
    autoComplete: 'off',
    slotProps: {
      htmlInput: { inputMode: 'decimal' },
      input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
    },
  } as const
  return (
    <>
      <fieldset className={group}>
        <legend>Test gas</legend>
        <FieldPair>
          <TextInput {...number} name="gas.concentration" label="Concentration" required rule={concentrationFault} />
          <TextInput
            control={control}
            name="gas.lot"
            label="Lot"
            required
            rule={(text) => (text.trim() === '' ? 'Enter the lot of the gas' : atMost(100)(text))}
          />
          <TextInput
            control={control}
            name="gas.expiresOn"
            type="date"
            label="Expires on"
            required
            rule={(text) => (text === '' ? 'Choose a date' : null)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </FieldPair>
      </fieldset>
      {hasZero && (
        <fieldset className={group}>
          <legend>Without gas (zero)</legend>
          <FieldPair>
            <TextInput {...number} name="zero.before" label="Zero before" rule={optionalExactFault} />
            <TextInput {...number} name="zero.after" label="Zero after" rule={optionalExactFault} />
          </FieldPair>
        </fieldset>
      )}
      <fieldset className={group}>
        <legend>Under gas (span)</legend>
        <FieldPair>
          <TextInput {...number} name="span.before" label="Span before" rule={optionalExactFault} />
          <TextInput {...number} name="span.after" label="Span after" required rule={exactFault} />
        </FieldPair>
      </fieldset>
      <TestResult control={control} unit={unit} timeZone={timeZone} />
    </>
  )
}

const group =
  'm-0 grid min-w-0 grid-cols-1 gap-3 border-0 p-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-2 [&>legend]:font-semibold'

/** The band that a test is held to, and whether it is passed as it is typed. */
const TestResult = ({ control, unit, timeZone }: Omit<TestFieldsProps, 'hasZero'>) => {
  // A copy: the form changes what is nested in place, where no difference would be seen.
  const fields = useWatch({ control, compute: (typed: EntryFields) => structuredClone(typed) })
  const settings = useQuery(queryOf(service.currentSettings, {})).data?.settings
  if (!settings) return null
  const { passBandPercent: band } = settings
  const reasons = resultOf(fields, band, timeZone)
  const concentration =
    concentrationFault(fields.gas.concentration) === null ? numberIn(fields.gas.concentration) : null
  const edge = (share: number) => numberText((concentration ?? 0) * (1 + share / 100))
  return (
    <section aria-label="Result" className="grid gap-1 rounded border border-line bg-sunken p-4">
      <p>
        Pass band: {band} % of the concentration
        {concentration !== null && `, ${edge(-band)} to ${edge(band)} ${unit}`}
      </p>
      <output>
        {reasons === null ? (
          <span className="text-muted">The result is computed once the gas and the reading are entered.</span>
        ) : reasons.length === 0 ? (
          <StatusWord state="normal" word="Passes" />
        ) : (
          <>
            <StatusWord state="critical" word="Fails" />: {reasons.map((one) => failWords[one]).join(', ')}
          </>
        )}
      </output>
    </section>
  )
}
