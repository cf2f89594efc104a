// The ledger of a detector, newest first: what was done, by whom, with what result; what is void is struck, with why.
import * as service from '@gatehouse/contract/safety/detector-service'
import type { DetectorService, LedgerEntry } from '@gatehouse/contract/safety/detector-service'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { call } from '../../kit/data/api.ts'
import { amountText } from '../../kit/gas-words.ts'
import { exactTime } from '../../kit/time.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import type { Pages } from '../../ui/tables/data-pages.ts'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { TableFoot } from '../../ui/tables/table-foot.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { Certificate } from './certificate.tsx'
import { dayText, failWords, kindWords, readingText } from './service-words.ts'

interface LedgerProps {
  readonly detector: DetectorService
  readonly pages: Pages<Output<typeof service.byDevice>>
  readonly to: (form: string) => To
}

export const Ledger = ({ detector, pages: { answers, more }, to }: LedgerProps) => {
  const filters = useUrlFilters()
  const channel = filters.get('channel')
  const entries = answers.flatMap((answer) => answer.entries)
  return (
    <section aria-label="Ledger" className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="m-0!">Ledger</h3>
        {(detector.channels.length > 1 || channel !== '') && (
          <span className="grid min-w-[9rem]">
            <FilterChoice
              label="Channel"
              value={channel}
              options={[
                ['', 'All'],
                ...detector.channels.map((one) => [one.channel, channelName(one.channel)] as const),
              ]}
              onChange={(next) => filters.set({ channel: next })}
            />
          </span>
        )}
      </header>
      {entries.length === 0 ? (
        <Empty title={channel === '' ? 'Nothing recorded yet' : `Nothing recorded of ${channelName(channel)}`}>
          <p>Calibrations, bump tests, repairs and sensor replacements are recorded here, and stay.</p>
        </Empty>
      ) : (
        <>
          <ol className="grid">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} detector={detector} to={to} />
            ))}
          </ol>
          <TableFoot more={more} rows={entries.length} noun={['entry', 'entries']} />
        </>
      )}
    </section>
  )
}

interface EntryProps extends Pick<LedgerProps, 'detector' | 'to'> {
  readonly entry: LedgerEntry
}

const Entry = ({ entry, detector, to }: EntryProps) => {
  const { id, channel, kind, at, contractor, recordedBy, recordedAt, voidedBy, voids, certificate } = entry
  const isOpen = kind !== 'void' && voidedBy === null
  const name = `${kindWords[kind]}, ${channelName(channel)}`
  return (
    <li className="grid gap-1 border-t border-t-line py-3 wrap-anywhere">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong>{voidedBy ? <s>{name}</s> : name}</strong>
        <Result entry={entry} />
      </span>
      <span className="text-muted">
        {exactTime(at, detector.timeZone)}
        {kind !== 'void' && contractor !== null && `, by ${contractor}`}. Recorded by {recordedBy},{' '}
        <When at={recordedAt} />
      </span>
      {voidedBy ? <s>{<Facts entry={entry} />}</s> : <Facts entry={entry} />}
      {voids && <span>In place of an entry that is void: {voids.reason}</span>}
      {voidedBy && (
        <span>
          Void: {voidedBy.reason} ({voidedBy.by}, <When at={voidedBy.at} />)
        </span>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <Certificate deviceId={detector.deviceId} entryId={id} certificate={certificate} name={name} mayAdd={isOpen} />
        {isOpen && (
          <Can op={service.voidEntry}>
            <Button
              component={Link}
              to={to(`correct:${id}`)}
              state={opensSheet}
              size="small"
              aria-label={`Correct ${name}`}
            >
              Correct
            </Button>
            <ConfirmButton
              size="small"
              label="Void"
              aria-label={`Void ${name}`}
              title={`Void this entry: ${name}?`}
              action="Void"
              reason={{ label: 'Reason' }}
              run={(reason) => call(service.voidEntry, { deviceId: detector.deviceId, entryId: id, reason })}
              done="The entry is void."
            >
              <p>It stays in the ledger with the reason, and counts for nothing. This cannot be undone.</p>
            </ConfirmButton>
          </Can>
        )}
      </div>
    </li>
  )
}

const Result = ({ entry: { result, voidedBy } }: Pick<EntryProps, 'entry'>) => {
  if (voidedBy) return <StatusWord state="unknown" word="Void" icon="close" />
  if (result === null) return null
  return result === 'pass' ? <StatusWord state="normal" word="Passed" /> : <StatusWord state="critical" word="Failed" />
}

const Facts = ({ entry }: Pick<EntryProps, 'entry'>) => {
  const { gas, zero, span, bandPercent, failReasons, sensor, remark, unit } = entry
  const lines = [
    gas && `Gas ${amountText(gas.concentration, unit)}, lot ${gas.lot}, expires ${dayText(gas.expiresOn)}`,
    span && `Under gas ${readingText(span, unit)}`,
    zero && `Zero ${readingText(zero, unit)}`,
    bandPercent === null ? null : `Pass band ${bandPercent} %`,
    failReasons.length > 0 ? `Failed: ${failReasons.map((one) => failWords[one]).join(', ')}` : null,
    sensor && `New sensor ${[sensor.type, sensor.serial].filter(Boolean).join(', serial ')}`,
    remark === '' ? null : remark,
  ].filter((line) => line !== null)
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}
