// The shift report as it is printed.
import type { ShiftChannel, ShiftReport } from '@gatehouse/contract/safety/gas'
import { channelName } from '../../kit/channel-name.ts'
import { exactTime, shortTime, useTimeZone } from '../../kit/time.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { Paper } from '../../ui/paper/paper.tsx'
import { unitName, valueText } from './gas-state.ts'
import { nameOf, serviceNames, stageNames } from './history-series.ts'

interface ShiftPaperProps {
  readonly report: ShiftReport
  /** Of which zones it is. */
  readonly scope: string
}

export const ShiftPaper = ({ report, scope }: ShiftPaperProps) => {
  const timeZone = useTimeZone()
  const { from, to, madeAt, madeBy, channels, changes } = report
  const title = `Gas, ${exactTime(from, timeZone)} to ${exactTime(to, timeZone)}`
  if (channels.length === 0)
    return (
      <Empty title="No gas channels to report on">
        <p>Choose another zone, or add a gas detector first.</p>
      </Empty>
    )
  const time = (at: string) => shortTime(at, timeZone, Date.parse(to))
  return (
    <Paper label="Shift report as it is printed" head={title}>
      <header className="grid gap-1">
        <h2>{title}</h2>
        <p>
          {scope}. Made {exactTime(madeAt, timeZone)} by {madeBy}
          {channels.length === 1 ? ', of one channel.' : `, of ${channels.length} channels.`}
        </p>
        <p className="text-sm text-muted">
          Gatehouse supervises. It is not the certified detector. A minute counts as beyond a set point when a reading,
          or the average at its end, reached it.
        </p>
      </header>
      {channels.map((channel) => (
        <Channel key={`${channel.deviceId} ${channel.channel}`} channel={channel} time={time} />
      ))}
      <section className="mt-5 [break-inside:avoid]">
        <h3 className="font-semibold">Set points changed</h3>
        {changes.length === 0 ? (
          <p className="text-sm">None.</p>
        ) : (
          <ul className="text-sm">
            {changes.map(({ id, channel, stage, value, unit, at, by, reason }) => (
              <li key={id}>
                {time(at)}: {channelName(channel)}, {stageNames[stage]},{' '}
                {value === null ? 'removed' : `${value} ${unitName(unit)}`}, by {by ?? 'Gatehouse'}
                {reason && `: ${reason}`}
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className="mt-8 [break-inside:avoid]">Checked by, date: ______________________________</p>
    </Paper>
  )
}

interface ChannelProps {
  readonly channel: ShiftChannel
  readonly time: (at: string) => string
}

const Channel = ({ channel, time }: ChannelProps) => {
  const unit = unitName(channel.unit) ?? ''
  const value = (number: number | null) =>
    number === null ? 'Not measured' : `${valueText({ value: number, unit: channel.unit })} ${unit}`
  const average = (found: ShiftChannel['stel']) =>
    found === null ? '–' : `${found.isAtLeast ? 'at least ' : ''}${value(found.value)}`
  const facts: readonly (readonly [string, string])[] = [
    ['Lowest', value(channel.lowest)],
    ['Mean', value(channel.mean)],
    ['Highest', value(channel.highest)],
    ['STEL, highest', average(channel.stel)],
    ['TWA, highest', average(channel.twa)],
    ['Without data', minutes(channel.minutesWithoutData)],
    ['With faults', minutes(channel.minutesWithFaults)],
  ]
  const happened = happenedAt(channel, time)
  return (
    <section className="mt-5 grid gap-2 border-t border-t-line pt-3 [break-inside:avoid]">
      <h3 className="font-semibold">
        {nameOf(channel)}{' '}
        <span className="font-normal text-muted">{[channel.zone, channel.site].filter(Boolean).join(', ')}</span>
      </h3>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-x-4 gap-y-2 text-sm tabular-nums">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {channel.beyond.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums" aria-label="Set points">
          {channel.beyond.map(({ ruleId, stage, value: point, comparison, from, minutes: reached }) => (
            <li key={`${ruleId} ${from}`} className={reached > 0 ? 'font-semibold' : ''}>
              {stage ? stageNames[stage] : comparison === 'below' ? 'Below' : 'Above'} {point} {unit}:{' '}
              {minutes(reached)}
            </li>
          ))}
        </ul>
      )}
      {happened.length > 0 && (
        <ul className="text-sm" aria-label="What happened">
          {happened.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const minutes = (count: number) => `${count} min`

const happenedAt = ({ alarms, service, outOfService }: ShiftChannel, time: (at: string) => string) => [
  ...alarms.map(({ id, title, raisedAt, returnedAt, acknowledgedAt, acknowledgedBy }) => ({
    key: id,
    text: [
      `${time(raisedAt)}: alarm, ${title}`,
      acknowledgedAt
        ? `acknowledged ${time(acknowledgedAt)} by ${acknowledgedBy ?? 'nobody named'}`
        : 'not acknowledged',
      returnedAt ? `returned to normal ${time(returnedAt)}` : 'not yet normal',
    ].join(', '),
  })),
  ...service.map(({ id, kind, result, at, by, isVoid }) => ({
    key: id,
    text: `${time(at)}: ${serviceNames[kind].toLowerCase()}${result === null ? '' : result === 'pass' ? ', passed' : ', failed'}, by ${by}${isVoid ? ' (void)' : ''}`,
  })),
  ...outOfService.map(({ from, to, reason, by }) => ({
    key: `out ${from}`,
    text: `Out of service from ${time(from)}${to === null ? '' : ` to ${time(to)}`}, by ${by}${reason === null ? '' : `: ${reason}`}`,
  })),
]
