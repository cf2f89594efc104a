// All of one actuator: what it reports and what is wanted of it, its settings and the commands it was given.
import * as actuators from '@gatehouse/contract/safety/actuators'
import type { Actuator } from '@gatehouse/contract/safety/actuators'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, type To } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import { useTimeZone } from '../../kit/time.ts'
import { PartForm } from '../../ui/forms/part-form.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { wholeBetween } from '../../ui/forms/text-rules.ts'
import { CommandHistory } from '../../ui/logs/command-history.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { ServiceButton } from '../../ui/sheets/service-button.tsx'
import { When } from '../../ui/time/when.tsx'
import { ActuatorActions } from './actuator-actions.tsx'
import { deedWords, purposeWords, stateOf, whyText } from './actuator-words.ts'
import { type SettingsFields, settingsFieldsOf, settingsOf } from './settings-fields.ts'

export const ActuatorSheet = ({ id, closed }: { readonly id: string; readonly closed: To }) => {
  const query = useQuery(queryOf(actuators.byId, { actuatorId: id }))
  useReadAgain(keyOf(actuators.byId, { actuatorId: id }), actuators.commanded, ({ command }) => command.deviceId === id)
  const actuator = query.data?.actuator
  return (
    <AnswerSheet
      op={actuators.byId}
      query={query}
      title={actuator?.name ?? 'Actuator'}
      subtitle={actuator && [...new Set([actuator.zone, actuator.floor, actuator.site])].filter(Boolean).join(', ')}
      rows={6}
      failed="The actuator could not be loaded"
      gone={{
        title: 'This actuator is not there',
        says: 'It was retired since the link was made, or it is hidden from you by a label.',
      }}
      closed={closed}
      wide
    >
      {({ actuator: shown }) => (
        <div className="grid grid-cols-1 gap-6">
          <Now actuator={shown} />
          <ActuatorActions actuator={shown} />
          <p className="empty:hidden">
            <ServiceButton device={{ ...shown, kind: 'actuator' }} />
          </p>
          <Can op={actuators.update}>
            <SettingsForm key={shown.id} actuator={shown} />
          </Can>
          <Commands actuatorId={shown.id} />
        </div>
      )}
    </AnswerSheet>
  )
}

const Now = ({ actuator }: { readonly actuator: Actuator }) => {
  const timeZone = useTimeZone()
  const { wanted, reported, purpose, key, longestOnSeconds, override } = actuator
  const { state, word, icon } = stateOf(actuator)
  return (
    <Facts flush>
      <Fact label="Now">
        <StatusWord state={state} word={word} icon={icon} live />
      </Fact>
      <Fact label="Wanted">
        {wanted.isOn ? 'On' : 'Off'}
        {wanted.since !== null && (
          <>
            , since <When at={wanted.since} />
          </>
        )}
      </Fact>
      <Fact label="Why">
        {whyText(wanted, timeZone)}
        {wanted.why.kind === 'effect' && (
          <>
            {' '}
            <Link to={`/alarms/${wanted.why.alarmId}`}>Open the alarm</Link>
          </>
        )}
      </Fact>
      {override && wanted.why.kind !== 'override' && <Fact label="By hand">{override.reason}</Fact>}
      <Fact label="Reported">{reported ? <When at={reported.receivedAt} /> : 'Never'}</Fact>
      <Fact label="Purpose">{purposeWords[purpose]}</Fact>
      {longestOnSeconds !== null && <Fact label="Longest on">{`${longestOnSeconds} s`}</Fact>}
      <Fact label="Device ID">{key}</Fact>
    </Facts>
  )
}

const SettingsForm = ({ actuator }: { readonly actuator: Actuator }) => {
  const form = useForm<SettingsFields>({ values: settingsFieldsOf(actuator), resetOptions: { keepDirtyValues: true } })
  const { control } = form
  return (
    <PartForm
      title="Settings"
      form={form}
      what={`The settings of ${actuator.name}`}
      label="Save settings"
      className="grid grid-cols-1 gap-4"
      send={async (fields) => {
        await call(actuators.update, { actuatorId: actuator.id, ...settingsOf(fields) })
        return `The settings of ${actuator.name} are saved.`
      }}
    >
      <SelectInput
        control={control}
        name="purpose"
        label="Purpose"
        options={Object.entries(purposeWords).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        control={control}
        name="longestOnSeconds"
        label="Longest on, in seconds"
        help="It is off by itself after that time. Empty: it is on for as long as it is wanted."
        rule={(text) => (text.trim() === '' ? null : wholeBetween(5, 86_400, 'seconds')(text))}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <TextInput
        control={control}
        name="answerSeconds"
        label="Waits for its answer, in seconds"
        rule={wholeBetween(1, 300, 'seconds')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </PartForm>
  )
}

const atOnce = 5

const Commands = ({ actuatorId }: { readonly actuatorId: string }) => {
  const queryKey = [...keyOf(actuators.commands, { actuatorId }), 'by pages']
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        actuators.commands,
        { actuatorId, limit: atOnce, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.commands),
    refetchOnMount: 'always',
  })
  useReadAgain(queryKey, actuators.commanded, ({ command }) => command.deviceId === actuatorId)
  return <CommandHistory op={actuators.commands} query={query} deed={deedWords} />
}
